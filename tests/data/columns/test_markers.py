"""Which cells mean that there is no value."""

import pytest
from raw_columns import column, decided, floats, integers, some_numbers, text

NUMBERS = some_numbers(60, 0, 40)


@pytest.mark.parametrize(
    "marker", ["", "NA", "na", "N/A", "n/a", "#N/A", "NaN", "null", "NULL", "?"]
)
def test_usual_markers_are_missing_among_words_and_among_numbers(marker):
    for cells in (["red", "green", "blue"] * 20, NUMBERS):
        found = column([*cells, marker, marker])
        assert found.markers == {marker: 2}
        assert found.n_missing == 2


@pytest.mark.parametrize("marker", [".", "-", "--"])
def test_signs_are_missing_among_numbers_only(marker):
    assert column([*NUMBERS, marker]).markers == {marker: 1}
    assert column([1, 2, 3, marker] * 9).markers == {marker: 9}
    found = column(["low", "high", "mid", marker] * 9)
    assert not found.markers
    assert found.n_values == 4


@pytest.mark.parametrize("word", ["None", "none", "missing", "0", "-1"])
def test_other_words_are_values(word):
    assert not column(["red", "green", word] * 9).markers


@pytest.mark.parametrize("labels", [["+", "-"], ["?", "!"], ["NA", "EU"], ["1", "NA"]])
def test_one_of_two_labels_is_a_value(labels):
    found = column(labels * 20)
    assert not found.markers
    assert found.n_values == 2


def test_not_a_number_is_missing_even_beside_one_label():
    assert column(["1", "NaN"] * 20).markers == {"NaN": 20}


@pytest.mark.parametrize(
    "labels", [["NA", "EU", "AS", "AF"], ["Na", "Ca", "Mg"], ["+", "-", "?"], ["na", "de", "fr"]]
)
def test_one_of_a_set_of_codes_written_like_it_is_a_value(labels):
    found = column(labels * 20)
    assert not found.markers
    assert found.n_values == len(labels)


def test_a_code_that_is_mostly_a_marker_is_pointed_out():
    assert "'NA' is taken as a label" in column(["NA", "EU", "AS"] * 20).warnings[0]


def test_among_labels_written_otherwise_it_is_missing():
    assert column(["NA", "Europe", "Asia"] * 20).markers == {"NA": 20}


def test_markers_of_the_user_replace_the_usual_ones():
    cells = ["x", "y", "z", "?", "NA", "-9"] * 9
    assert column(cells, missing_values=["-9"]).markers == {"-9": 9}
    assert column(cells, missing_values=["-9"]).n_values == 5
    assert not column(cells, missing_values=[]).markers


def test_an_empty_cell_stays_missing_unless_no_marker_is_wanted():
    cells = ["x", "y", "z", ""] * 9
    assert column(cells, missing_values=["-9"]).markers == {"": 9}
    assert column(cells, missing_values=[]).n_values == 4


def test_markers_of_the_user_hold_for_typed_numbers_too():
    cells = [*NUMBERS, 99, 99]
    for typed in (integers(cells), floats(cells), cells):
        found = column(typed, missing_values=["99"])
        assert found.markers == {"99": 2}
        assert found.n_missing == 2


def test_a_declared_state_is_not_a_marker():
    assert not column(["NA", "low", "high"] * 9, states={"thing": ["low", "high", "NA"]}).markers


def test_nulls_of_a_frame_are_missing_without_a_marker():
    found = column(text(["a", None, "b", "a", "b", None]))
    assert found.n_missing == 2
    assert not found.markers


def test_missing_cells_reach_the_values():
    used = decided({"word": ["a", "b", "", "a"] * 9, "number": [1.5, 2.5, "NA", 3.5] * 9}).used
    assert used["word"].states == ("a", "b")
    assert used["word"].missing[:4].tolist() == [False, False, True, False]
    assert used["number"].missing[:4].tolist() == [False, False, True, False]


def test_the_order_of_rows_does_not_order_the_markers():
    cells = [*NUMBERS, "NA", "", "?"]
    assert [*column(cells).markers] == [*column(cells[::-1]).markers] == ["", "?", "NA"]
