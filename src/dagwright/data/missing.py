"""Missing values: which there are, and the rows or the state that a policy makes of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.policy import MISSING_STATE
from dagwright.data.problems import UnusableError
from dagwright.data.raw import Coded, Mask, RawColumn, RawTable, Real, TooWide
from dagwright.data.table_warnings import dropped_rows_warning
from dagwright.data.text_labels import is_number
from dagwright.errors import DataError

__all__ = ["drop_missing", "mark_missing", "missing_rows", "with_missing_state"]


def mark_missing(column: RawColumn, markers: Collection[str]) -> RawColumn:
    """Return the column with the values that are written like a marker missing."""
    if not markers or isinstance(column, TooWide):
        return column
    if isinstance(column, Real):
        numbers = [float(marker) for marker in markers if is_number(marker)]
        gone = np.isin(column.values, numbers)
        return Real(np.where(gone, np.nan, column.values)) if gone.any() else column
    marked = [code for code, state in enumerate(column.states) if str(state) in markers]
    if not marked:
        return column
    gone = np.isin(column.codes, marked)
    if column.missing is not None:
        gone |= column.missing
    states = tuple(state for state in column.states if str(state) not in markers)
    kept = [code for code in range(len(column.states)) if code not in set(marked)]
    ranks = np.zeros(len(column.states), dtype=code_dtype(len(states)))
    ranks[kept] = np.arange(len(kept))
    missing = gone if gone.any() else None
    return Coded(states, ranks[column.codes], missing, column.declared)


def missing_rows(column: RawColumn) -> Mask | None:
    """Return where values are missing, None if nowhere."""
    if isinstance(column, Real):
        missing = np.isnan(column.values)
        return missing if missing.any() else None
    return column.missing if isinstance(column, Coded) else None


def drop_missing(table: RawTable) -> None:
    """Drop the rows with a missing value from a table, with a warning."""
    counts = {name: n for name, column in table.columns.items() if (n := column.n_missing)}
    if not counts:
        return
    gone = np.zeros(table.n_rows, dtype=bool)
    for name in counts:
        missing = missing_rows(table.columns[name])
        if missing is not None:
            gone |= missing
    if gone.all():
        raise DataError("every row has a missing value: none would be left, so none is dropped")
    kept = ~gone
    rows, where = np.flatnonzero(kept), table.where
    table.columns = {name: column.take(kept) for name, column in table.columns.items()}
    table.where = lambda row: where(int(rows[row]))
    if table.weights is not None:
        table.weights = np.asarray(table.weights)[kept]
    dropped = int(gone.sum())
    table.warnings.append(dropped_rows_warning(dropped, table.n_rows, counts))
    table.n_rows = len(rows)
    table.n_dropped += dropped


def with_missing_state(column: Coded) -> Coded:
    """Return the column with one more, last state for its missing values.

    Labels that are not text become text: a column of one kind is what other tools can read.
    """
    if column.missing is None:
        return column
    states = tuple(map(str, column.states))
    if MISSING_STATE in states:
        raise UnusableError(
            f"a state called {MISSING_STATE!r} beside missing values, so they cannot be given a "
            "state of that name: rename the state"
        )
    codes = column.codes.astype(code_dtype(len(states) + 1))
    codes[column.missing] = len(states)
    return replace(column, states=(*states, MISSING_STATE), codes=codes, missing=None)
