"""The number with the fewest digits in an interval, so that cuts are easy to read."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

__all__ = ["shortest_between"]

_FEWEST_TENS = -330
"""Below the smallest power of ten that a float distinguishes from zero."""
_INFINITY = sys.float_info.max


def shortest_between(low: float, high: float) -> float:
    """Return the number above `low` and not above `high` that takes the fewest digits to write.

    Among equally short ones the one nearest to the middle. The largest float there is stands for
    infinity: then the number is near the other end.

    Examples
    --------
    >>> from dagwright.data.cells.short_number import shortest_between
    >>> shortest_between(41.98, 42.3), shortest_between(-0.2, 0.3), shortest_between(17, 23)
    (42.0, 0.0, 20.0)
    """
    if high == _INFINITY:
        high = min(high, max(0.0, low) * 2 + 1)
    if low == -_INFINITY:
        low = max(low, min(0.0, high) * 2 - 1)
    bottom, top = Fraction(low), Fraction(high)
    aim = (bottom + top) / 2
    tens = math.frexp(max(abs(low), abs(high)))[1] * 3 // 10 + 2  # at least the number of digits
    while tens > _FEWEST_TENS:
        # Multiples of one power of ten; the largest that has one has the shortest of all.
        unit = Fraction(10) ** tens
        first, last = bottom // unit + 1, top // unit
        if first <= last:
            found = float(min(max(round(aim / unit), first), last) * unit)
            if low < found <= high:
                return found
        tens -= 1
    return high
