"""What a search method is, and how users name one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    ClassVar,
    Literal,
    NoReturn,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.running.control import Control
from dagwright.suggestions import unknown

if TYPE_CHECKING:
    from dagwright.search.known import Known

__all__ = ["METHODS", "Method", "Needs", "Run", "register", "resolve_method"]

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


METHODS: dict[str, type[Method]] = {}
"""Every search method by name."""

_MethodType = TypeVar("_MethodType", bound="type[Method]")


def register(method: _MethodType) -> _MethodType:
    """Class decorator: list a method in `METHODS`."""
    METHODS[method.name] = method
    return method


def resolve_method(method: Method | str, *, others: Iterable[str] = ()) -> Method:
    """Return the method that a user's word or object stands for.

    Parameters
    ----------
    others
        What the user could have said besides, for the message.
    """
    if isinstance(method, str):
        word = method.lower().replace("_", "-")
        for name, kind in METHODS.items():
            if word in (name, name.replace("-", "")):
                return kind()
        raise unknown("method", method, [*others, *METHODS])
    if isinstance(method, type) or not isinstance(method, Method):
        raise DagwrightError(
            f"method must be a name ({', '.join(METHODS)}) or an object such as "
            f"HillClimbing(restarts=10), not {method!r}"
        )
    return method
