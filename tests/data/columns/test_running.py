"""Numbers that count or name the rows."""

import numpy as np
import pytest
from raw_columns import column, floats, integers, shuffled, some_numbers, verdict

INDEX = ("index", "leave out")
IDENTIFIER = ("identifier", "leave out")
CUT = ("number", "cut")


@pytest.mark.parametrize("start", [0, 1, 35, 104])
def test_running_numbers_are_left_out_wherever_they_start(start):
    cells = [*range(start, start + 60)]
    for typed in (cells, integers(cells), floats(cells)):
        assert verdict(typed) == INDEX
        assert column(typed).reason == f"counts the rows from {start}"


def test_even_in_a_small_table():
    assert verdict([1, 2, 3, 4, 5]) == INDEX
    assert verdict([1, 2, 3, 4]) != INDEX


def test_rows_that_are_counted_down():
    assert verdict([*range(60, 0, -1)]) == INDEX


def test_gaps_are_what_dropped_rows_leave():
    assert verdict([n for n in range(1, 90) if n % 7]) == INDEX
    assert verdict([*range(1, 43), 241]) == INDEX


def test_row_numbers_in_another_order_name_the_rows():
    assert verdict(shuffled([*range(1, 61)])) == IDENTIFIER
    assert verdict(shuffled([*range(1, 121)])[:60]) == IDENTIFIER


def test_numbers_that_differ_because_their_range_is_wide_are_numbers():
    assert verdict(shuffled([*range(1, 100_000, 997)])[:60]) == CUT


def test_a_number_that_repeats_is_not_an_index():
    assert verdict([*range(1, 60), 59]) == CUT


@pytest.mark.parametrize(
    "name", ["year", "Age", "WEEKNUM", "dose_mg", "monthsSinceY2K", "Day", "survival.time"]
)
def test_a_name_can_give_running_numbers_a_meaning(name):
    assert verdict([*range(1, 61)], name) == CUT


@pytest.mark.parametrize("name", ["rownames", "column_1", "agent", "row", "t", "Image", ""])
def test_most_names_do_not(name):
    assert verdict([*range(1, 61)], name) == INDEX


def test_years_speak_for_themselves():
    assert verdict([*range(1900, 1960)], "t") == CUT
    assert verdict([*range(900, 960)], "t") == INDEX


def test_even_steps_are_a_design():
    assert verdict([*range(0, 3000, 50)]) == CUT


def test_a_series_that_grows_is_a_number():
    growing = np.cumsum([1 + step for step in some_numbers(200, 1, 19)]).tolist()
    assert verdict(growing) == CUT


def test_different_numbers_that_are_codes_by_name_are_left_out():
    codes = shuffled([*range(1000, 1_000_000, 12_345)])
    assert verdict(codes, "major_code") == IDENTIFIER
    assert verdict(codes, "firmID") == IDENTIFIER
    assert verdict(codes, "salary") == CUT
    assert verdict(codes, "paid") == CUT


def test_a_long_column_that_was_not_counted_is_still_recognised():
    n = 60_000
    assert verdict(floats(range(1, n + 1))) == INDEX
    assert verdict(floats(np.random.default_rng(1).permutation(n))) == IDENTIFIER
    found = column(floats(np.random.default_rng(1).integers(0, 10**6, n)))
    assert (found.kind.value, found.treatment.value, found.n_values) == ("number", "cut", None)
