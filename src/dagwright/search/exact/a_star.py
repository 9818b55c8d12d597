"""A* in the order graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.exact.heuristic import Heuristic, check_heuristic
from dagwright.search.exact.state_space import (
    Queries,
    check_queries,
    make_plan,
    plan_bytes,
    run_search,
)
from dagwright.search.exact.static_patterns import connected_patterns
from dagwright.search.method import Needs, Run, register

__all__ = ["AStar"]


@register
@dataclass(frozen=True)
class AStar:
    """Best-first search for the cheapest order, with a lower bound on what is left.

    Nodes are sets of variables that are placed already; the way to a set costs what its variables
    lose against their best parents. Nodes are expanded by rising f = cost so far + bound, deeper
    ones first among equals, until all variables are placed. If memory ends first, the result is
    the best network known with the lowest f as a bound.

    Parameters
    ----------
    heuristic
        `SimpleHeuristic`, `DynamicPatterns` or `StaticPatterns`; by default
        ``StaticPatterns(grouping="connected")``.
    queries
        How the best parents of a variable inside a set are found: ``"table"`` (a table over the
        most telling parents, then a scan; the fastest), ``"scan"`` (the sorted list), ``"bits"``
        (the bit vectors of the paper) or ``"full"`` (full parent graphs, 2^n entries per variable).
        They give the same result.

    References
    ----------
    Yuan, Malone & Wu (2011), Learning optimal Bayesian networks using A* search, IJCAI.
    Yuan & Malone (2012), An improved admissible heuristic for learning optimal Bayesian networks,
    UAI.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> result = dw.solve(sets, dw.AStar())
    >>> result.status, result.gap
    (<Status.OPTIMAL: 'optimal'>, 0.0)
    """

    name: ClassVar[str] = "astar"
    needs: ClassVar[Needs] = "parent sets"
    proves: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("nodes", "layers")

    heuristic: Heuristic = field(default_factory=connected_patterns)
    queries: Queries = "table"

    def __post_init__(self) -> None:
        check_heuristic(self, self.heuristic)
        check_queries(self, self.queries)

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return True

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        return None

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory of its tables: what it needs to begin; nodes take what is left."""
        return plan_bytes(problem, make_plan(problem, self.heuristic, self.queries)) + 2**20

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        plan = make_plan(problem, self.heuristic, self.queries)
        run_search(_core.a_star, problem, plan, run)
