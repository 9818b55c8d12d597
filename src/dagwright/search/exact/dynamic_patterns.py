"""Dynamic pattern databases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parameters import Parameters, parameter
from dagwright.parents import ParentSets
from dagwright.search.exact.heuristic import HEURISTICS

__all__ = ["DynamicPatterns"]


@HEURISTICS.register
@dataclass(frozen=True)
class DynamicPatterns(Parameters):
    """No cycles within small groups that are chosen again for each node.

    A pattern is a set of at most `k` variables; its differential cost is what the best order of
    its members costs more than each member's best parents would. Patterns without a common
    variable add up. Those that cost no more than a part of them are dropped.

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

    name: ClassVar[str] = "dynamic"

    k: int = parameter(3, at_least=2, at_most=4, help="The most variables of a pattern.")
    cover: Literal["greedy", "optimal"] = parameter(
        "greedy",
        help='How the remaining variables are divided into patterns: ``"greedy"`` takes the most '
        "expensive that is left, again and again, and may be inconsistent, so that A* returns to "
        'nodes; ``"optimal"`` finds a maximum weighted matching, for ``k=2`` only.',
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cover == "optimal" and self.k != 2:
            raise DagwrightError(
                f"DynamicPatterns(k={self.k}, cover='optimal'): an optimal cover by more than "
                "pairs is NP-hard; give k=2 or cover='greedy'"
            )

    def options(self, sets: ParentSets) -> _core.HeuristicOptions:  # noqa: ARG002 - found by the core
        """Return it in the form that the core takes."""
        return _core.HeuristicOptions(groups=[], largest_pattern=self.k, cover=self.cover)
