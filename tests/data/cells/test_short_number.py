"""The number with the fewest digits in an interval, against fractions."""

import math
from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st

from dagwright.data.cells.short_number import shortest_between

FINITE = st.floats(-1e300, 1e300)


def by_fractions(low, high):
    bottom, top = Fraction(low), Fraction(high)
    for tens in range(310, -330, -1):
        unit = Fraction(10) ** tens
        first, last = bottom // unit + 1, top // unit
        if first <= last:
            middle = round((bottom + top) / 2 / unit)
            found = float(min(max(middle, first), last) * unit)
            if low < found <= high:
                return found
    return high


@given(FINITE, FINITE)
@example(-0.2, 0.3)
@example(0.05, 0.15)
@example(1e-320, 1e-300)
@example(2.5, 3.5)
@example(1e22, 3e22)
def test_it_is_found_in_whole_numbers_as_in_fractions(a, b):
    low, high = sorted((a, b))
    assume(low < high)
    assert shortest_between(low, high) == by_fractions(low, high)


@given(st.floats(0.001, 1e6), st.integers(1, 40))
def test_it_is_found_between_neighbours_too(low, steps):
    high = low
    for _ in range(steps):
        high = math.nextafter(high, math.inf)
    assert shortest_between(low, high) == by_fractions(low, high)
