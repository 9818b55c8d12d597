"""Breadth-first branch and bound in the order graph."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import ClassVar

from dagwright import _core
from dagwright.errors import DagwrightError
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

__all__ = ["BFBnB"]


@register
@dataclass(frozen=True)
class BFBnB:
    """All sets of one size after those of the next smaller, without hopeless ones.

    A set is hopeless if the cost of the best way to it and the bound on what is left are together
    no less than the best network known costs. Only two layers are needed at a time, and they can
    be files: memory does not limit what can be proved. Layers are sorted, read and written in
    sequence, and shared by threads; the result does not depend on their number.

    Parameters
    ----------
    heuristic
        `SimpleHeuristic`, `DynamicPatterns` or `StaticPatterns`; by default
        ``StaticPatterns(grouping="connected")``.
    queries
        How the best parents of a variable inside a set are found; as in `AStar`.
    spill
        A directory for the layers; None keeps them in memory. A run that was killed or stopped
        resumes from its last finished layer when it is repeated with the same directory. The
        files are removed once the proof is complete.

    References
    ----------
    Malone, Yuan, Hansen & Bridges (2011), Improving the scalability of optimal Bayesian network
    learning with external-memory frontier breadth-first branch and bound search, UAI.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=1))
    >>> dw.solve(sets, dw.BFBnB()).score == dw.solve(sets, dw.AStar()).score
    True
    """

    name: ClassVar[str] = "bfbnb"
    needs: ClassVar[Needs] = "parent sets"
    proves: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("nodes", "layers")

    heuristic: Heuristic = field(default_factory=connected_patterns)
    queries: Queries = "table"
    spill: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_heuristic(self, self.heuristic)
        check_queries(self, self.queries)
        if self.spill is not None:
            if not isinstance(self.spill, (str, os.PathLike)) or not os.fspath(self.spill):
                raise DagwrightError(f"BFBnB(spill={self.spill!r}): give a directory, or None")
            object.__setattr__(self, "spill", os.fspath(self.spill))

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return True

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        return None

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory of its tables: what it needs to begin; layers take what is left."""
        return plan_bytes(problem, self._plan(problem)) + 2**20

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        run_search(_core.breadth_first_branch_and_bound, problem, self._plan(problem), run)

    def _plan(self, problem: ParentSets) -> _core.ExactPlan:
        plan = make_plan(problem, self.heuristic, self.queries)
        plan.spill = os.fspath(self.spill) if self.spill is not None else ""
        return plan
