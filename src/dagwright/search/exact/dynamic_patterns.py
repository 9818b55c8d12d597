"""Dynamic pattern databases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parents import ParentSets

__all__ = ["DynamicPatterns"]


@dataclass(frozen=True)
class DynamicPatterns:
    """No cycles within small groups that are chosen again for each node.

    A pattern is a set of at most `k` variables; its differential cost is what the best order of
    its members costs more than each member's best parents would. Patterns without a common
    variable add up. Those that cost no more than a part of them are dropped.

    Parameters
    ----------
    k
        Variables in a pattern: 2, 3 or 4.
    cover
        How the remaining variables are divided into patterns: ``"greedy"`` takes the most
        expensive that is left, again and again, and may be inconsistent, so that A* returns to
        nodes; ``"optimal"`` finds a maximum weighted matching, for ``k=2`` only.

    References
    ----------
    Yuan & Malone (2012), An improved admissible heuristic for learning optimal Bayesian networks,
    UAI, sections 3.2 and 3.3.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-5, []), (-1, ["a"])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> dw.solve(sets, dw.AStar(heuristic=dw.DynamicPatterns(k=2))).score
    -3.0
    """

    k: int = 3
    cover: Literal["greedy", "optimal"] = "greedy"

    def __post_init__(self) -> None:
        if self.k not in (2, 3, 4) or isinstance(self.k, bool):
            raise DagwrightError(f"DynamicPatterns(k={self.k!r}): give 2, 3 or 4")
        if self.cover not in ("greedy", "optimal"):
            raise DagwrightError(
                f"DynamicPatterns(cover={self.cover!r}): give 'greedy' or 'optimal'"
            )
        if self.cover == "optimal" and self.k != 2:
            raise DagwrightError(
                f"DynamicPatterns(k={self.k}, cover='optimal'): an optimal cover by more than "
                "pairs is NP-hard; give k=2 or cover='greedy'"
            )

    def plan(self, sets: ParentSets) -> _core.HeuristicPlan:  # noqa: ARG002 - found by the core
        """Return it in the form that the core takes."""
        plan = _core.HeuristicPlan()
        plan.largest_pattern = self.k
        plan.cover = _core.PatternCover[self.cover]
        return plan
