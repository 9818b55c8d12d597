"""The line of numbers of states that files for GOBNILP and BLIP have behind their header."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.raw import Coded, Labels, RawColumn, RawTable

__all__ = ["take_state_counts"]

_COUNT = re.compile(r"[1-9][0-9]{0,8}")
_INTEGER = re.compile(r"-?[0-9]{1,9}")


def take_state_counts(table: RawTable, declared: Collection[str] = ()) -> RawTable:
    """Return the table without its first row, if that can only be the numbers of states.

    In every column it then is a whole number that comes nowhere else, and all others are codes
    below it, or as many names or fewer. Codes have all their states, whether they occur or not.

    Parameters
    ----------
    table : RawTable
        As it was read.
    declared : collection of str
        Columns whose states the user declares: they hold names, whatever they look like.
    """
    if table.n_rows < 2:
        return table
    columns = {
        name: _without_count(column, name in declared) for name, column in table.columns.items()
    }
    if any(column is None for column in columns.values()):
        return table
    return replace(
        table,
        columns={name: column for name, column in columns.items() if column is not None},
        n_rows=table.n_rows - 1,
        where=lambda row: table.where(row + 1),
        notes=[*table.notes, f"{table.where(0)} was taken for the numbers of states"],
    )


def _without_count(column: RawColumn, declared: bool) -> RawColumn | None:
    if not isinstance(column, Labels):
        return None
    first, rest = int(column.codes[0]), column.codes[1:]
    count = column.labels[first]
    if not _COUNT.fullmatch(count) or bool((rest == first).any()):
        return None
    others = [label for code, label in enumerate(column.labels) if code != first]
    if declared or not all(map(_INTEGER.fullmatch, others)):
        # Labels are in order of first appearance, so that of the first row comes first.
        return Labels(others, rest - rest.dtype.type(1)) if len(others) <= int(count) else None
    if min(map(int, others)) < 0 or max(map(int, others)) >= int(count):
        return None
    values = np.array([int(label) for label in column.labels], dtype=np.int64)
    states = tuple(range(int(count)))
    return Coded(states, values[rest].astype(code_dtype(len(states))), declared=True)
