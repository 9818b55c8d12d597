"""What was decided about a table, in a few lines for the top of summaries and pages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dagwright.data.columns.column import Column, Kind, Treatment
from dagwright.data.columns.listing import listed

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset

__all__ = ["describe_columns", "describe_cuts"]

_NAMES = 5
_INTERVALS = 6
_KINDS = {Kind.INDEX: "row number", Kind.TEXT: "free text"}
_MAKERS = {
    "learner": "cut by learning, to follow the network",
    "reader": "cut for now, into intervals with about equally many rows",
    "user": "cut as you asked",
}


def describe_columns(data: Dataset) -> list[str]:
    """Return what was decided about the columns of a table, in a few lines.

    None if nothing was: every column is used and has a state for each of its values.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"row": list(range(1, 61)), "town": ["Ulm", "Bonn"] * 30})
    >>> for line in describe_columns(data):
    ...     print(line)
    1 of 2 columns used
    left out: row (row number)
    `Dataset.columns` shows every column
    >>> describe_columns(dw.load_dataset("wdbc"))
    []
    """
    decisions = list(_decisions(data))
    if not decisions:
        return []
    return [_used(data), *decisions, f"{_where(data)} shows every column"]


def describe_cuts(data: Dataset, most: int | None = None) -> list[str]:
    """Return the intervals of each column of numbers, below a line on who made them.

    Parameters
    ----------
    data
        The table as it was cut.
    most
        Columns to show at most.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"age": list(range(20, 80))}, cuts={"age": [30, 60]})
    >>> describe_cuts(data)
    ['cut as you asked', '  age: below_30, from_30_to_60, from_60']
    """
    lines, left = [], len(data.numbers) if most is None else most
    for maker, words in _MAKERS.items():
        cut = [name for name, number in data.numbers.items() if number.cuts.made_by == maker]
        if cut:
            lines.append(words)
        lines += [f"  {name}: {_intervals(data.numbers[name].states)}" for name in cut[:left]]
        if len(cut) > left:
            lines.append(f"  and {len(cut) - left:,} more")
        left = max(0, left - len(cut))
    return lines


def _used(data: Dataset) -> str:
    columns = data.columns.values()
    used = sum(column.is_used for column in columns)
    words = f"{used:,} of {len(columns):,} columns"
    if data.n_dropped:
        words += f" and {data.n_rows:,} of {data.n_rows + data.n_dropped:,} rows"
    return f"{words} used"


def _decisions(data: Dataset) -> Iterator[str]:
    columns = list(data.columns.values())
    if data.numbers:
        yield f"cut: {listed(list(data.numbers), _NAMES)}"
    out = [column for column in columns if column.treatment is Treatment.LEAVE_OUT]
    if out:
        # The user knows what they left out themselves, so it comes last.
        out.sort(key=lambda column: column.decided_by == "user")
        yield f"left out: {listed([_left_out(column) for column in out], _NAMES)}"
    same = [f"{c.name} = {c.same_as}" for c in columns if c.treatment is Treatment.ALIAS]
    if same:
        yield f"same as another: {listed(same, _NAMES)}"
    holes = [column.name for column in columns if column.is_used and column.n_missing]
    if holes and not data.n_dropped:  # of rows that were dropped a warning tells
        yield f"missing values are a state of their own in: {listed(holes, _NAMES)}"


def _left_out(column: Column) -> str:
    if column.decided_by == "user":
        return f"{column.name} (excluded)"
    if column.kind in {Kind.CATEGORY, Kind.NUMBER}:
        return f"{column.name} ({column.reason})"
    return f"{column.name} ({_KINDS.get(column.kind, str(column.kind))})"


def _where(data: Dataset) -> str:
    path = None if data.source is None else data.source.path
    if data.source is None or path is None or path == "-":
        return "`Dataset.columns`"
    same = " with the same options" if data.source.options else ""
    return f"`dagwright info {shlex.quote(path)}`{same}"


def _intervals(states: tuple[str, ...]) -> str:
    if len(states) <= _INTERVALS:
        return ", ".join(states)
    return f"{', '.join(states[: _INTERVALS - 2])}, ..., {states[-1]} ({len(states)} states)"
