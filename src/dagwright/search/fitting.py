"""Which problems a method takes: what it says in `needs` is checked here and nowhere else."""

from __future__ import annotations

from typing import Protocol, TypeGuard, TypeVar

from dagwright.errors import DagwrightError
from dagwright.parents import ParentSets
from dagwright.scores import LocalScores
from dagwright.search.method import Method, Needs, Run
from dagwright.search.problem import Problem

__all__ = ["MethodFor", "fitting"]

_Taken_contra = TypeVar("_Taken_contra", contravariant=True)
_Given = TypeVar("_Given", bound=Problem)

_KINDS: dict[Needs, type] = {"scores": object, "data": LocalScores, "parent sets": ParentSets}


class MethodFor(Method, Protocol[_Taken_contra]):
    """A method that is known to take problems of a kind."""

    def estimate_bytes(self, problem: _Taken_contra) -> int:
        """Return the memory that it needs besides the problem, at most."""
        ...

    def run(self, problem: _Taken_contra, run: Run) -> None:
        """Search until done or stopped, and offer the best network found to `Run.known`."""
        ...


def fitting(method: Method, problem: _Given) -> MethodFor[_Given]:
    """Return the method, or refuse one that needs another kind of problem."""
    if _takes(method, problem):
        return method
    if method.needs == "data":
        raise DagwrightError(
            f"{method.name} needs the data; it cannot run on candidate parent sets: "
            "give solve the LocalScores"
        )
    raise DagwrightError(
        f"{method.name} searches over candidate parent sets: solve(find_parent_sets(scores), "
        "...), or let learn find them"
    )


def _takes(method: Method, problem: _Given) -> TypeGuard[MethodFor[_Given]]:
    return isinstance(problem, _KINDS[method.needs])
