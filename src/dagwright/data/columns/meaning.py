"""What the cells of a column mean: numbers or texts, with missing values and exceptions found."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from dagwright.data.columns.markers import find_markers
from dagwright.data.columns.numbers import parse_limits, parse_numbers
from dagwright.data.columns.scale import Floats, Scale
from dagwright.data.columns.sense import (
    FEW_NUMBERS,
    Asked,
    Counts,
    positions_of,
    sense_of,
    tally,
    too_many_unread,
    unread,
)
from dagwright.data.columns.units import unread_numbers
from dagwright.data.columns.values import Numbers, Texts, numbers_of_codes, numbers_of_rows
from dagwright.data.raw import Coded, Labels, Mask, Opaque, RawColumn, Real, WideText

__all__ = ["FEW_NUMBERS", "Asked", "Meaning", "understand"]

_EXACT = 10**15
"""Whole numbers beyond it name something; as floats they would run together."""


@dataclass(frozen=True)
class Meaning:
    """The values of a column, and what else was in its cells.

    Attributes
    ----------
    values : Numbers, Texts, Coded, WideText or Opaque
        `Coded` if the states are declared; the last two hold no values.
    n_missing : int
        Cells without a value.
    markers : dict
        How missing cells are written, with how often.
    exceptions : dict
        Words and limits among numbers, with how often.
    codes_kept : tuple of str
        Labels that look like markers and were taken as values.
    warnings : tuple of str
        What could mislead in the way the numbers are written.
    """

    values: Numbers | Texts | Coded | WideText | Opaque
    n_missing: int
    markers: Mapping[str, int] = field(default_factory=dict)
    exceptions: Mapping[str, int] = field(default_factory=dict)
    codes_kept: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def understand(column: RawColumn, asked: Asked, decimal: str = ".") -> Meaning:
    """Return what the cells of a column mean."""
    if isinstance(column, Labels):
        return _of_labels(column, asked, decimal)
    if isinstance(column, Real):
        return _of_real(column, asked, decimal)
    if isinstance(column, Coded):
        return _of_coded(column, asked, decimal)
    missing = column.n_empty if isinstance(column, WideText) else column.n_missing
    written = isinstance(column, WideText) and missing
    return Meaning(column, missing, {"": missing} if written else {})


def _of_labels(column: Labels, asked: Asked, decimal: str) -> Meaning:
    counts = _occurrences(column)
    sense = sense_of(column.labels, counts, asked, decimal)
    missing = column.missing
    if sense.gone is not None:
        here = sense.gone[column.codes]
        missing = here if missing is None else here | missing
    n_missing = 0 if missing is None else int(np.count_nonzero(missing))
    if not n_missing:
        missing = None
    codes = sense.rank_of[column.codes]
    values: Numbers | Texts
    if isinstance(sense.values, Scale):
        values = Numbers((sense.values, codes), missing)
    else:
        if missing is not None:
            codes[missing] = 0
        values = Texts(sense.values, codes, missing)
    return Meaning(
        values,
        n_missing,
        tally(sense.markers, counts),
        tally(sense.exceptions, counts),
        sense.codes_kept,
        sense.warnings,
    )


def _of_real(column: Real, asked: Asked, decimal: str) -> Meaning:
    values = column.values
    labels = list(column.exceptions)
    counts = np.array([len(column.exceptions[label]) for label in labels], dtype=np.int64)
    texts = [label.strip() for label in labels]
    # They stand among many numbers, which two made-up labels are here to say.
    marked = find_markers(
        ["0", "1", *texts],
        np.array([0.0, 1.0, *[np.nan] * len(texts)]),
        asked.missing_values,
        asked.states,
    )[2:]
    limits = parse_limits(texts, decimal)
    if not np.isnan(limits).all():
        values = values.copy()
        for label, limit in zip(labels, limits, strict=True):
            values[column.exceptions[label]] = limit
    given, gone = _given_numbers(values, asked.missing_values)
    if given:
        values = np.where(gone, np.nan, values)
    exceptions = tally(positions_of(texts, ~marked), counts)
    not_read = unread(exceptions, decimal)
    if not asked.number and too_many_unread(sum(not_read.values()), len(values)):
        what = Opaque(f"numbers and cells such as {min(not_read)!r}")
        return Meaning(what, int(counts[marked].sum()))
    numbers = numbers_of_rows(np.ascontiguousarray(values, dtype=np.float64))
    return Meaning(
        numbers,
        _holes(numbers),
        {**tally(positions_of(texts, marked), counts), **given},
        exceptions,
        warnings=unread_numbers(not_read),
    )


def _given_numbers(values: Floats, given: Collection[str] | None) -> tuple[dict[str, int], Mask]:
    """Return which of the user's markers occur among typed numbers, and where."""
    found: dict[str, int] = {}
    gone = np.zeros(len(values), dtype=bool)
    labels = sorted(given or ())
    for label, number in zip(labels, parse_numbers(labels, "."), strict=True):
        here = values == number
        if here.any():
            found[label] = int(here.sum())
            gone |= here
    return found, gone


def _of_coded(column: Coded, asked: Asked, decimal: str) -> Meaning:
    column, markers = _without_given(column, asked.missing_values)
    if column.has_integers() and all(abs(int(state)) < _EXACT for state in column.states):
        of_code = np.array(column.states, dtype=np.float64)
        numbers = numbers_of_codes(of_code, column.codes, column.missing)
        return Meaning(numbers, column.n_missing, markers)
    if column.declared or any(isinstance(state, bool) for state in column.states):
        if asked.number:
            column = Coded(tuple(map(str, column.states)), column.codes, column.missing)
        else:
            return Meaning(column, column.n_missing, markers)
    labels = Labels([str(state) for state in column.states], column.codes, column.missing)
    return _of_labels(labels, asked, decimal)


def _without_given(column: Coded, given: Collection[str] | None) -> tuple[Coded, dict[str, int]]:
    """Return typed states without those that the user calls missing, and how often they occur."""
    if not given:
        return column, {}
    marked = np.array([str(state) in given for state in column.states], dtype=bool)
    if not marked.any():
        return column, {}
    gone = marked[column.codes]
    if column.missing is not None:
        gone &= ~column.missing
    here = np.bincount(column.codes[gone], minlength=len(marked))
    markers = {str(s): int(n) for s, n in zip(column.states, here, strict=True) if n}
    states = tuple(s for s, mark in zip(column.states, marked, strict=True) if not mark)
    ranks = np.maximum(np.cumsum(~marked) - 1, 0).astype(column.codes.dtype)
    missing = gone if column.missing is None else gone | column.missing
    codes = np.where(missing, 0, ranks[column.codes]).astype(column.codes.dtype)
    return Coded(states, codes, missing if missing.any() else None, column.declared), markers


def _occurrences(column: Labels) -> Counts:
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    return np.bincount(codes, minlength=len(column.labels))[: len(column.labels)]


def _holes(values: Numbers | Texts) -> int:
    return 0 if values.missing is None else int(values.missing.sum())
