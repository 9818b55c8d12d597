"""What the three selections share, and how users name one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from dagwright.errors import DagwrightError
from dagwright.parents.pruning import Pruning
from dagwright.suggestions import unknown

__all__ = ["SELECTIONS", "Selection", "check_limits", "register", "resolve_selection"]


@runtime_checkable
class Selection(Protocol):
    """A way to choose which sets of parents are scored: a frozen dataclass of parameters."""

    name: ClassVar[str]

    @property
    def max_parents(self) -> int | None:
        """The most parents of a set."""
        ...

    @property
    def seconds_per_variable(self) -> float | None:
        """The most time for one variable."""
        ...

    @property
    def max_evaluations(self) -> int | None:
        """The most sets scored for one variable."""
        ...

    @property
    def pruning(self) -> Pruning:
        """The rules in force."""
        ...

    def core_options(self) -> tuple[int, bool]:
        """Return the size of the open list and whether subsets are scored first."""
        ...


SELECTIONS: dict[str, type[Selection]] = {}
"""The selections by name."""

_SelectionType = TypeVar("_SelectionType", bound=type[Any])


def register(selection: _SelectionType) -> _SelectionType:
    """Class decorator: list a selection in `SELECTIONS`."""
    SELECTIONS[selection.name] = selection
    return selection


def resolve_selection(selection: Selection | str, *, others: Iterable[str] = ()) -> Selection:
    """Return the selection that a user's word or object stands for.

    Parameters
    ----------
    others
        What the user could have said besides, for the message.
    """
    if isinstance(selection, str):
        if selection.lower() not in SELECTIONS:
            raise unknown("selection", selection, [*others, *SELECTIONS])
        return SELECTIONS[selection.lower()]()
    if isinstance(selection, type) or not isinstance(selection, Selection):
        raise DagwrightError(
            f"selection must be a name ({', '.join(SELECTIONS)}) or an instance such as "
            f"Sequential(max_parents=4), got {selection!r}"
        )
    return selection


def check_limits(selection: Selection) -> None:
    """Refuse limits that make no sense; called when a selection is constructed."""
    kind = type(selection).__name__
    for parameter, smallest in (("max_parents", 0), ("max_evaluations", 1)):
        value = getattr(selection, parameter)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and not (whole and value >= smallest):
            raise DagwrightError(
                f"{kind}({parameter}={value!r}): give a whole number from {smallest}, or None"
            )
    seconds = selection.seconds_per_variable
    if seconds is not None and not (isinstance(seconds, (int, float)) and seconds >= 0):
        raise DagwrightError(
            f"{kind}(seconds_per_variable={seconds!r}): give a number from 0, or None"
        )
    if not isinstance(selection.pruning, Pruning):
        raise DagwrightError(f"{kind}(pruning={selection.pruning!r}): give a Pruning")
