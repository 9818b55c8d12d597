"""Which variables the names in constraints mean: a name itself, or all that a pattern matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import translate
from typing import TYPE_CHECKING

from dagwright.errors import ConstraintError
from dagwright.suggestions import did_you_mean

if TYPE_CHECKING:
    from dagwright.data.columns.column import Column

__all__ = ["NameReader", "has_wildcards"]

_WILDCARDS = re.compile(r"[*?]|\[.+\]", re.DOTALL)
_MOST_REASONS = 5


def has_wildcards(text: str) -> bool:
    """Tell whether a text could be a pattern: whether it is one depends on the table.

    Examples
    --------
    >>> has_wildcards("lab_*"), has_wildcards("age")
    (True, False)
    """
    return _WILDCARDS.search(text) is not None


class NameReader:
    """Reads names and patterns, and remembers those that mean nothing.

    Parameters
    ----------
    names
        The variables.
    columns
        The columns of the table, of which some are not variables.

    Examples
    --------
    >>> reader = NameReader(["age", "lab_1", "lab_2", "x*"], {})
    >>> reader.read("lab_*"), reader.read("age"), reader.read("x*")
    (('lab_1', 'lab_2'), ('age',), ('x*',))
    """

    def __init__(self, names: Sequence[str], columns: Mapping[str, Column] | None = None) -> None:
        self.names = tuple(names)
        self._known = frozenset(names)
        self._columns: Mapping[str, Column] = {} if columns is None else columns
        self._read: dict[str, tuple[str, ...]] = {name: (name,) for name in names}
        self._unknown: list[str] = []
        self._reasons: dict[str, None] = {}

    def is_name(self, text: str) -> bool:
        """Tell whether this is a variable, or another column of the table."""
        return text in self._known or text in self._columns

    def read(self, text: str) -> tuple[str, ...]:
        """Return the variables that a text means, in their order; a whole name wins."""
        if text not in self._read:
            self._read[text] = self._matching(text)
        return self._read[text]

    def check(self) -> None:
        """Raise ConstraintError if something that was read means no variable."""
        if self._reasons:
            reasons = list(self._reasons)[:_MOST_REASONS]
            raise ConstraintError(f"constraints: {'; '.join(reasons)}")
        unknown = [text for text in self._unknown if not has_wildcards(text)]
        if unknown:
            listed = ", ".join(text + did_you_mean(text, self.names) for text in unknown)
            raise ConstraintError(f"unknown variables in the constraints: {listed}")
        if self._unknown:
            listed = ", ".join(
                repr(text) + did_you_mean(text, self.names) for text in self._unknown
            )
            raise ConstraintError(f"no variable matches {listed}")

    def _matching(self, text: str) -> tuple[str, ...]:
        if text in self._columns:
            self._reasons[_why_not_used(self._columns[text])] = None
            return ()
        found: tuple[str, ...] = ()
        if has_wildcards(text):
            matches = re.compile(translate(text)).match
            found = tuple(name for name in self.names if matches(name))
            left_out = [each for name, each in self._columns.items() if matches(name)]
            if left_out and not found:
                self._reasons.update(
                    (f"{text!r}: {_why_not_used(each)}", None) for each in left_out
                )
                return ()
        if not found:
            self._unknown.append(text)
        return found


def _why_not_used(column: Column) -> str:
    """Return why a column is not a variable, and what to do."""
    name = column.name
    if column.same_as is not None:
        return (
            f"{name!r} is the same as {column.same_as!r}, which is used: name that, or keep "
            f"{name!r} (keep=)"
        )
    return f"{name!r} was left out ({column.kind}: {column.reason}): to use it, keep it (keep=)"
