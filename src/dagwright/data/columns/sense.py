"""What the labels of a column mean, whichever rows have them.

Wide tables have thousands of columns with the same few labels: what these mean is found out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.few_labels import FEW_LABELS, MOST_ANSWERS
from dagwright.data.columns.markers import find_markers, is_usual_marker
from dagwright.data.columns.numbers import has_digit, is_digit_code, parse_limits, parse_numbers
from dagwright.data.columns.scale import Floats, Scale
from dagwright.data.columns.units import mixed_units, unread_numbers
from dagwright.data.encode import Codes, code_dtype
from dagwright.data.raw import Mask

__all__ = [
    "FEW_NUMBERS",
    "Asked",
    "Counts",
    "Sense",
    "positions_of",
    "sense_of",
    "tally",
    "too_many_unread",
    "unread",
]

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

Counts: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """What the user said that bears on the meaning of cells.

    Attributes
    ----------
    missing_values : frozenset of str, optional
        Markers of missing values, instead of the usual ones.
    states : frozenset of str
        Labels that the column is declared to have.
    number : bool
        Whether the column is to be numbers, whatever its cells look like.
    """

    missing_values: frozenset[str] | None = None
    states: frozenset[str] = frozenset()
    number: bool = False


@dataclass(frozen=True, eq=False)
class Sense:
    """What each label of a column means.

    Attributes
    ----------
    values : Scale or tuple of str
        The different numbers, or the different texts in lexicographic order.
    rank_of : array of unsigned int
        The position of each label among them; 0 for those that are none of them.
    gone : array of bool, optional
        Which labels stand for a cell without a value; None if none does.
    markers, exceptions : tuple of (str, int)
        Labels that are written for missing values, and words and limits among numbers, with their
        positions; both sorted.
    codes_kept : tuple of str
        Labels that look like markers and were taken as values.
    warnings : tuple of str
        What could mislead in the way the numbers are written.
    """

    values: Scale | tuple[str, ...]
    rank_of: Codes
    gone: Mask | None
    markers: tuple[tuple[str, int], ...]
    exceptions: tuple[tuple[str, int], ...]
    codes_kept: tuple[str, ...]
    warnings: tuple[str, ...]

    def placed(self, places: Sequence[int]) -> Sense:
        """Return the sense of the same labels, each at another place."""
        rank_of = np.empty_like(self.rank_of)
        rank_of[places] = self.rank_of
        gone = None
        if self.gone is not None:
            gone = np.empty_like(self.gone)
            gone[places] = self.gone
        markers, exceptions = (
            tuple((label, places[at]) for label, at in chosen)
            for chosen in (self.markers, self.exceptions)
        )
        return replace(self, rank_of=rank_of, gone=gone, markers=markers, exceptions=exceptions)


def sense_of(labels: Sequence[str], counts: Counts, asked: Asked, decimal: str) -> Sense:
    """Return what the labels of a column mean, given how many rows have each."""
    if len(labels) <= FEW_LABELS and counts.all():
        known = _of_few(tuple(labels), asked, decimal)
        if known is not None:
            return known
    sense = _find(labels, counts, asked, decimal)
    assert sense is not None  # as it is only without counts
    return sense


@lru_cache(maxsize=MOST_ANSWERS)
def _of_few(labels: tuple[str, ...], asked: Asked, decimal: str) -> Sense | None:
    """Return what labels mean of which every one occurs, None if it matters how often."""
    places = sorted(range(len(labels)), key=labels.__getitem__)
    in_order = tuple(labels[place] for place in places)
    if in_order == labels:
        return _find(labels, None, asked, decimal)
    known = _of_few(in_order, asked, decimal)
    return None if known is None else known.placed(places)


def _find(
    written: Sequence[str], counts: Counts | None, asked: Asked, decimal: str
) -> Sense | None:
    """Return what labels mean; without counts all of them occur, and None is "it depends"."""
    labels = [label.strip() for label in written]
    numbers = parse_numbers(labels, decimal)
    marked = find_markers(labels, numbers, asked.missing_values, asked.states)
    occurs = np.ones(len(labels), dtype=bool) if counts is None else counts > 0
    stays = ~marked & occurs
    numbers[~stays] = np.nan
    as_written = asked.states or is_digit_code([labels[i] for i in np.flatnonzero(stays).tolist()])
    if as_written and not asked.number:
        numbers[:] = np.nan
    words = stays & np.isnan(numbers)
    odd = [labels[i] for i in np.flatnonzero(words).tolist()]
    exceptions: tuple[tuple[str, int], ...] = ()
    if odd and (asked.number or not np.isnan(numbers).all()):
        if counts is None:
            return None
        if asked.number or _clearly_numbers(labels, numbers, words, counts, decimal):
            exceptions = positions_of(labels, words)
            numbers[words] = parse_limits(odd, decimal)
            odd = []
    warnings: tuple[str, ...] = ()
    values: Scale | tuple[str, ...]
    if odd or not stays.any():
        values, rank_of, gone = _texts(labels, stays, marked)
    else:
        values, rank_of, gone = _numbers(numbers)
        held = {} if counts is None else tally(exceptions, counts)
        warnings = (*unread_numbers(unread(held, decimal)), *mixed_units(labels, numbers))
    kept = odd if asked.missing_values is None else []
    codes_kept = tuple(sorted(filter(is_usual_marker, kept)))
    markers = positions_of(labels, marked & occurs)
    return Sense(values, rank_of, gone, markers, exceptions, codes_kept, warnings)


def positions_of(labels: Sequence[str], chosen: Mask) -> tuple[tuple[str, int], ...]:
    """Return the chosen ones of some labels with their positions, sorted."""
    return tuple(sorted((labels[place], place) for place in np.flatnonzero(chosen).tolist()))


def _texts(
    labels: Sequence[str], stays: Mask, marked: Mask
) -> tuple[tuple[str, ...], Codes, Mask | None]:
    """Return the texts of labels; those that are written alike are one."""
    distinct = sorted({labels[place] for place in np.flatnonzero(stays).tolist()})
    place_of = {label: rank for rank, label in enumerate(distinct)}
    ranks = [place_of.get(label, 0) for label in labels] or [0]
    rank_of = np.array(ranks, dtype=code_dtype(len(distinct)))
    return tuple(distinct), rank_of, marked if marked.any() else None


def _numbers(of_label: Floats) -> tuple[Scale, Codes, Mask | None]:
    """Return the numbers of labels, of which NaN is none."""
    gone = np.isnan(of_label)
    if not gone.any():
        distinct, ranks = np.unique(of_label, return_inverse=True)
        return Scale(distinct), ranks.astype(code_dtype(len(distinct))), None
    distinct, ranks = np.unique(of_label[~gone], return_inverse=True)
    rank_of = np.zeros(len(of_label), dtype=code_dtype(len(distinct)))
    rank_of[~gone] = ranks
    return Scale(distinct), rank_of, gone


def _clearly_numbers(
    labels: Sequence[str], numbers: Floats, words: Mask, counts: Counts, decimal: str
) -> bool:
    """Tell whether a column is one of many numbers in which a few words are exceptions."""
    plain = ~np.isnan(numbers)
    places = np.flatnonzero(words).tolist()
    limits = np.zeros_like(words)
    limits[places] = ~np.isnan(parse_limits([labels[i] for i in places], decimal))
    n_cells, n_labels = counts[plain | words].sum(), (plain | words).sum()
    n_numbers = len(np.unique(numbers[plain]))
    if n_numbers <= FEW_NUMBERS and n_cells >= _ROWS_PER_LABEL * n_labels:
        return False  # a category with some numbers among its labels
    good = plain | limits
    not_read = [i for i in places if not limits[i] and has_digit(labels[i])]
    if too_many_unread(int(counts[not_read].sum()), int(n_cells)):
        return False
    share = min(counts[good].sum() / n_cells, good.sum() / n_labels)
    return bool(share >= _CLEARLY and n_numbers >= _FEWEST_NUMBERS)


def too_many_unread(n_unread: int, n_cells: int) -> bool:
    """Tell whether cells such as ``12kg`` are too many to be slips: as holes they would be lost."""
    return n_unread > max(_FEW_UNREAD, _SHARE_UNREAD * n_cells)


def unread(exceptions: Mapping[str, int], decimal: str) -> dict[str, int]:
    """Return the exceptions that have digits and yet are not limits."""
    if not exceptions:
        return {}
    limits = parse_limits(list(exceptions), decimal)
    pairs = zip(exceptions.items(), limits, strict=True)
    return {e: n for (e, n), limit in pairs if np.isnan(limit) and has_digit(e)}


def tally(chosen: Iterable[tuple[str, int]], counts: Counts) -> dict[str, int]:
    """Return how often labels occur, given their positions; the order of both is kept."""
    found: dict[str, int] = {}
    for label, place in chosen:
        found[label] = found.get(label, 0) + int(counts[place])
    return found
