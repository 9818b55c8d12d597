"""The rules: what a column holds and what becomes of it, from its values alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from dagwright.data.columns.column import Kind, Treatment
from dagwright.data.columns.dates import (
    are_calendar_numbers,
    are_epoch_seconds,
    is_date,
    is_span_of_years,
)
from dagwright.data.columns.few_labels import remembered
from dagwright.data.columns.meaning import FEW_NUMBERS
from dagwright.data.columns.numbers import has_digit, parse_numbers, say
from dagwright.data.columns.running import row_numbers
from dagwright.data.columns.units import unit_example
from dagwright.data.columns.values import Numbers, Texts
from dagwright.data.raw import Coded, Opaque, WideText

__all__ = ["Verdict", "judge"]

_MOSTLY = 0.9
"""A column is one of dates if this share of its cells are."""

_ROWS_PER_DECIMAL = 5
"""Decimals that so few rows share are measured, however few they are."""

_ROWS_PER_LABEL = ((12, 2.0), (25, 4.5), (float("inf"), 6.5))
"""Up to this many labels, and how many rows each must have, on average, to be categories."""

_ROWS_PER_LONG_LABEL = 10
"""How many rows labels must have that are as long as free text."""

_WORDS_OF_TEXT = 4
_LETTERS_OF_TEXT = 40
"""Labels as long as this, on average, are free text; shorter ones name something."""


@dataclass(frozen=True)
class Verdict:
    """What was decided about a column by itself."""

    kind: Kind
    treatment: Treatment
    reason: str
    n_values: int | None = None
    or_empty: bool = False
    """Whether its one value or an empty cell are two states."""


_EMPTY = Verdict(Kind.CONSTANT, Treatment.LEAVE_OUT, "no cell has a value", 0)


def judge(
    name: str, values: Numbers | Texts | Coded | WideText | Opaque, max_states: int | None
) -> Verdict:
    """Decide what a column holds and what becomes of it."""
    if isinstance(values, Numbers):
        return _judge_numbers(name, values)
    if isinstance(values, Texts):
        return _judge_texts(values, max_states)
    if isinstance(values, Coded):
        return _judge_declared(values)
    if isinstance(values, WideText):
        return _judge_wide_text(values)
    kind = Kind.DATE if values.is_date else Kind.TEXT
    return Verdict(kind, Treatment.LEAVE_OUT, values.what)


def _judge_numbers(name: str, numbers: Numbers) -> Verdict:
    n_values = numbers.n_values
    if n_values == 0:
        return _EMPTY
    if n_values == 1:
        reason = f"{say(numbers.low)} in every row"
        return Verdict(Kind.CONSTANT, Treatment.KEEP, reason, 1)
    found = row_numbers(name, numbers)
    if found is None and numbers.whole and _are_calendar(numbers):
        found = Kind.DATE, f"dates such as {say(numbers.low)}"
    if found is not None:
        return Verdict(found[0], Treatment.LEAVE_OUT, found[1], n_values)
    return _judge_quantity(numbers)


def _judge_quantity(numbers: Numbers) -> Verdict:
    """Decide between a cut and a state for each number."""
    n_values = numbers.n_values
    how_many = "more than 1000" if n_values is None else str(n_values)
    what = "whole numbers" if numbers.whole else "numbers"
    reason = f"{how_many} different {what} from {say(numbers.low)} to {say(numbers.high)}"
    if n_values is None or n_values > FEW_NUMBERS:
        return Verdict(Kind.NUMBER, Treatment.CUT, reason, n_values)
    if numbers.whole:
        return Verdict(Kind.CATEGORY, Treatment.KEEP, f"only {reason}", n_values)
    if numbers.n_present < _ROWS_PER_DECIMAL * n_values:
        return Verdict(Kind.NUMBER, Treatment.CUT, reason, n_values)
    return Verdict(Kind.NUMBER, Treatment.KEEP, f"only {reason}", n_values)


def _are_calendar(numbers: Numbers) -> bool:
    if not (numbers.low >= 170001 and numbers.high <= 21991231235959):
        return False
    if are_calendar_numbers(numbers.coding[0]):
        return True
    n_distinct = len(numbers.coding[0])
    return n_distinct >= _MOSTLY * numbers.n_present and are_epoch_seconds(numbers.coding[0])


def _judge_texts(texts: Texts, max_states: int | None) -> Verdict:
    n_labels, n_cells = len(texts.labels), texts.n_present
    if n_labels == 0:
        return _EMPTY
    if _may_be_dates(texts.labels) and _share(texts, is_date) >= _MOSTLY:
        return Verdict(
            Kind.DATE, Treatment.LEAVE_OUT, f"dates such as {_first_date(texts)}", n_labels
        )
    if n_labels == 1:
        return Verdict(Kind.CONSTANT, Treatment.KEEP, f"{texts.labels[0]!r} in every row", 1)
    reason = f"{n_labels} different labels in {n_cells} rows"
    if not _labels_repeat(texts):
        reason = _why_no_numbers(texts.labels) or reason
        return Verdict(_kind_of_names(texts), Treatment.LEAVE_OUT, reason, n_labels)
    if max_states is not None and n_labels > max_states:
        reason = f"{n_labels} different labels, more than {max_states}"
        return Verdict(_kind_of_names(texts), Treatment.LEAVE_OUT, reason, n_labels)
    return Verdict(Kind.CATEGORY, Treatment.KEEP, reason, n_labels)


def _labels_repeat(texts: Texts) -> bool:
    """Tell whether labels come back often enough to be categories."""
    n_labels = len(texts.labels)
    needed = next(rows for most, rows in _ROWS_PER_LABEL if n_labels <= most)
    if n_labels > 2 and _are_long(texts.labels):
        needed = _ROWS_PER_LONG_LABEL
    return texts.n_present >= needed * n_labels


def _why_no_numbers(labels: Collection[str]) -> str | None:
    """Return why labels with digits are not read as numbers, None if they do not look like any."""
    texts = sorted(labels)
    example = unit_example(texts)
    if example is not None:
        return f"numbers with units such as {example!r}: remove the unit, or call it a category"
    words = np.isnan(parse_numbers(texts))
    if len(texts) < 2 * words.sum() or not words.any():
        return None
    others = [texts[i] for i in np.flatnonzero(words)]
    odd = next(filter(has_digit, others), others[0])
    return f"numbers and too many other cells such as {odd!r}: correct them, or call it a category"


def _kind_of_names(texts: Texts) -> Kind:
    """Return the kind of labels that hardly repeat."""
    if _share(texts, lambda label: is_date(label) or is_span_of_years(label)) >= _MOSTLY:
        return Kind.DATE
    return Kind.TEXT if _are_long(texts.labels) else Kind.IDENTIFIER


@remembered
def _are_long(labels: tuple[str, ...]) -> bool:
    n_words = sum(len(label.split()) for label in labels)
    n_letters = sum(map(len, labels))
    return max(n_words / _WORDS_OF_TEXT, n_letters / _LETTERS_OF_TEXT) >= len(labels)


@remembered
def _may_be_dates(labels: tuple[str, ...]) -> bool:
    """Look at a few labels first: columns of many thousands of names are common."""
    return any(map(is_date, labels[:: max(1, len(labels) // 64)]))


def _share(texts: Texts, test: Callable[[str], bool]) -> float:
    """Return the share of cells whose label passes a test."""
    passed = np.fromiter(map(test, texts.labels), bool, len(texts.labels))
    return float(texts.counts[passed].sum() / texts.n_present)


def _first_date(texts: Texts) -> str:
    return next(label for label in texts.labels if is_date(label))


def _judge_declared(column: Coded) -> Verdict:
    n_states = len(column.states)
    if n_states == 1:
        return Verdict(Kind.CONSTANT, Treatment.KEEP, f"{column.states[0]!r} in every row", 1)
    what = "true or false" if isinstance(column.states[0], bool) else f"{n_states} declared states"
    return Verdict(Kind.CATEGORY, Treatment.KEEP, what, n_states)


def _judge_wide_text(column: WideText) -> Verdict:
    if column.n_dates >= _MOSTLY * column.n_cells:
        example = min(filter(is_date, column.sample), default="")
        reason = f"dates such as {example}" if example else "dates"
        return Verdict(Kind.DATE, Treatment.LEAVE_OUT, reason)
    long = max(column.n_words / _WORDS_OF_TEXT, column.n_bytes / _LETTERS_OF_TEXT)
    kind = Kind.TEXT if long >= column.n_cells else Kind.IDENTIFIER
    reason = f"very many different labels in {column.n_cells} rows"
    reason = _why_no_numbers(column.sample) or reason
    return Verdict(kind, Treatment.LEAVE_OUT, reason)
