"""A bound on the result of a search that proves nothing itself."""

from __future__ import annotations

import math
from typing import NamedTuple

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.exact.bound import tighten

__all__ = ["CLOCKED_BOUND", "SHARE_FOR_BOUND", "PhaseBound", "bound_after"]

CLOCKED_BOUND = "the clock ended the work on the bound"
SHARE_FOR_BOUND = 0.1
"""Of the time, if a clock ends the search."""
_LEAST_SECONDS, _LEAST_PER_SET = 0.1, 1e-6
"""In less time, and more for each set, a linear program is hardly begun."""
_MOST_ROUNDS, _SETS_PRICED = 20, 4_000_000
"""Linear programs after a search that ended by itself, and the sets that may be looked at in all of
them: counted instead of timed, so that the bound is the same again."""


class PhaseBound(NamedTuple):
    """A bound, and whether the clock ended the work on it."""

    score: float
    clocked: bool


def bound_after(
    sets: ParentSets, seconds: float | None, *, searched: float, clocked: bool
) -> PhaseBound | None:
    """Return a better bound than the trivial one; None if there is no time for it.

    Parameters
    ----------
    sets
        What was searched.
    seconds
        The time that is left, None for no limit.
    searched
        The seconds that the search took.
    clocked
        Whether the clock ended the search; if not, the work is limited by counting.
    """
    if clocked:
        left = math.inf if seconds is None else seconds
        share = min(left, searched * SHARE_FOR_BOUND / (1 - SHARE_FOR_BOUND))
        if share < _LEAST_SECONDS + _LEAST_PER_SET * sets.n_sets:
            return None
        return PhaseBound(float(tighten(sets, _core.RunControl(share))), clocked=True)
    rounds = min(_MOST_ROUNDS, _SETS_PRICED // sets.n_sets)
    if rounds == 0:
        return None
    control = _core.RunControl(seconds)
    proved = tighten(sets, control, rounds)
    # Also if the clock cut the last linear program short, unnoticed since.
    return PhaseBound(float(proved), control.should_stop())
