"""What the user says wins."""

import numpy as np
import pytest
from raw_columns import column, decided, shuffled, some_numbers, verdict

from dagwright.data.raw import Opaque, WideText
from dagwright.errors import DataError

ZIPS = some_numbers(200, 10_000, 10_030)


def test_a_number_can_be_a_category():
    found = decided({"zip": ZIPS}, category="zip")
    assert found.used["zip"].states == tuple(sorted(set(ZIPS)))
    assert found.columns["zip"].decided_by == "user"
    assert found.columns["zip"].kind.value == "category"


def test_a_category_can_be_a_number():
    assert verdict([1, 2, 3] * 9) == ("category", "keep")
    assert verdict([1, 2, 3] * 9, number="thing") == ("number", "cut")
    found = decided({"thing": ["1", "2", "three"] * 9}, number="thing")
    assert found.columns["thing"].exceptions == {"three": 9}
    assert np.isnan(found.used["thing"].values[2])


def test_running_numbers_can_be_numbers():
    assert verdict([*range(60)], number="thing") == ("number", "cut")


def test_cuts_make_a_number():
    found = column([1, 2, 3] * 9, cuts={"thing": [2]})
    assert (found.treatment.value, found.decided_by) == ("cut", "user")


@pytest.mark.parametrize("cells", [["a", "b"] * 9, Opaque("lists"), WideText(9, 0, 0, 9, 9, ["a"])])
def test_what_has_no_numbers_cannot_be_a_number(cells):
    with pytest.raises(DataError, match="column 'thing' cannot be a number"):
        decided({"first": ["u", "v"] * 9, "thing": cells}, number="thing")


@pytest.mark.parametrize("cells", [Opaque("lists"), WideText(9, 0, 0, 9, 9, ["a"])])
@pytest.mark.parametrize("word", ["keep", "category"])
def test_what_was_not_read_cannot_be_used(cells, word):
    with pytest.raises(DataError, match="column 'thing' cannot be used"):
        decided({"first": ["u", "v"] * 9, "thing": cells}, **{word: "thing"})


def test_identifiers_dates_and_text_can_be_kept():
    names = [f"name{n}" for n in range(60)]
    dates = [f"2014-05-{1 + n % 28:02}" for n in range(60)]
    notes = [f"a note on what happened to person {n}" for n in range(60)]
    for cells in (names, dates, notes):
        assert verdict(cells)[1] == "leave out"
        found = decided({"a": cells}, keep="a")
        assert found.columns["a"].decided_by == "user"
        assert len(found.used["a"].states) == len(set(cells))


def test_labels_beyond_the_limit_can_be_kept():
    cells = [f"label{n}" for n in range(300)] * 20
    assert verdict(cells) == ("identifier", "leave out")
    assert verdict(cells, keep="thing")[1] == "keep"


def test_a_running_number_that_is_kept_is_cut():
    assert verdict([*range(60)], keep="thing") == ("number", "cut")


def test_codes_in_every_row_that_are_kept_are_states():
    cells = shuffled([*range(60)])
    assert len(decided({"a": cells}, keep="a").used["a"].states) == 60


def test_a_number_that_is_kept_is_cut_as_usual():
    found = column(ZIPS, keep="thing")
    assert (found.treatment.value, found.decided_by) == ("cut", "values")


def test_excluded_columns_are_left_out():
    found = decided({"a": ["u", "v"] * 9, "zip": ZIPS[:18]}, exclude="zip")
    assert [*found.used] == ["a"]
    assert (found.columns["zip"].decided_by, found.columns["zip"].kind.value) == ("user", "number")


def test_only_the_columns_named_are_used():
    columns = {"a": ["u", "v"] * 30, "b": ["x", "y", "z"] * 20, "n": [*range(60)]}
    found = decided(columns, columns=["a", "n"])
    assert [*found.used] == ["a", "n"]
    assert found.columns["b"].reason == "not among the columns that you named"
    assert found.columns["n"].treatment.value == "cut"


def test_declared_states_are_all_states_in_their_order():
    found = decided({"a": ["low", "high"] * 9}, states={"a": ["low", "mid", "high"]})
    assert found.used["a"].states == ("low", "mid", "high")
    assert found.used["a"].declared
    assert found.columns["a"].decided_by == "user"


def test_a_value_that_is_not_declared_is_an_error():
    with pytest.raises(DataError, match=r"'a'.*'high'"):
        decided({"a": ["low", "high"] * 9}, states={"a": ["low", "mid"]})


def test_an_empty_column_among_the_columns_named_stays_out():
    found = decided({"a": ["u", "v"] * 9, "b": [""] * 18}, columns=["a", "b"])
    assert [*found.used] == ["a"]
