"""The number with the fewest digits in an interval, so that cuts are easy to read."""

from __future__ import annotations

import math
import sys

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
    # In whole numbers, which are exact and fast: low is bottom / whole, high is top / whole.
    (bottom, below), (top, above) = low.as_integer_ratio(), high.as_integer_ratio()
    whole = max(below, above)  # both are powers of two
    bottom, top = bottom * (whole // below), top * (whole // above)
    tens = math.frexp(max(abs(low), abs(high)))[1] * 3 // 10 + 2  # at least the number of digits
    while tens > _FEWEST_TENS:
        # Multiples of one power of ten; the largest that has one has the shortest of all.
        scale, unit = (1, whole * 10**tens) if tens >= 0 else (10**-tens, whole)
        first, last = bottom * scale // unit + 1, top * scale // unit
        if first <= last:
            middle = _rounded((bottom + top) * scale, 2 * unit)
            chosen = min(max(middle, first), last)
            found = float(chosen * 10**tens) if tens >= 0 else chosen / scale
            if low < found <= high:
                return found
        tens -= 1
    return high


def _rounded(numerator: int, denominator: int) -> int:
    """Return the nearest whole number, of two the even one."""
    number, rest = divmod(numerator, denominator)
    return number + (2 * rest > denominator or (2 * rest == denominator and number % 2 == 1))
