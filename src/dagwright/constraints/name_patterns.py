"""Which variables the names in constraints mean: a name itself, or all that a pattern matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import translate
from itertools import chain, islice
from typing import TYPE_CHECKING

from dagwright.errors import ConstraintError, More
from dagwright.suggestions import did_you_mean, meant_by

if TYPE_CHECKING:
    from dagwright.data.columns.column import Column

__all__ = ["NameReader", "has_wildcards", "means_rest"]

_EVERY = "*"
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


def means_rest(text: str, reader: NameReader) -> bool:
    """Tell whether a text in a tier means all variables that are in no other one.

    A star does, and so do two: where a column is called ``*``, only they say it.
    """
    return bool(text) and not text.strip(_EVERY) and not reader.is_name(text)


class NameReader:
    """Reads names and patterns, and remembers those that mean nothing.

    A column that is called ``*`` is refused by that name, which could mean all variables too.

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
        self._reasons: dict[str, list[str]] = {}

    def is_name(self, text: str) -> bool:
        """Tell whether this is a variable, or another column of the table."""
        return text in self._known or text in self._columns

    def read(self, text: str) -> tuple[str, ...]:
        """Return the variables that a text means, in their order; a whole name wins."""
        if text == _EVERY and self.is_name(text):
            raise ConstraintError(
                "constraints: '*' could be the column of that name, or all variables: write '[*]' "
                "for the column, '**' for all (in a tier, all that are in no other one)"
            )
        if text not in self._read:
            self._read[text] = self._matching(text)
        return self._read[text]

    def read_name(self, name: str) -> None:
        """Remember a name that is not a variable's; it is never read as a pattern."""
        if name not in self._known:
            self._refuse(name)

    def check(self) -> None:
        """Raise ConstraintError if something that was read means no variable, a line for each."""
        if self._reasons:
            reasons = islice(self._reasons, _MOST_REASONS)
            usable = all(self._reasons.values())
            keep = More(dict.fromkeys(chain.from_iterable(self._reasons.values())))
            raise ConstraintError(
                "\n".join(f"constraints: {reason}" for reason in reasons),
                remedy={"keep": keep} if usable else None,
            )
        if self._unknown:
            lines = (_unknown_line(text) + did_you_mean(text, self.names) for text in self._unknown)
            raise ConstraintError("\n".join(lines), meant=meant_by(self._unknown, self.names))

    def _refuse(self, name: str) -> None:
        if name in self._columns:
            self._reasons[_why_not_used(self._columns[name])] = _to_keep(self._columns[name])
        else:
            self._unknown.append(name)

    def _matching(self, text: str) -> tuple[str, ...]:
        if text in self._columns:
            self._refuse(text)
            return ()
        found: tuple[str, ...] = ()
        if has_wildcards(text):
            matches = re.compile(translate(text)).match
            found = tuple(name for name in self.names if matches(name))
            left_out = [each for name, each in self._columns.items() if matches(name)]
            if left_out and not found:
                self._reasons.update(
                    (f"{text!r}: {_why_not_used(each)}", _to_keep(each)) for each in left_out
                )
                return ()
        if not found:
            self._unknown.append(text)
        return found


def _unknown_line(text: str) -> str:
    if has_wildcards(text):
        return f"constraints: no variable matches {text!r}"
    return f"constraints: no variable is called {text!r}"


def _why_not_used(column: Column) -> str:
    """Return why a column is not a variable, and what to do."""
    name = column.name
    if column.same_as is not None:
        return (
            f"{name!r} is the same as {column.same_as!r}, which is used: name that, or keep "
            f"{name!r} (keep=)"
        )
    if not _to_keep(column):
        return f"{name!r} was left out ({column.reason}): leave it out of the constraints too"
    return f"{name!r} was left out ({column.kind}: {column.reason}): to use it, keep it (keep=)"


def _to_keep(column: Column) -> list[str]:
    """Return what to keep so that a column is used: nothing if the user left it out."""
    return [] if column.decided_by == "user" else [column.name]
