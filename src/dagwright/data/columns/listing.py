"""Every column of a table with what was decided about it, to be shown or written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from dagwright.data.columns.column import Column, Treatment

if TYPE_CHECKING:
    from dagwright.data.cells.number_column import NumberColumn
    from dagwright.data.dataset import Dataset
    from dagwright.data.encode import Label

__all__ = ["ColumnRow", "column_rows", "columns_as_json", "listed"]

_LABELS = 5
_CUTS = 4


@dataclass(frozen=True)
class ColumnRow:
    """One column in words.

    Attributes
    ----------
    name, kind, treatment
        As in `Column`; a copy of another column is 'same as' that.
    missing
        The share of missing cells; empty if there are none.
    states
        Labels, or how numbers are cut; empty if the column is not a variable.
    reason, warnings
        As in `Column`.
    """

    name: str
    kind: str
    treatment: str
    missing: str
    states: str
    reason: str
    warnings: tuple[str, ...]

    @property
    def details(self) -> tuple[str, ...]:
        """States and reason, whichever there are."""
        return tuple(text for text in (self.states, self.reason) if text)

    def reworded(self, reword: Callable[[str], str]) -> ColumnRow:
        """Return the row with its remarks in other words."""
        warnings = tuple(map(reword, self.warnings))
        return replace(self, reason=reword(self.reason), warnings=warnings)


def column_rows(data: Dataset, most: int | None = None) -> list[ColumnRow]:
    """Return the columns of a table in words, all of them or the first ones.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"rain": ["no", "yes"] * 30})
    >>> row = column_rows(data)[0]
    >>> row.name, row.kind, row.treatment, row.states
    ('rain', 'category', 'keep', 'no, yes')
    """
    n_rows = data.n_rows + data.n_dropped
    return [
        ColumnRow(
            column.name,
            str(column.kind),
            _treatment(column),
            _share(column.n_missing, n_rows),
            _states(states, number),
            column.reason,
            (*_pointed_out(column), *column.warnings),
        )
        for column, states, number in islice(_columns(data), most)
    ]


def columns_as_json(data: Dataset) -> list[dict[str, Any]]:
    """Return the columns of a table as plain values, with their states and cuts."""
    found = []
    for column, states, number in _columns(data):
        plain = column.to_json()
        if states:
            plain["states"] = list(states)
        if number is not None:
            plain["cuts"] = list(number.cuts.values)
            plain["cut_by"] = number.cuts.made_by
        found.append(plain)
    return found


def listed(texts: Sequence[str], most: int) -> str:
    """Return texts with commas between; of too many the first ones, and how many more.

    Examples
    --------
    >>> listed(["a", "b", "c", "d"], 2), listed(["a", "b"], 2)
    ('a, b and 2 more', 'a, b')
    """
    if len(texts) <= most:
        return ", ".join(texts)
    return f"{', '.join(texts[:most])} and {len(texts) - most:,} more"


def _columns(
    data: Dataset,
) -> Iterator[tuple[Column, tuple[Label, ...], NumberColumn | None]]:
    states = dict(zip(data.names, data.states, strict=True))
    for name, column in data.columns.items():
        yield column, states.get(name, ()), data.numbers.get(name)


def _treatment(column: Column) -> str:
    if column.treatment is Treatment.ALIAS and column.same_as is not None:
        return f"same as {column.same_as}"
    return str(column.treatment)


def _share(count: int, total: int) -> str:
    """Return a share in per cent; a few are never called none.

    Examples
    --------
    >>> _share(0, 9), _share(1, 3), _share(1, 20_000)
    ('', '33 %', '<0.1 %')
    """
    if not count:
        return ""
    percent = 100 * count / total
    return "<0.1 %" if percent < 0.1 else f"{percent:.{int(percent < 10)}f} %"


def _states(states: Sequence[Label], number: NumberColumn | None) -> str:
    if number is None:
        texts = list(map(str, states))
        if len(texts) <= _LABELS:
            return ", ".join(texts)
        return f"{len(texts):,} states: {', '.join(texts[: _LABELS - 1])}, ..."
    cuts = [f"{value:.6g}" for value in number.cuts.values]
    shown = cuts if len(cuts) <= _CUTS else [*cuts[: _CUTS - 1], "...", cuts[-1]]
    where = f"at {', '.join(shown)}" if cuts else "into a single interval"
    missing = ", and a state for missing values" if number.missing_state else ""
    if number.cuts.made_by == "reader":
        return f"cut while learning (now {where}){missing}"
    return f"cut {where}{missing}"


def _pointed_out(column: Column) -> Iterator[str]:
    """Say which cells are not what the others are."""
    if column.markers:
        yield "missing is written " + _counted(column.markers.items())
    if column.exceptions:
        yield "among numbers: " + _counted(column.exceptions.items())


def _counted(cells: Any) -> str:
    return listed([f"{text or 'empty'!s} ({count:,})" for text, count in cells], _LABELS)
