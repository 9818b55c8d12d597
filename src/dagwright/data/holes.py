"""Holes in the columns that are used: which rows are dropped, which columns get one more state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dagwright.data.cells.number_column import MISSING_STATE
from dagwright.data.encode import code_dtype
from dagwright.data.problems import MissingError, Problems
from dagwright.data.raw import Coded, Mask, RawTable, Real
from dagwright.data.table_warnings import dropped_rows_warning
from dagwright.errors import DataError

__all__ = ["fill_holes", "holes_of", "keeps_holes", "with_missing_state"]

_MOST_DROPPED = 0.05
"""The share of rows up to which dropping them is the smaller evil: a state of its own for a few
holes costs every edge of its column parameters, and mixes what is unknown with what is not."""


def fill_holes(
    table: RawTable, used: Mapping[str, Coded | Real], policy: str
) -> dict[str, Coded | Real]:
    """Return the columns without the rows that are dropped, and drop them from the table.

    Parameters
    ----------
    table
        Where weights, warnings and the count of dropped rows are kept.
    used
        The columns that are variables.
    policy
        'error', 'drop', 'state', or 'auto', which drops up to 5 % of the rows.
    """
    counts = {name: n for name, column in used.items() if (n := column.n_missing)}
    if not counts:
        return dict(used)
    if policy == "state":
        return _kept(table, used)
    if policy == "error":
        problems = Problems()
        for name, count in counts.items():
            problems.add(name, MissingError(count))
        problems.raise_if_any()
    gone = np.zeros(table.n_rows, dtype=bool)
    for name in counts:
        holes = holes_of(used[name])
        if holes is not None:
            gone |= holes
    if keeps_holes(int(gone.sum()), table.n_rows, policy):
        return _kept(table, used)
    if gone.all():
        raise DataError("every row has a missing value: none would be left, so none is dropped")
    return _dropped(table, used, gone, counts)


def keeps_holes(n_incomplete: int, n_rows: int, policy: str) -> bool:
    """Tell whether holes become a state, given how many rows have some."""
    if policy == "auto":
        return n_incomplete > _MOST_DROPPED * n_rows
    return policy == "state" and n_incomplete > 0


def _kept(table: RawTable, used: Mapping[str, Coded | Real]) -> dict[str, Coded | Real]:
    for name, column in used.items():
        is_label = isinstance(column, Coded) and MISSING_STATE in map(str, column.states)
        if is_label and column.n_missing:
            cells = "1 empty cell" if column.n_missing == 1 else f"{column.n_missing:,} empty cells"
            table.warnings.append(
                f"{name!r} has a label {MISSING_STATE!r} and {cells}: both are one state here; "
                "rename the label if it means something else"
            )
    return dict(used)


def _dropped(
    table: RawTable, used: Mapping[str, Coded | Real], gone: Mask, counts: Mapping[str, int]
) -> dict[str, Coded | Real]:
    kept = ~gone
    rows, where = np.flatnonzero(kept), table.where
    table.where = lambda row: where(int(rows[row]))
    if table.weights is not None:
        table.weights = np.asarray(table.weights)[kept]
    dropped = int(gone.sum())
    table.warnings.append(dropped_rows_warning(dropped, table.n_rows, counts))
    table.n_rows = len(rows)
    table.n_dropped += dropped
    return {name: column.take(kept) for name, column in used.items()}


def holes_of(column: Coded | Real) -> Mask | None:
    """Return where values are missing, None if nowhere."""
    if isinstance(column, Real):
        missing = np.isnan(column.values)
        return missing if missing.any() else None
    return column.missing


def with_missing_state(column: Coded) -> Coded:
    """Return the column with one more, last state for its missing values.

    Labels that are not text become text: a column of one kind is what other tools can read.
    """
    if column.missing is None:
        return column
    states = tuple(map(str, column.states))
    if MISSING_STATE in states:  # the table has this state already: holes belong there
        codes = column.codes.copy()
        codes[column.missing] = states.index(MISSING_STATE)
        return replace(column, states=states, codes=codes, missing=None)
    codes = column.codes.astype(code_dtype(len(states) + 1))
    codes[column.missing] = len(states)
    return replace(column, states=(*states, MISSING_STATE), codes=codes, missing=None)
