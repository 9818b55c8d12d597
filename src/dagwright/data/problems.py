"""What stops a column from being used, collected so that one message names every one at fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dagwright.errors import DataError
from dagwright.words import quoted

__all__ = [
    "ColumnError",
    "ContinuousError",
    "MissingError",
    "Problems",
    "UnusableError",
    "check_known",
]


class ColumnError(Exception):
    """A column cannot be used; never seen by users."""


class MissingError(ColumnError):
    """A column has `count` missing values."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class ContinuousError(ColumnError):
    """A column holds real numbers."""


class UnusableError(ColumnError):
    """A column holds something else; the text says what, and what to do."""


def check_known(wanted: Iterable[str], known: Collection[str], purpose: str) -> None:
    """Raise a DataError if a column that an option names is not there."""
    unknown = [name for name in wanted if name not in known]
    if unknown:
        noun = "column" if len(unknown) == 1 else "columns"
        raise DataError(f"no {noun} {quoted(unknown)} {purpose}: there are {quoted(known)}")


class Problems:
    """The columns that stop a table from becoming a `Dataset`, and why."""

    def __init__(self) -> None:
        self._missing: dict[str, int] = {}
        self._continuous: list[str] = []
        self._unusable: dict[str, list[str]] = {}

    def add(self, name: str, problem: ColumnError) -> None:
        """Record what is wrong with a column."""
        if isinstance(problem, MissingError):
            self._missing[name] = problem.count
        elif isinstance(problem, ContinuousError):
            self._continuous.append(name)
        else:
            self._unusable.setdefault(str(problem), []).append(name)

    def raise_if_any(self) -> None:
        """Raise one DataError about everything recorded."""
        parts = []
        if self._missing:
            counts = ", ".join(f"{name!r} ({count})" for name, count in self._missing.items())
            parts.append(
                f"missing values in {counts}: drop those rows (missing='drop'), give them a state "
                "of their own (missing='state') or fill the values in first"
            )
        if self._continuous:
            verb = "looks" if len(self._continuous) == 1 else "look"
            parts.append(
                f"{_columns(self._continuous)} {verb} continuous: "
                "discretise, for instance with discretize='quantile', or convert to integers first"
            )
        for reason, names in self._unusable.items():
            verb = "holds" if len(names) == 1 else "hold"
            parts.append(f"{_columns(names)} {verb} {reason}")
        if parts:
            raise DataError("; ".join(parts))


def _columns(names: list[str]) -> str:
    return ("column " if len(names) == 1 else "columns ") + quoted(names)
