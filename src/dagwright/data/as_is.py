"""Tables of coded states, taken as they are: a state for each value, and nothing decided."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from dagwright.data.columns.column import Column, Kind, Treatment
from dagwright.data.cut_numbers import forced_numbers
from dagwright.data.declare import with_declared_states
from dagwright.data.options import AND_THE_USUAL, TableOptions
from dagwright.data.problems import ColumnError, ContinuousError, MissingError, UnusableError
from dagwright.data.raw import Coded, Labels, Opaque, RawColumn, RawTable, Real, WideText
from dagwright.data.text_labels import MISSING_MARKERS, encode_labels

__all__ = ["take_as_is"]

_REFUSE_HOLES = ("auto", "error")
"""What missing= says where holes are refused: here they are, unless the user says otherwise."""


def take_as_is(
    table: RawTable, options: TableOptions
) -> tuple[dict[str, Coded | Real], dict[str, Column]]:
    """Return every column with a state for each of its values, and remarks on them.

    Raises
    ------
    DataError
        One message about all columns that are not discrete. A `Discretizer` makes them so.
    """
    used: dict[str, Coded | Real] = {}
    columns = {}
    numbers = forced_numbers(table, options)
    for name, raw in table.columns.items():
        if name in options.exclude or (options.columns is not None and name not in options.columns):
            columns[name] = Column(name, Kind.CATEGORY, Treatment.LEAVE_OUT, "excluded", "user")
            continue
        try:
            column = _taken(name, raw, table, options)
            used[name] = column = _as_number(column) if name in numbers else column
        except ColumnError as problem:
            table.problems.add(name, problem)
            continue
        columns[name] = _described(name, column)
    table.problems.raise_if_any(options.exclude)
    return used, columns


def _taken(name: str, raw: RawColumn, table: RawTable, options: TableOptions) -> Coded | Real:
    declared = (options.states or {}).get(name)
    column = _meant(raw, _markers(raw, options), as_text=declared is not None)
    if column.n_missing and options.missing in _REFUSE_HOLES:
        table.problems.add(name, MissingError(column.n_missing))
    if declared is not None:
        return with_declared_states(column, tuple(declared), table.where)
    if isinstance(column, Real):
        column = column.as_coded() or column
    if options.discretize not in (None, "auto"):
        return _to_cut(column, options)
    if isinstance(column, Real):
        raise ContinuousError
    if options.max_states is not None and len(column.states) > options.max_states:
        raise _too_many(options.max_states, whole=column.has_integers())
    return column


def _as_number(column: Coded | Real) -> Real:
    """Return a column that a `Discretizer` names as numbers."""
    if isinstance(column, Real):
        return column
    if not column.has_integers():
        raise UnusableError(
            "no numbers",
            "it cannot be cut into intervals",
            "they cannot be cut into intervals",
        )
    return column.as_real()


def _to_cut(column: Coded | Real, options: TableOptions) -> Coded | Real:
    """Return whole numbers of too many values as numbers, which are then cut."""
    limit = options.max_states
    if isinstance(column, Coded) and limit is not None and len(column.states) > limit:
        if not column.has_integers():
            raise _too_many(limit, whole=False)
        return column.as_real()
    return column


def _markers(raw: RawColumn, options: TableOptions) -> frozenset[str]:
    usual = MISSING_MARKERS if isinstance(raw, Labels | Real) else frozenset()
    if options.missing_values is None:
        return usual
    given = frozenset(map(str, options.missing_values))
    return given - {AND_THE_USUAL} | usual if AND_THE_USUAL in given else given


def _meant(raw: RawColumn, markers: Collection[str], *, as_text: bool) -> Coded | Real:
    if isinstance(raw, Opaque):
        raise UnusableError(
            raw.what,
            "turn it into labels or whole numbers, or leave it out (exclude=)",
            "turn them into labels or whole numbers, or leave them out (exclude=)",
            best_left_out=True,
        )
    if isinstance(raw, WideText):
        raise _too_many(len(raw.sample), whole=False)
    if isinstance(raw, Labels):
        used = np.ones(len(raw.labels), dtype=bool)
        column = encode_labels(raw.labels, used, raw.codes, markers, as_text)
        return _with_holes(column, raw)
    if isinstance(raw, Real):
        for label in raw.exceptions:
            if label not in markers:
                raise UnusableError(
                    f"{label!r} among numbers", "correct it, or call it missing (missing_values=)"
                )
        numbers = [float(marker) for marker in markers if _is_finite(marker)]
        gone = np.isin(raw.values, numbers)
        return Real(np.where(gone, np.nan, raw.values)) if gone.any() else Real(raw.values)
    marked = np.array([str(state) in markers for state in raw.states], dtype=bool)
    if not marked.any():
        return raw
    missing = marked.take(raw.codes, mode="clip")
    if raw.missing is not None:
        missing |= raw.missing
    kept = Coded(raw.states, raw.codes, missing)
    return kept.observed() if not raw.declared else kept


def _with_holes(column: Coded | Real, raw: Labels) -> Coded | Real:
    if raw.missing is None:
        return column
    if isinstance(column, Real):
        return Real(np.where(raw.missing, np.nan, column.values))
    missing = raw.missing if column.missing is None else raw.missing | column.missing
    return Coded(column.states, column.codes, missing, column.declared).observed()


def _is_finite(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _too_many(limit: int, *, whole: bool) -> UnusableError:
    allow = "or allow them (max_states=)"
    if whole:
        return UnusableError(
            f"more than {limit} different whole numbers",
            f"cut them into intervals (discretize='quantile'), {allow}",
        )
    return UnusableError(
        f"more than {limit} different values",
        f"leave it out (exclude=) if it holds identifiers, dates or free text, {allow}",
        f"leave them out (exclude=) if they hold identifiers, dates or free text, {allow}",
        best_left_out=True,
    )


def _described(name: str, column: Coded | Real) -> Column:
    if isinstance(column, Real):
        return Column(
            name, Kind.NUMBER, Treatment.CUT, "numbers", "user", n_missing=column.n_missing
        )
    return Column(
        name,
        Kind.CATEGORY,
        Treatment.KEEP,
        "taken as it is",
        "user",
        n_values=len(column.states),
        n_missing=column.n_missing,
    )
