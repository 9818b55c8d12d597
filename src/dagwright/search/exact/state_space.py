"""What the searches in the order graph have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, TypeAlias

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.core_call import offer_found, resources_of
from dagwright.search.exact.exact_method import ExactMethod
from dagwright.search.exact.heuristic import HEURISTICS, Heuristic
from dagwright.search.exact.simple_heuristic import SimpleHeuristic
from dagwright.search.method import Run

__all__ = ["OrderGraphMethod", "Queries", "make_options", "run_search"]

Queries: TypeAlias = Literal["table", "scan", "bits", "full"]

Search: TypeAlias = Callable[
    [_core.ExactInputs, _core.ExactOptions, _core.Resources, _core.RunControl], _core.ExactResult
]
_CLIMBS = 100
"""By insertions, for a first incumbent: a few milliseconds."""


def make_options(
    sets: ParentSets,
    heuristic: Heuristic | str,
    *,
    queries: Queries = "table",
    spill: str = "",
    climbs: int = _CLIMBS,
    force_wide: bool = False,
) -> _core.ExactOptions:
    """Return what the core has to know besides the run; tests force the form of many variables."""
    return _core.ExactOptions(
        heuristic=HEURISTICS.resolve(heuristic).options(sets),
        queries=queries,
        spill=spill,
        climbs=climbs,
        force_wide=force_wide,
    )


def run_search(
    search: Search, sets: ParentSets, options: _core.ExactOptions, run: Run
) -> _core.ExactResult:
    """Run a search of the core and offer what it finds; it reports its bound to the control."""
    start = [list(parents) for parents in run.start.parent_indices()]
    inputs = _core.ExactInputs(sets.core, start)
    found = search(inputs, options, resources_of(run), run.control.core)
    offer_found(sets, run, found, found.counters)
    return found


class OrderGraphMethod(ExactMethod):
    """A search for the cheapest way through the sets of variables that are placed already."""

    core: ClassVar[tuple[Search]]

    def options(self, sets: ParentSets) -> _core.ExactOptions:
        """Return its options in the terms of the core; what it has no parameter for is unused."""
        return make_options(
            sets,
            getattr(self, "heuristic", SimpleHeuristic()),
            queries=getattr(self, "queries", "table"),
            spill=getattr(self, "spill", None) or "",
        )

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory of its tables: what it needs to begin; nodes take what is left."""
        return _core.exact_table_bytes(problem.core, self.options(problem)) + 2**20

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        run_search(self.core[0], problem, self.options(problem), run)
