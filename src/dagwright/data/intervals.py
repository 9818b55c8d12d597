"""Intervals as states: their labels, and which one a number falls into."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.raw import Coded, Real

__all__ = ["interval_labels", "into_intervals"]

_FEWEST_DIGITS = 4
_SHORT_ENOUGH = 6
"""A number of up to this many digits is written in full."""
_EXACT_DIGITS = 17
_PLAIN = range(-5, 7)
"""Decimal exponents of numbers that are written without one."""


def interval_labels(cuts: Sequence[float]) -> tuple[str, ...]:
    """Return a label for each interval: below_1.5, from_1.5_to_2 (2 excluded), from_2.

    Cut points of more than six digits are shown with four, or as many as it takes to keep them
    distinct. Labels are words: every file format and tool takes them, also for negative numbers
    (minus_3.5) and large ones (2e9).

    Examples
    --------
    >>> from dagwright.data.intervals import interval_labels
    >>> interval_labels([-1.5, 2])
    ('below_minus_1.5', 'from_minus_1.5_to_2', 'from_2')
    """
    if not cuts:
        return ("all",)
    numbers = [float(cut) for cut in cuts]
    for digits in range(_FEWEST_DIGITS, _EXACT_DIGITS + 1):
        texts = [_in_words(number, digits) for number in numbers]
        if len(set(texts)) == len(texts):
            break
    inner = (f"from_{low}_to_{high}" for low, high in pairwise(texts))
    return (f"below_{texts[0]}", *inner, f"from_{texts[-1]}")


def into_intervals(column: Real, cuts: Sequence[float]) -> Coded:
    """Return the interval of each number; the first and the last one have no outer end."""
    missing = np.isnan(column.values)
    codes = np.searchsorted(np.asarray(cuts, dtype=np.float64), column.values, side="right")
    codes[missing] = 0
    states = interval_labels(cuts)
    narrow = codes.astype(code_dtype(len(states)))
    return Coded(states, narrow, missing if missing.any() else None, declared=True)


def _in_words(number: float, digits: int) -> str:
    exact = Decimal(repr(number)).normalize()
    if len(exact.as_tuple().digits) > _SHORT_ENOUGH:
        whole = exact.adjusted() + 1 if exact.adjusted() in _PLAIN else 0
        exact = Decimal(f"{number:.{max(digits, whole) - 1}e}").normalize()
    sign = "minus_" if exact < 0 else ""
    return sign + _written(abs(exact))


def _written(number: Decimal) -> str:
    if number == 0:
        return "0"
    exponent = number.adjusted()
    if exponent in _PLAIN:
        return f"{number:f}"
    return f"{number.scaleb(-exponent):f}e{exponent}"
