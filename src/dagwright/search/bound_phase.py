"""A bound on the result of a search that proves nothing itself."""

from __future__ import annotations

import math

from dagwright.parents import ParentSets
from dagwright.running.control import Control, Share
from dagwright.running.limits import Limits
from dagwright.search.exact.bound import tighten
from dagwright.search.exact.cluster_problem import linear_program_bytes
from dagwright.search.known import Known
from dagwright.search.result import Timing

__all__ = ["CLOCKED_BOUND", "SHARE_FOR_BOUND", "work_on_bound"]

CLOCKED_BOUND = "the clock ended the work on the bound"
SHARE_FOR_BOUND = 0.1
"""Of the time, if a clock ends the search."""
_LEAST_SECONDS, _LEAST_PER_SET, _VARIABLES_AS_USUAL = 0.1, 1e-6, 1000
"""In less time, and more for each set, a linear program is hardly begun; a set takes a bit for each
variable, so that with very many of them it takes the longer."""
_MOST_ROUNDS, _SETS_PRICED = 20, 4_000_000
"""Linear programs after a search that ended by itself, and the sets that may be looked at in all of
them: counted instead of timed, so that the bound is the same again."""


def work_on_bound(
    sets: ParentSets,
    control: Control,
    known: Known,
    *,
    memory: int,
    searched: float,
    clocked: bool,
    offers: bool,
) -> float | None:
    """Leave a better bound than the trivial one, and return it; None if it did not begin.

    Parameters
    ----------
    sets
        What was searched.
    control
        Of the whole run; the bound is a stage of it.
    known
        Where the bound goes; the work begins with its best network.
    memory
        Bytes that it may take.
    searched
        The seconds that the search took.
    clocked
        Whether the clock ended the search; if not, the work is limited by counting.
    offers
        Whether networks that are found on the way count. Not if sets are listed that only stand for
        others, nor after `solve`, whose network is that of the method.
    """
    if linear_program_bytes(sets) > memory:
        known.memory_decided = True
        return None
    rounds: float = math.inf
    seconds = None
    if clocked:
        left = control.seconds_left()
        share = searched * SHARE_FOR_BOUND / (1 - SHARE_FOR_BOUND)
        seconds = share if left is None else min(left, share)
        if seconds < _least_seconds(sets):
            return None
    else:
        most = control.iterations_left()
        rounds = min(_MOST_ROUNDS, _SETS_PRICED // sets.n_sets, math.inf if most is None else most)
    if rounds == 0 or control.should_stop():
        return None
    stage = control.child(
        "bound",
        limits=Limits(seconds=seconds),
        units=("linear programs", "rounds"),
        networks=Share() if offers else None,
        is_stage=True,
    )
    began = control.elapsed
    with known.outlives_lack("the work on the bound"), stage:
        known.follow(stage, sets.scope)
        found = known if offers else Known(sets.scope)
        tighten(sets, stage, found, start=known.dag, most_rounds=rounds)
        control.spend(stage.core.iterations)
        # Also if the clock cut the last linear program short, unnoticed since.
        if (clocked or stage.should_stop()) and not stage.is_interrupted:
            known.may_differ(CLOCKED_BOUND)
    for better in sets.bounds(stage.core.bound):
        known.tighten(better.score, better.scope, at=control.elapsed)
    known.timings.append(Timing("bound", control.elapsed - began))
    return stage.core.bound


def _least_seconds(sets: ParentSets) -> float:
    """Return the time in which a linear program comes to something."""
    wide = max(1.0, sets.n_variables / _VARIABLES_AS_USUAL)
    return _LEAST_SECONDS * wide + _LEAST_PER_SET * sets.n_sets * wide
