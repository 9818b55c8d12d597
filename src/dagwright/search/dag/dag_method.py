"""What the searches over DAGs have in common."""

from __future__ import annotations

from typing import ClassVar, NoReturn, cast

from dagwright import _core
from dagwright.parameters import core_options
from dagwright.search.core_call import CoreSearch, offer_found, resources_of
from dagwright.search.dag.core_run import (
    cache_bytes,
    estimate_search_bytes,
    make_inputs,
    note_longest_chain,
)
from dagwright.search.dag.neighbourhood import MOVES, rows_per_variable
from dagwright.search.method import Needs, Run, SearchMethod
from dagwright.search.problem import Problem

__all__ = ["DagMethod"]


class DagMethod(SearchMethod):
    """A search that goes from network to network and takes scores as they come."""

    needs: ClassVar[Needs] = "scores"
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")
    core: ClassVar[CoreSearch[_core.DagInputs, _core.DagSearchResult]]
    """The options and the search of the core."""
    neighbourhood: str = "adr"

    def gain_rows(self, n_variables: int) -> int:
        """Return how many rows of gains a state of the search holds for a variable."""
        return rows_per_variable(self.neighbourhood, self.parent_limit, n_variables)

    def estimate_bytes(self, problem: Problem) -> int:
        """Return the memory that it needs besides the scores, at most."""
        return estimate_search_bytes(problem, self.gain_rows(len(problem.names)))

    def options(self, problem: Problem) -> object:  # noqa: ARG002 - the parameters say all
        """Return its options in the terms of the core."""
        return core_options(self.core[0], self)

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        cache = cache_bytes(run, self.estimate_bytes(problem))
        found = self.core[1](
            make_inputs(problem, run),
            cast(NoReturn, self.options(problem)),
            resources_of(run, cache),
            run.control.core,
        )
        missing = MOVES["extended"] - MOVES[self.neighbourhood]
        made = {name: n for name, n in found.counters.items() if name not in missing}
        offer_found(problem, run, found, {"iterations": found.iterations, **made})
        note_longest_chain(problem.names, run, found)
