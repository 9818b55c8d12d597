"""Case k: what it is, and what is wrong with it."""

import contextlib
import traceback

import dagwright as dw
from claims import draws
from claims.chance import Chance
from claims.choices import MAKERS, ON_DATA, OVER_SETS, draw_selection
from claims.judge import differences, wrong_bound, wrong_result, wrong_scope
from claims.lists import draw_sets, round_trip, wrong_facts
from claims.scopes import wrong_algebra
from dagwright.running.control import force_stop_at_check

REFUSALS = dw.ConstraintError, dw.ResourceError
"""What a case may end with instead of a result."""
REPEATED = 0.15
"""The share of results that are looked for a second time."""
REFUSED = "refused"


def check(number):
    """Return what is wrong with case `number`, as lines; ["refused"] if there is no result."""
    chance = Chance(number)
    kind = KINDS[number % len(KINDS)]
    story = [kind.__doc__]
    try:
        wrong = list(kind(chance, number // len(KINDS), story))
    except REFUSALS:
        return [REFUSED]
    except Exception:
        wrong = [traceback.format_exc(limit=-3)]
    return [*wrong, *(f"  {line}" for line in story)] if wrong else []


def _learned(chance, turn, story):
    """`learn` on a table, with every method and `auto`."""
    data = draws.draw_data(chance)
    score = draws.draw_score(chance)
    world = draws.world_of(data, score)
    yield from _learn(chance, turn, story, data, score, world)


def _learned_custom(chance, turn, story):
    """`learn` with a Python function as score."""
    world = draws.draw_world(chance)
    data = draws.dummy_data(world)
    yield from _learn(chance, turn, story, data, draws.ScoreOfWorld(world), world)


def _learn(chance, turn, story, data, score, world):
    name = ["auto", *MAKERS][turn % (1 + len(MAKERS))]
    method = "auto" if name == "auto" else MAKERS[name](chance)
    limit = None if name == "auto" else method.parent_limit
    options = {
        "method": method,
        "constraints": draws.draw_constraints(chance, data.names),
        "time_limit": chance.pick(None, None, 60, 0),
        "memory_limit": chance.pick(None, None, None, "16M"),
        "threads": chance.pick(1, 1, 2),
        "seed": chance.below(3),
    }
    takes_sets = name in OVER_SETS and name not in ON_DATA
    takes_sets |= name == "auto" and isinstance(score, dw.scores.Score)
    if takes_sets and chance.happens(0.6):
        selection = options["selection"] = draw_selection(chance)
        limit = _smaller(limit, selection.max_parents)
        if name == "auto":
            # Where sets are missing, it searches without an end of its own.
            options["time_limit"] = 0
    if chance.happens(0.3):
        options["iterations"] = chance.pick(0, 1, 2, 5, 20, 100, 1000)
        options["time_limit"] = chance.pick("auto", "auto", "auto", 60)
    story += [repr(data), repr(score), repr(options)]
    with _stopped(chance, story):
        result = dw.learn(data, score=score, **options)
    asked = world.under(options["constraints"] or dw.Constraints(), limit)
    yield from wrong_result(chance, world, result, (asked, asked))
    yield from _clocked(result, options)
    if result.stop_reason != "interrupted" and chance.happens(REPEATED):
        options["threads"] = 3 - options["threads"]
        yield from differences(result, dw.learn(data, score=score, **options))


def _clocked(result, options):
    """Say so if a clock had a part in what comes of a number of iterations alone."""
    if "iterations" in options and options["time_limit"] == "auto":
        seconds = getattr(options.get("selection"), "seconds_per_variable", None)
        clocked = [why for why in result.irreproducible if "clock" in why]
        if seconds is None and (clocked or result.stop_reason == "time"):
            yield f"a clock decided within a number of iterations: {clocked}"


def _smaller(one, other):
    return min((limit for limit in (one, other) if limit is not None), default=None)


@contextlib.contextmanager
def _stopped(chance, story):
    """Interrupt some runs at one of the moments at which they ask."""
    if not chance.happens(0.1):
        yield
        return
    check = chance.pick(1, 2, 3, 5, 10, 30, 100)
    story.append(f"stopped at check {check}")
    with force_stop_at_check(check):
        yield


def _solved_scores(chance, turn, story):
    """`solve` on local scores."""
    if chance.happens(0.3):
        world = draws.draw_world(chance)
        scores = dw.LocalScores(draws.dummy_data(world), draws.ScoreOfWorld(world))
    else:
        data, score = draws.draw_data(chance), draws.draw_score(chance)
        world, scores = draws.world_of(data, score), dw.LocalScores(data, score)
    method = MAKERS[ON_DATA[turn % len(ON_DATA)]](chance)
    constraints = draws.draw_constraints(chance, scores.names)
    asked = world.under(constraints or dw.Constraints(), method.parent_limit)
    yield from _solve(chance, story, scores, world, method, constraints, (asked, asked))


def _solve(chance, story, problem, world, method, constraints, asked):
    limits = draws.draw_limits(chance, world, constraints)
    story += [repr(method), repr(constraints), repr(limits)]
    with _stopped(chance, story):
        result = dw.solve(problem, method, constraints=constraints, **limits)
    yield from wrong_result(chance, world, result, asked)
    if method.proves and result.stop_reason == "completed" and result.status != "optimal":
        yield f"{method.name} completed without a proof: {result.score!r}, {result.bound!r}"
    if result.stop_reason != "interrupted" and chance.happens(REPEATED):
        limits["threads"] = 3 - limits["threads"]
        again = dw.solve(problem, method, constraints=constraints, **limits)
        yield from differences(result, again)


def _solved_lists(chance, turn, story):
    """`solve` and `bound` on hand-made lists, also after they were in a file."""
    world = draws.draw_world(chance)
    yield from _lists(chance, turn, story, world, draw_sets(chance, world))


def _solved_found(chance, turn, story):
    """`solve` and `bound` on lists that were found in data, maybe under constraints."""
    data, score = draws.draw_data(chance), draws.draw_score(chance)
    known = draws.draw_constraints(chance, data.names)
    selection = draw_selection(chance)
    limit = {"time_limit": chance.pick(None, None, 0)}
    story += [repr(data), repr(score), repr(selection), f"found under {known}, {limit}"]
    scores = dw.LocalScores(data, score)
    sets = dw.find_parent_sets(scores, selection, constraints=known, threads=1, **limit)
    yield from _lists(chance, turn, story, draws.world_of(data, score), sets)


def _lists(chance, turn, story, world, sets):
    if chance.happens(0.3):
        sets = round_trip(chance, sets)
        world = world.renamed(sets.names)
        story.append("through a file")
    story += [f"{name}: {list(sets[name])}" for name in sets.names]
    story.append(f"{sets.scope}; {sets.complete_size}, {sets.unseen_bound}, {sets.constraints}")
    yield from wrong_facts(world, sets)
    yield from wrong_scope(chance, world, sets.scope)
    if chance.happens(0.3):
        proved = dw.bound(sets, time_limit=chance.pick(None, 0))
        yield from wrong_bound(world, proved.score, proved.scope, "certified bound")
    method = MAKERS[OVER_SETS[turn % len(OVER_SETS)]](chance)
    constraints = draws.draw_constraints(chance, sets.names, required=0.1)
    own = world.under(constraints or dw.Constraints(), method.parent_limit)
    asked = world.among(sets.scope) & own, world.under(sets.constraints.without_limit()) & own
    yield from _solve(chance, story, sets, world, method, constraints, asked)


def _scopes(chance, turn, story):
    """Scopes and constraints as values."""
    world = draws.draw_world(chance)
    try:
        yield from wrong_algebra(chance, world, story)
    except dw.ConstraintError:
        yield traceback.format_exc(limit=-3)


KINDS = (
    _learned,
    _solved_lists,
    _solved_found,
    _solved_lists,
    _learned,
    _solved_scores,
    _learned_custom,
    _scopes,
)
