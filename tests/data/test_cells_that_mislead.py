"""Cells that look like numbers, empty cells and dates that could mislead."""

import pytest

import dagwright as dw

GROUPS = ["a", "b", "c", "d"] * 50
DECIMALS = [f"{20 + 0.37 * k:.2f}" for k in range(200)]


def column_of(cells, **words):
    table = {"x": cells, "g": [GROUPS[k % 4] for k in range(len(cells))]}
    data = dw.Dataset.from_frame(table, **words)
    return data, data.columns["x"]


@pytest.mark.parametrize("odd", ["12kg", "1:30"])
def test_many_cells_with_digits_never_become_holes(odd):
    _, column = column_of([*DECIMALS[:180], *[odd] * 20])
    assert not column.is_used
    assert repr(odd) in column.reason
    _, column = column_of([*DECIMALS[:180], *[odd] * 20], number="x")
    assert (column.n_missing, column.exceptions) == (20, {odd: 20})
    assert column.warnings == (
        f"20 cells are not read as a number and counted as missing: {odd!r}",
    )


def test_the_same_holds_where_numbers_are_too_many_to_be_labels():
    cells = [f"{k / 7:.6f}" for k in range(60_000)]
    cells[::10] = ["12kg"] * 6_000
    _, column = column_of(cells)
    assert (column.is_used, column.reason) == (False, "numbers and cells such as '12kg'")
    _, column = column_of(cells, number="x")
    assert column.warnings[0].startswith("6000 cells are not read as a number")


def test_a_few_cells_with_digits_are_holes_with_a_warning():
    _, column = column_of([*DECIMALS[:198], "12kg", "Unknown"])
    assert column.treatment is dw.Treatment.CUT
    assert column.n_missing == 2
    assert column.warnings == ("1 cell is not read as a number and counted as missing: '12kg'",)


def test_numbers_with_units_say_so():
    _, column = column_of([f"{text}kg" for text in DECIMALS])
    assert column.reason == (
        "numbers with units such as '20.00kg': remove the unit, or call it a category"
    )


def test_numbers_among_too_many_words_say_so():
    _, column = column_of([*map(str, range(1900, 2000)), *["low", "high"] * 50])
    assert not column.is_used
    assert column.reason.startswith("numbers and too many other cells such as 'high'")


def test_a_label_missing_beside_empty_cells_is_pointed_out():
    cells = ["missing", "yes", "no", ""] * 50
    data, _ = column_of(cells)
    assert data.states[0] == ("missing", "no", "yes")
    assert any("'x' has a label 'missing' and 50 empty cells" in text for text in data.warnings)
    data, _ = column_of(["missing", "yes", "no", "no"] * 50)
    assert data.warnings == ()


def test_a_box_that_is_ticked_or_empty_has_two_states():
    data, column = column_of(["X", "", "", "X", ""] * 40)
    assert data.states[0] == ("X", "missing")
    assert (column.kind, column.reason) == (dw.Kind.CATEGORY, "'X' or empty")
    assert (column.warnings, data.warnings) == ((), ())


@pytest.mark.parametrize(
    ("n_empty", "missing"), [(4, "auto"), (10, "auto"), (100, "drop"), (0, "state")]
)
def test_one_value_stays_constant_where_rows_are_dropped(n_empty, missing):
    cells = [""] * n_empty + ["X"] * (200 - n_empty)
    data, column = column_of(cells, missing=missing)
    assert data.states[0] == ("X",)
    assert column.kind is dw.Kind.CONSTANT
    assert column.warnings == ("one value only: it can have no edge",)


def test_several_currencies_in_one_column_are_pointed_out():
    _, column = column_of([("$", "€")[k % 2] + text for k, text in enumerate(DECIMALS)])
    assert column.warnings[0].startswith("several currencies in one column ($, €)")
    _, column = column_of(["$" + text for text in DECIMALS])
    assert column.warnings == ()


def test_percent_beside_bare_numbers_is_pointed_out():
    _, column = column_of([text + ("%", "")[k % 2] for k, text in enumerate(DECIMALS)])
    assert "such as '20.00%' and '20.37'" in column.warnings[0]
    _, column = column_of(["0", *[text + "%" for text in DECIMALS[1:]]])
    assert column.warnings == ()


def test_huge_numbers_have_short_states():
    data, _ = column_of(["1e308", "5", "-1e308", "2.5"] * 50)
    assert data.states[0] == ("-1e308", "2.5", "5", "1e308")
    data, _ = column_of([1e300, 5.0] * 100)
    assert data.states[0] == ("5", "1e300")


@pytest.mark.parametrize(
    "cells",
    [
        [1_647_220_000 + 7_919 * (k * 37 % 200) for k in range(200)],
        [20220314020000 + 100 * (k * 37 % 60) + k % 50 for k in range(200)],
    ],
)
def test_seconds_since_1970_and_compact_times_are_dates(cells):
    for table in (cells, list(map(str, cells))):
        _, column = column_of(table)
        assert (column.kind, column.is_used) == (dw.Kind.DATE, False)


def test_large_numbers_that_repeat_or_are_no_times_are_quantities():
    _, column = column_of([1_000_000_000 + 10_000_000 * (k % 40) for k in range(200)])
    assert column.treatment is dw.Treatment.CUT
    _, column = column_of([20229914027700 + 13 * (k * 37 % 150) for k in range(200)])
    assert column.kind is not dw.Kind.DATE
