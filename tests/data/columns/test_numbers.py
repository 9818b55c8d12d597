"""Columns of numbers: cut or kept, and what else stands among them."""

import numpy as np
import pytest
from raw_columns import column, decided, floats, some_numbers, text, verdict

from dagwright.data.columns.decide import decide
from dagwright.data.options import TableOptions
from dagwright.data.raw import RawTable, Real

MANY = some_numbers(200, 10, 99)


def test_more_than_twelve_different_numbers_are_cut_whole_or_not():
    assert verdict(some_numbers(200, 1, 13)) == ("number", "cut")
    assert verdict([number / 10 for number in some_numbers(200, 1, 13)]) == ("number", "cut")


def test_up_to_twelve_whole_numbers_are_kept_as_integers_in_order():
    cells = some_numbers(200, 1, 12)
    assert verdict(cells) == ("category", "keep")
    assert decided({"a": cells}).used["a"].states == tuple(range(1, 13))


def test_few_decimals_are_kept_in_numeric_order():
    found = decided({"a": ["10.5", "9.50", "2"] * 10})
    assert found.columns["a"].treatment.value == "keep"
    assert found.used["a"].states == ("2", "9.5", "10.5")


def test_decimals_that_hardly_any_rows_share_are_cut():
    assert verdict([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5] * 3) == ("number", "cut")


def test_spellings_of_one_number_are_one_state():
    assert decided({"a": ["1", "1.0", "2", "2.00"] * 9}).used["a"].states == (1, 2)


def test_numbers_as_people_write_them():
    cells = [f"{number:,}.50" for number in range(1000, 90_000, 777)]
    found = decided({"a": cells}).used["a"]
    assert isinstance(found, Real)
    assert found.values[0] == 1000.5
    assert verdict([f"{number} %" for number in MANY]) == ("number", "cut")


def test_the_decimal_mark_is_the_table_s():
    table = RawTable({"a": text([f"{n // 10},{n % 10}" for n in MANY])}, len(MANY))
    table.decimal = ","
    assert decide(table, TableOptions()).used["a"].values.max() == max(MANY) / 10


def test_the_reason_says_how_many_and_from_where_to_where():
    found = column([*range(18, 95), *range(18, 95)], "years_of_age")
    assert found.reason == "77 different whole numbers from 18 to 94"
    assert found.n_values == 77


@pytest.mark.parametrize(
    ("limit", "number"), [("<0.1", 0.1), (">100", 100), ("10+", 10), ("~5", 5)]
)
def test_limits_among_numbers_take_their_number(limit, number):
    found = decided({"a": [*MANY, limit, limit]})
    assert found.used["a"].values[-1] == number
    assert found.columns["a"].exceptions == {limit: 2}
    assert found.columns["a"].n_missing == 0


def test_a_few_words_among_numbers_become_missing():
    found = decided({"a": [*MANY, "Unknown", "Unknown", "4193 (water)"]})
    assert found.columns["a"].exceptions == {"4193 (water)": 1, "Unknown": 2}
    assert found.columns["a"].n_missing == 3
    assert np.isnan(found.used["a"].values[-3:]).all()


def test_words_beside_few_numbers_are_labels():
    found = decided({"a": ["0", "1", "2", "3+", "Unknown"] * 20})
    assert not found.columns["a"].exceptions
    assert found.used["a"].states == ("0", "1", "2", "3+", "Unknown")


def test_numbers_among_many_words_are_labels():
    cells = [*some_numbers(60, 0, 19), *["oak", "elm", "ash"] * 20] * 2
    assert verdict(cells) == ("category", "keep")
    assert not column(cells).exceptions


def test_exceptions_of_a_wide_column_of_a_file():
    values = np.random.default_rng(1).normal(size=300)
    values[:6] = np.nan
    rows = {"<0.1": [0, 1], "NA": [2, 3], "lost": [4], "-": [5]}
    found = decided({"a": Real(values, {label: np.array(r) for label, r in rows.items()})})
    assert found.columns["a"].markers == {"-": 1, "NA": 2}
    assert found.columns["a"].exceptions == {"<0.1": 2, "lost": 1}
    assert found.columns["a"].n_missing == 4
    assert found.used["a"].values[:2].tolist() == [0.1, 0.1]


def test_one_marker_among_the_numbers_of_a_wide_column():
    values = np.array([np.nan, *MANY], dtype=float)
    assert column(Real(values, {"NA": np.array([0])})).markers == {"NA": 1}


def test_digits_that_zeros_fill_up_are_labels():
    cells = ["01", "02", "10"] * 9
    assert decided({"a": cells}).used["a"].states == ("01", "02", "10")


def test_numbers_too_long_to_measure_are_labels():
    assert verdict([str(10**17 + number) for number in MANY]) == ("identifier", "leave out")


@pytest.mark.parametrize("stand_in", [999, -9, 99])
def test_a_number_far_from_the_others_is_pointed_out(stand_in):
    low = [0, 1, 2, 3, 4] * 12
    found = column([*low, stand_in, stand_in])
    assert f"{stand_in} (2 cells)" in found.warnings[0]
    assert found.n_missing == 0


def test_a_number_at_the_end_of_its_range_is_not():
    assert not column([*range(80, 100), *range(80, 100)], "age").warnings


def test_a_column_of_floats_without_values_is_left_out():
    assert column(floats([np.nan] * 9)).reason == "no cell has a value"
