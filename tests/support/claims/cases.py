"""Case k: what it is, and what is wrong with it."""

import traceback

import dagwright as dw
from claims import draws
from claims.chance import Chance
from claims.choices import MAKERS, ON_DATA, OVER_SETS, draw_selection
from claims.judge import differences, wrong_bound, wrong_result, wrong_scope
from claims.lists import draw_sets, round_trip, wrong_facts
from claims.scopes import wrong_algebra
from claims.story import Story, code_of_data, code_of_scores, code_of_sets

REFUSALS = dw.ConstraintError, dw.ResourceError
"""What a case may end with instead of a result."""
REPEATED = 0.15
"""The share of results that are looked for a second time."""
RESUMED = 0.3
"""The share of searches that can resume and do."""
REFUSED = "refused"


def check(number):
    """Return what is wrong with case `number`, as lines; ["refused"] if there is no result."""
    return check_draws(number, Chance(number))


def check_draws(number, chance):
    """Return the same of the case that other draws make of this number."""
    kind = KINDS[number % len(KINDS)]
    story = Story(kind.__doc__)
    try:
        wrong = list(kind(chance, number // len(KINDS), story))
    except REFUSALS:
        return [REFUSED]
    except Exception:
        wrong = [traceback.format_exc(limit=-3)]
    return [*wrong, *(f"    {line}" for line in story.lines)] if wrong else []


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
        "score": score,
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
    story.given(code_of_data(data))
    result = story.ask(dw.learn, data, stop=_draw_stop(chance, 0.1), **options)
    asked = world.under(options["constraints"] or dw.Constraints(), limit)
    yield from wrong_result(chance, world, result, (asked, asked))
    yield from _clocked(result, options)
    if result.stop_reason != "interrupted" and chance.happens(REPEATED):
        options["threads"] = 3 - options["threads"]
        yield from differences(result, story.ask(dw.learn, data, **options))


def _draw_stop(chance, probability):
    """One of the moments at which a run asks, or none."""
    return chance.pick(1, 2, 3, 5, 10, 30, 100) if chance.happens(probability) else None


def _clocked(result, options):
    """Say so if a clock had a part in what comes of a number of iterations alone."""
    if "iterations" in options and options["time_limit"] == "auto":
        seconds = getattr(options.get("selection"), "seconds_per_variable", None)
        clocked = [why for why in result.irreproducible if "clock" in why]
        if seconds is None and (clocked or result.stop_reason == "time"):
            yield f"a clock decided within a number of iterations: {clocked}"


def _smaller(one, other):
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _solved_scores(chance, turn, story):
    """`solve` on local scores."""
    if chance.happens(0.3):
        world = draws.draw_world(chance)
        data, score = draws.dummy_data(world), draws.ScoreOfWorld(world)
    else:
        data, score = draws.draw_data(chance), draws.draw_score(chance)
        world = draws.world_of(data, score)
    scores = dw.LocalScores(data, score)
    story.given(code_of_scores(data, score))
    method = MAKERS[ON_DATA[turn % len(ON_DATA)]](chance)
    constraints = draws.draw_constraints(chance, scores.names)
    asked = world.under(constraints or dw.Constraints(), method.parent_limit)
    yield from _solve(chance, story, scores, world, method, constraints, (asked, asked))


def _solve(chance, story, problem, world, method, constraints, asked):
    options = {"method": method, "constraints": constraints}
    options |= draws.draw_limits(chance, world, constraints)
    if getattr(method, "start", None) == "random":
        options.pop("start", None)  # one of them
    result = story.ask(dw.solve, problem, stop=_draw_stop(chance, 0.1), **options)
    yield from wrong_result(chance, world, result, asked)
    if method.proves and result.stop_reason == "completed" and result.status != "optimal":
        yield f"{method.name} completed without a proof: {result.score!r}, {result.bound!r}"
    if result.stop_reason == "interrupted":
        return
    if chance.happens(REPEATED):
        options["threads"] = 3 - options["threads"]
        yield from differences(result, story.ask(dw.solve, problem, **options))
    if getattr(method, "resumes", False) and chance.happens(RESUMED):
        for part in _parts(chance, story, problem, options):
            yield from wrong_result(chance, world, part, asked)
        yield from differences(result, part, ("dag", "score"))


def _parts(chance, story, problem, options):
    """The same run once more, interrupted somewhere, and what becomes of it in the end."""
    with story.folder() as folder:
        keep = dw.Checkpoint(folder / "state", every=0)
        for _ in range(chance.between(1, 2)):
            stop = _draw_stop(chance, 1)
            yield story.ask(dw.solve, problem, stop=stop, checkpoint=keep, **options)
        yield story.ask(dw.solve, problem, checkpoint=keep, **options)


def _solved_lists(chance, turn, story):
    """`solve` and `bound` on hand-made lists, also after they were in a file."""
    world = draws.draw_world(chance)
    yield from _lists(chance, turn, story, world, draw_sets(chance, world))


def _solved_found(chance, turn, story):
    """`solve` and `bound` on lists that were found in data, maybe under constraints."""
    data, score = draws.draw_data(chance), draws.draw_score(chance)
    known = draws.draw_constraints(chance, data.names)
    selection = draw_selection(chance)
    options = {"selection": selection, "constraints": known, "threads": chance.pick(1, 1, 2)}
    options["time_limit"] = chance.pick(None, None, 0)
    story.given(code_of_scores(data, score))
    sets = story.ask(dw.find_parent_sets, dw.LocalScores(data, score), **options)
    yield from _lists(chance, turn, story, draws.world_of(data, score), sets)


def _lists(chance, turn, story, world, sets):
    if chance.happens(0.3):
        sets = round_trip(chance, sets)
        world = world.renamed(sets.names)
    story.given(code_of_sets(sets))
    yield from wrong_facts(world, sets)
    yield from wrong_scope(chance, world, sets.scope)
    if chance.happens(0.3):
        proved = story.ask(dw.bound, sets, time_limit=chance.pick(None, 0))
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
