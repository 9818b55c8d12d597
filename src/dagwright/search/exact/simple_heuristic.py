"""The simple heuristic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import Parameters
from dagwright.parents import ParentSets
from dagwright.search.exact.heuristic import HEURISTICS

__all__ = ["SimpleHeuristic"]


@HEURISTICS.register
@dataclass(frozen=True)
class SimpleHeuristic(Parameters):
    """Every remaining variable gets its best parents among all others, cycles or not.

    h(U) is the sum of BestScore(X, V without X) over the X that are not in U. Weak, but there is
    nothing to compute or to store.

    References
    ----------
    Yuan & Malone (2012), An improved admissible heuristic for learning optimal Bayesian networks,
    UAI, Definition 1.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-5, []), (-1, ["a"])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> dw.solve(sets, dw.AStar(heuristic=dw.SimpleHeuristic())).score
    -3.0
    """

    name: ClassVar[str] = "simple"

    def options(self, sets: ParentSets) -> _core.HeuristicOptions:  # noqa: ARG002 - needs no tables
        """Return it in the form that the core takes."""
        return _core.HeuristicOptions(groups=[], largest_pattern=0, cover="greedy")
