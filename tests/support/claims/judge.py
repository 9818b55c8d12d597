"""Every claim of a result against every network that it is about."""

import json
import math
import pickle

import numpy as np

import dagwright as dw
from claims.chance import Chance
from claims.world import World
from dagwright.search.explanation import describe_quality
from dagwright.search.tolerance import proof_tolerance

SHOWN = 12
"""Networks of four variables or more that `contains` and `verify` are asked about; all are tried by
arithmetic."""


def wrong_bound(world: World, score, scope, what="bound"):
    """Say which network of a class scores above a bound on it."""
    members = world.among(scope)
    above = members & (world.totals > score + world.slack)
    if above.any():
        worst = int(np.argmax(np.where(above, world.totals, -np.inf)))
        edges = world.dag(worst).edges
        yield f"{what} {score!r} over {scope}, but {edges} scores {world.totals[worst]!r}"


def wrong_scope(chance: Chance, world: World, scope):
    """Say where a scope contradicts itself: contains, words, JSON."""
    members = world.among(scope)
    for index in _sample(chance, world):
        if scope.contains(world.dag(index)) != members[index]:
            yield f"{scope} is wrong about {world.dag(index).edges}"
    binds = not world.under(scope.constraints).all()
    # Of a single variable, roots and leaves rule out nothing.
    if ("constraints" in str(scope)) != binds and world.n > 1:
        yield f"{scope}: constraints {'bind' if binds else 'do not bind'} ({scope.constraints})"
    if dw.Scope.from_json(json.loads(json.dumps(scope.to_json()))) != scope:
        yield f"{scope} is another one after JSON"


def wrong_result(chance: Chance, world: World, result, asked):
    """Say everything that is wrong with a result.

    `asked` are two rows of flags, one per network: those that the claim must be about at least,
    and those that it may be about.
    """
    yield from _wrong_network(world, result)
    for known in result.bounds:
        yield from wrong_bound(world, known.score, known.scope)
    yield from wrong_scope(chance, world, result.bound_scope)
    members = world.among(result.bound_scope)
    if (asked[0] & ~members).any() or (members & ~asked[1]).any():
        yield f"the claim is about {result.bound_scope}, which is not what was asked"
    yield from _wrong_status(world, result, members)
    yield from _wrong_words(result)
    yield from _wrong_verification(chance, world, result)
    yield from _wrong_travel(result)


def _wrong_network(world, result):
    index = world.index_of(result.dag)
    if abs(world.totals[index] - result.score) > world.slack[index]:
        yield f"the score is {result.score!r}, but its network scores {world.totals[index]!r}"
    if not world.among(result.bound_scope)[index]:
        yield f"the network {result.dag.edges} is not among {result.bound_scope}"


def _wrong_status(world, result, members):
    is_optimal = result.status is dw.Status.OPTIMAL
    tolerance = proof_tolerance(result.score)
    if is_optimal != (result.bound - result.score <= tolerance):
        yield f"{result.status}, with score {result.score!r} and bound {result.bound!r}"
    if is_optimal != (result.gap == 0) or not result.gap >= 0:
        yield f"{result.status}, with a gap of {result.gap}"
    better = members & (world.totals > result.score + tolerance + world.slack)
    if is_optimal and better.any():
        yield f"optimal with {result.score!r}, but {world.totals[better].max()!r} is possible"
    wider = [known.score for known in result.bounds if known.scope.includes(result.bound_scope)]
    if result.bound != min(wider, default=math.inf):
        yield f"the bound is {result.bound}, but {min(wider)} is known"


def _wrong_words(result):
    sentence = describe_quality(result)
    beginning = "Optimal: " if result.status is dw.Status.OPTIMAL else "Not proved optimal: "
    if not sentence.startswith(beginning) or sentence not in result.explain():
        yield f"{result.status}, but in words: {sentence}"
    if result.status is not dw.Status.OPTIMAL and str(result.bound_scope) not in sentence:
        yield f"about {result.bound_scope}, but in words: {sentence}"
    cut = [note for note in result.notes if "the time limit ended" in note]
    if cut and result.stop_reason is dw.StopReason.COMPLETED:
        yield f"completed, although {cut[0]}"
    if result.reproducible and (cut or result.stop_reason in {"time", "interrupted"}):
        yield f"reproducible, although it ended by {result.stop_reason}: {cut}"


def _wrong_verification(chance, world, result):
    try:
        dw.verify(result, networks=[world.dag(i) for i in _scored(chance, world, result)])
    except dw.DagwrightError as error:
        yield f"verify: {error}"


def _scored(chance, world, result):
    """Networks whose score the result's problem knows."""
    known = np.ones(len(world.dags), bool)
    if isinstance(result.problem, dw.ParentSets):
        known = world.made_of(result.problem)
    return [index for index in _sample(chance, world) if known[index]]


def _sample(chance, world):
    """The best networks, and some others; all if they are few."""
    if len(world.dags) <= 2 * SHOWN + 1:
        return range(len(world.dags))
    best = np.argsort(-world.totals, kind="stable")[: SHOWN // 2].tolist()
    return [*best, *(chance.below(len(world.dags)) for _ in range(SHOWN // 2))]


def _wrong_travel(result):
    copy = pickle.loads(pickle.dumps(result))
    for field in ("score", "bound", "gap", "status"):
        if getattr(copy, field) != getattr(result, field):
            yield f"{field} is {getattr(result, field)}, after a pickle {getattr(copy, field)}"


FIELDS = ("dag", "score", "bound", "gap", "status", "bounds")


def differences(one, other, fields=FIELDS):
    """Say in what two runs of the same call differ, unless a clock came in between."""
    if not (one.reproducible and other.reproducible):
        return
    for field in fields:
        if getattr(one, field) != getattr(other, field):
            yield f"{field} is {getattr(one, field)}, in another run {getattr(other, field)}"
