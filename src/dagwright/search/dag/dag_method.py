"""What the searches over DAGs have in common."""

from __future__ import annotations

from typing import ClassVar

from dagwright.search.dag.core_run import estimate_search_bytes
from dagwright.search.dag.neighbourhood import rows_per_variable
from dagwright.search.method import Needs, SearchMethod
from dagwright.search.problem import Problem

__all__ = ["DagMethod"]


class DagMethod(SearchMethod):
    """A search that goes from network to network and takes scores as they come."""

    needs: ClassVar[Needs] = "scores"
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    def gain_rows(self, n_variables: int) -> int:
        """Return how many rows of gains a state of the search holds for a variable."""
        return rows_per_variable(
            getattr(self, "neighbourhood", "adr"), self.parent_limit, n_variables
        )

    def estimate_bytes(self, problem: Problem) -> int:
        """Return the memory that it needs besides the scores, at most."""
        return estimate_search_bytes(problem, self.gain_rows(len(problem.names)))
