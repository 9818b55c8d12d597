"""What the cells of a column mean: numbers or texts, with missing values and exceptions found."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.markers import find_markers, is_usual_marker
from dagwright.data.columns.numbers import has_digit, is_digit_code, parse_limits, parse_numbers
from dagwright.data.columns.units import mixed_units, unread_numbers
from dagwright.data.columns.values import (
    Floats,
    Numbers,
    Texts,
    numbers_of_codes,
    numbers_of_rows,
    texts_of_codes,
)
from dagwright.data.raw import Coded, Labels, Mask, Opaque, RawColumn, Real, WideText

__all__ = ["FEW_NUMBERS", "Asked", "Meaning", "understand"]

FEW_NUMBERS = 12
"""Up to this many different numbers each can be a state; more are cut."""

_CLEARLY = 0.8
"""Words are exceptions if at least this share of the cells, and of the labels, are numbers."""

_FEW_UNREAD = 3
_SHARE_UNREAD = 0.05
"""More cells with digits that are not read as numbers, and it is not a column of numbers."""

_ROWS_PER_LABEL = 3
_FEWEST_NUMBERS = 5
"""With fewer different numbers, or this many rows for each label, both make a category."""

_EXACT = 10**15
"""Whole numbers beyond it name something; as floats they would run together."""

Counts: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """What the user said that bears on the meaning of cells.

    Attributes
    ----------
    missing_values : collection of str, optional
        Markers of missing values, instead of the usual ones.
    states : collection of str
        Labels that the column is declared to have.
    number : bool
        Whether the column is to be numbers, whatever its cells look like.
    """

    missing_values: Collection[str] | None = None
    states: Collection[str] = ()
    number: bool = False


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
    labels = [label.strip() for label in column.labels]
    numbers = np.asarray(parse_numbers(labels, decimal), dtype=np.float64)
    marked = find_markers(labels, numbers, asked.missing_values, asked.states)
    counts = _occurrences(column)
    stays = ~marked & (counts > 0)
    numbers[~stays] = np.nan
    as_written = asked.states or is_digit_code([labels[i] for i in np.flatnonzero(stays)])
    if as_written and not asked.number:
        numbers[:] = np.nan
    words = stays & np.isnan(numbers)
    exceptions: dict[str, int] = {}
    if words.any() and (asked.number or _clearly_numbers(labels, numbers, words, counts, decimal)):
        exceptions = _tally(labels, words, counts)
        numbers[words] = parse_limits([labels[i] for i in np.flatnonzero(words)], decimal)
        words[:] = False
    missing = _union(column.missing, marked, column)
    markers = _tally(labels, marked & (counts > 0), counts)
    values: Numbers | Texts
    warnings: tuple[str, ...] = ()
    if words.any() or not stays.any():
        values = texts_of_codes(labels, column.codes, missing)
    else:
        values = numbers_of_codes(numbers, column.codes, missing)
        warnings = (
            *unread_numbers(_unread(exceptions, decimal)),
            *mixed_units(labels, numbers, counts),
        )
    kept = [labels[i] for i in np.flatnonzero(words)] if asked.missing_values is None else []
    codes_kept = tuple(sorted(filter(is_usual_marker, kept)))
    return Meaning(values, _holes(values), markers, exceptions, codes_kept, warnings)


def _clearly_numbers(
    labels: Sequence[str], numbers: Floats, words: Mask, counts: Counts, decimal: str
) -> bool:
    """Tell whether a column is one of many numbers in which a few words are exceptions."""
    plain = ~np.isnan(numbers)
    if not plain.any():
        return False
    places = np.flatnonzero(words).tolist()
    limits = np.zeros_like(words)
    limits[places] = ~np.isnan(parse_limits([labels[i] for i in places], decimal))
    n_cells, n_labels = counts[plain | words].sum(), (plain | words).sum()
    n_numbers = len(np.unique(numbers[plain]))
    if n_numbers <= FEW_NUMBERS and n_cells >= _ROWS_PER_LABEL * n_labels:
        return False  # a category with some numbers among its labels
    good = plain | limits
    unread = [i for i in places if not limits[i] and has_digit(labels[i])]
    if _too_many_unread(int(counts[unread].sum()), int(n_cells)):
        return False
    share = min(counts[good].sum() / n_cells, good.sum() / n_labels)
    return bool(share >= _CLEARLY and n_numbers >= _FEWEST_NUMBERS)


def _too_many_unread(n_unread: int, n_cells: int) -> bool:
    """Tell whether cells such as ``12kg`` are too many to be slips: as holes they would be lost."""
    return n_unread > max(_FEW_UNREAD, _SHARE_UNREAD * n_cells)


def _unread(exceptions: Mapping[str, int], decimal: str) -> dict[str, int]:
    """Return the exceptions that have digits and yet are not limits."""
    limits = parse_limits(list(exceptions), decimal)
    pairs = zip(exceptions.items(), limits, strict=True)
    return {e: n for (e, n), limit in pairs if np.isnan(limit) and has_digit(e)}


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
    exceptions = _tally(texts, ~marked, counts)
    unread = _unread(exceptions, decimal)
    if not asked.number and _too_many_unread(sum(unread.values()), len(values)):
        what = Opaque(f"numbers and cells such as {min(unread)!r}")
        return Meaning(what, int(counts[marked].sum()))
    numbers = numbers_of_rows(np.ascontiguousarray(values, dtype=np.float64))
    return Meaning(
        numbers,
        _holes(numbers),
        {**_tally(texts, marked, counts), **given},
        exceptions,
        warnings=unread_numbers(unread),
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


def _union(missing: Mask | None, marked: Mask, column: Labels) -> Mask | None:
    if not marked.any():
        return missing
    gone = marked[column.codes]
    return gone if missing is None else gone | missing


def _tally(labels: Sequence[str], chosen: Mask, counts: Counts) -> dict[str, int]:
    """Return how often the chosen labels occur, in an order that rows have no part in."""
    found: dict[str, int] = {}
    for label, count in sorted(
        (labels[place], int(counts[place])) for place in np.flatnonzero(chosen).tolist()
    ):
        found[label] = found.get(label, 0) + count
    return found


def _holes(values: Numbers | Texts) -> int:
    return 0 if values.missing is None else int(values.missing.sum())
