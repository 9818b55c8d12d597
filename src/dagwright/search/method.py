"""What a search method is, and how users name one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Literal,
    NoReturn,
    Protocol,
    TypeAlias,
    runtime_checkable,
)

from dagwright.constraints import Constraints
from dagwright.graph import Dag
from dagwright.parameters import Parameters
from dagwright.registry import Registry
from dagwright.running.control import Control

if TYPE_CHECKING:
    from dagwright.search.known import Known

__all__ = ["METHODS", "Method", "Needs", "Run", "SearchMethod", "resolve_method"]

Needs: TypeAlias = Literal["scores", "data", "parent sets"]
"""A method that needs scores takes `LocalScores` or `ParentSets`; one that needs data, because it
tests independence, takes only the first, and one that needs parent sets only the second."""


@dataclass(frozen=True)
class Run:
    """What a method is given besides the problem; everything in it has been checked."""

    constraints: Constraints
    start: Dag
    """A network that respects the constraints; the user's, if there is one."""
    start_order: tuple[int, ...] | None
    """Positions, parents first; None if the user gave no start."""
    seed: int
    threads: int
    memory: int
    control: Control
    known: Known
    """Where networks are offered; bounds go to the control, which dates them."""
    candidates: tuple[tuple[int, ...], ...] | None = None
    """For each variable the parents that it may get besides required ones; None: all."""


@runtime_checkable
class Method(Protocol):
    """A way to search: a frozen dataclass of parameters that can run.

    Which problems it takes is not known here: `search.problem.fitting` makes it a `MethodFor` some.
    One that continues from the resumed state of `Run.control` has a class variable
    ``resumes = True``.
    """

    name: ClassVar[str]
    needs: ClassVar[Needs]
    proves: ClassVar[bool]
    units: ClassVar[tuple[str, str]]

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        ...

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        ...

    def estimate_bytes(self, problem: NoReturn) -> int:
        """Return the memory that it needs besides the scores, at most."""
        ...

    def run(self, problem: NoReturn, run: Run) -> None:
        """Search until done or stopped, and offer the best network found to `Run.known`."""
        ...


class SearchMethod(Parameters):
    """What most methods say of themselves; a method is its parameters and how it runs."""

    proves: ClassVar[bool] = False
    resumes: ClassVar[bool] = False

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule: unless what it repeats has no number."""
        return all(getattr(self, name, 1) is not None for name in ("restarts", "generations"))

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        limit: int | None = getattr(self, "max_parents", None)
        return limit


METHODS: Registry[Method] = Registry("method", Method, "HillClimbing(restarts=10)")  # type: ignore[type-abstract]
"""Every search method by name."""

resolve_method = METHODS.resolve
