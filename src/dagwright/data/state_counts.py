"""The line of numbers of states that files for GOBNILP and BLIP have behind their header."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.raw import Coded, Labels, RawColumn, RawTable

__all__ = ["take_state_counts"]

_CODE = re.compile(r"0|[1-9][0-9]{0,8}")


def take_state_counts(table: RawTable) -> RawTable:
    """Return the table without its first row, if that can only be the numbers of states.

    In every column it then is a whole number that comes nowhere else, and all others are codes
    below it, or as many names or fewer. Codes have all their states, whether they occur or not.
    """
    if table.n_rows < 2:
        return table
    columns = {name: _without_count(column) for name, column in table.columns.items()}
    if any(column is None for column in columns.values()):
        return table
    return replace(
        table,
        columns={name: column for name, column in columns.items() if column is not None},
        n_rows=table.n_rows - 1,
        where=lambda row: table.where(row + 1),
        notes=[*table.notes, f"{table.where(0)} was taken for the numbers of states"],
    )


def _without_count(column: RawColumn) -> RawColumn | None:
    if not isinstance(column, Labels):
        return None
    first, rest = int(column.codes[0]), column.codes[1:]
    count = column.labels[first]
    if not _CODE.fullmatch(count) or bool((rest == first).any()):
        return None
    others = [label for code, label in enumerate(column.labels) if code != first]
    if not all(map(_CODE.fullmatch, others)):
        # Labels are in order of first appearance, so that of the first row comes first.
        return Labels(others, rest - rest.dtype.type(1)) if len(others) <= int(count) else None
    if max(map(int, others)) >= int(count):
        return None
    values = np.array([int(label) for label in column.labels], dtype=np.int64)
    states = tuple(range(int(count)))
    return Coded(states, values[rest].astype(code_dtype(len(states))), declared=True)
