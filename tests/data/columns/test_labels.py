"""Columns of words: categories, names and free text."""

import numpy as np
import pytest
from raw_columns import column, decided, integers, shuffled, verdict

from dagwright.data.raw import Coded, Opaque, WideText

TOWNS = [f"{first}{last}" for first in "BDFGHKLMNP" for last in ("erg", "orf", "urg", "ein")]


def test_labels_that_come_back_are_categories_in_lexicographic_order():
    found = decided({"a": ["red", "green", "blue"] * 9})
    assert found.columns["a"].reason == "3 different labels in 27 rows"
    assert found.used["a"].states == ("blue", "green", "red")


def test_labels_that_hardly_come_back_are_names():
    assert verdict(TOWNS) == ("identifier", "leave out")
    assert verdict(TOWNS * 3) == ("identifier", "leave out")
    assert verdict(TOWNS * 8) == ("category", "keep")
    assert column(TOWNS).reason == "40 different labels in 40 rows"


def test_few_labels_need_fewer_rows():
    assert verdict(TOWNS[:8] * 3) == ("category", "keep")
    assert verdict(TOWNS[:8]) == ("identifier", "leave out")


def test_long_labels_are_free_text():
    notes = [f"the patient of {town} came back after a while" for town in TOWNS]
    assert verdict(notes) == ("text", "leave out")
    assert (
        verdict([f"https://example.org/pages/archive/{town}/index" for town in TOWNS])[0] == "text"
    )


def test_long_labels_need_more_rows_to_be_categories():
    answers = [f"I agree with the statement in {part}" for part in ("full", "part", "no way")]
    assert verdict(answers * 5) == ("text", "leave out")
    assert verdict(answers * 20) == ("category", "keep")


def test_more_labels_than_allowed_are_left_out_with_the_limit():
    assert column(TOWNS * 20, max_states=39).reason == "40 different labels, more than 39"
    assert verdict(TOWNS * 20, max_states=40) == ("category", "keep")
    assert verdict([f"label {n}" for n in range(300)] * 20, max_states=None) == ("category", "keep")


def test_blanks_around_labels_do_not_count():
    assert decided({"a": ["yes", "yes ", " no", "no"] * 9}).used["a"].states == ("no", "yes")


def test_spelling_variants_are_pointed_out_and_kept():
    found = column(["Yes", "yes", "No", "not  yet", "Not yet"] * 9)
    assert found.n_values == 5
    assert found.warnings == ("spelled in several ways: 'Not yet' and 'not  yet', 'Yes' and 'yes'",)
    assert not column(["Yes", "No"] * 9).warnings


@pytest.mark.parametrize("cell", ["x", "7", "0.5"])
def test_a_constant_stays_and_is_named(cell):
    found = decided({"a": [cell] * 30, "b": ["u", "v", "w"] * 10})
    assert found.columns["a"].kind.value == "constant"
    assert len(found.used["a"].states) == 1
    assert found.warnings == ["'a' has one value only: no edge can form"]
    assert found.columns["a"].warnings


def test_a_column_without_values_is_left_out():
    assert verdict([""] * 30) == ("constant", "leave out")


def test_declared_types_win():
    states = tuple(map(str, range(40)))
    found = column(Coded(states, np.arange(40, dtype=np.uint8), declared=True))
    assert (found.treatment.value, found.decided_by) == ("keep", "type")
    flags = column(Coded((False, True), np.array([0, 1, 1], dtype=np.uint8)))
    assert (flags.kind.value, flags.decided_by) == ("category", "type")
    assert column(integers([0, 1] * 9)).decided_by == "values"


def test_columns_of_frames_that_hold_something_else():
    assert verdict(Opaque("dates", is_date=True)) == ("date", "leave out")
    found = column(Opaque("lists", n_missing=3))
    assert (found.kind.value, found.reason, found.n_missing) == ("text", "lists", 3)


def test_text_that_was_only_counted():
    def wide(dates=0, words=1000, length=8000):
        return WideText(1000, 5, dates, words, length, ["2014-05-03", "x"])

    assert verdict(wide(dates=990)) == ("date", "leave out")
    assert column(wide(dates=990)).reason == "dates such as 2014-05-03"
    assert verdict(wide()) == ("identifier", "leave out")
    assert verdict(wide(words=9000, length=50_000)) == ("text", "leave out")
    assert column(wide()).markers == {"": 5}


def test_codes_like_numbers_beside_words_are_labels():
    cells = shuffled(["1", "2", "3", "4", "At-Large"] * 30)
    assert decided({"a": cells}).used["a"].states == ("1", "2", "3", "4", "At-Large")
