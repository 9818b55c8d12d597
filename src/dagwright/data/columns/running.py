"""Whole numbers that number the rows or name them: none repeats where some should by chance."""

from __future__ import annotations

import math

import numpy as np

from dagwright.data.columns.column import Kind
from dagwright.data.columns.names import suggests_code, suggests_quantity
from dagwright.data.columns.numbers import say
from dagwright.data.columns.values import Numbers

__all__ = ["are_years", "row_numbers"]

_FEWEST_ROWS = 5
_EXPECTED_REPEATS = 7
"""Where this many repetitions are expected by chance, there are none once in a thousand times."""

_NEARLY_ALL = 0.9
"""A column in which this share of the rows is one more than the row before counts them."""

_DENSE = 0.25
"""A rising column that uses this share of the numbers in its range is counted, not measured."""


def row_numbers(name: str, numbers: Numbers) -> tuple[Kind, str] | None:
    """Return whether whole numbers number or name the rows, with the reason, or None.

    Chance speaks first: among n independent whole numbers from a range of r at least n^2 / 2r pairs
    are expected to be equal, whatever their distribution. Names such as year or dose, and numbers
    that are years, give a running number a meaning.
    """
    if not _may_number_rows(name, numbers):
        return None
    n, low, high = numbers.n_present, say(numbers.low), say(numbers.high)
    steps = np.diff(numbers.present)
    rising = bool((steps > 0).all())
    found: tuple[Kind, str] | None = None
    if (steps == 1).all():
        found = Kind.INDEX, f"counts the rows from {low}"
    elif (steps == -1).all():
        found = Kind.INDEX, f"counts the rows down from {high}"
    elif n > 2 * _FEWEST_ROWS and (steps == 1).mean() >= _NEARLY_ALL:
        found = Kind.INDEX, f"numbers the rows from {low} to {high}, with gaps"
    elif _names_rows(numbers, rising or bool((steps < 0).all())):
        if rising:
            found = Kind.INDEX, f"numbers the rows from {low} to {high}, with gaps"
        else:
            found = Kind.IDENTIFIER, f"a different whole number from {low} to {high} in every row"
    elif suggests_code(name):
        found = Kind.IDENTIFIER, f"{n} different whole numbers in {n} rows, by its name a code"
    return found


def _may_number_rows(name: str, numbers: Numbers) -> bool:
    if numbers.n_present < _FEWEST_ROWS or numbers.missing is not None:
        return False
    if not numbers.whole or not numbers.all_different:
        return False
    return not (are_years(numbers) or suggests_quantity(name))


def _names_rows(numbers: Numbers, sorted_rows: bool) -> bool:
    n, span = numbers.n_present, numbers.high - numbers.low + 1
    if n**2 / (2 * span) < _EXPECTED_REPEATS:
        return False
    if sorted_rows and n < _DENSE * span:  # a series that grows never repeats a value
        return False
    return _step(numbers) == 1


def _step(numbers: Numbers) -> int:
    """Return the largest step of which all differences are multiples."""
    ranked = np.sort(numbers.present[:1000])
    return math.gcd(*(int(step) for step in np.diff(ranked)))


def are_years(numbers: Numbers) -> bool:
    """Tell whether whole numbers are years of the common calendar."""
    return numbers.whole and numbers.low >= 1500 and numbers.high <= 2100
