"""Datasets as tables of other libraries."""

from __future__ import annotations

import pytest

import dagwright as dw

DATA = dw.Dataset(
    ["text", "number", "flag"],
    [["b", "a"], [7, -3], [True, False]],
    [[0, 1, 1], [1, 0, 1], [0, 1, 0]],
    [1, 0, 5],
)


@pytest.mark.parametrize("backend", ["pandas", "pyarrow"])
def test_a_round_trip_changes_nothing(backend):
    frame = DATA.to_frame(backend)
    assert dw.Dataset.from_frame(frame, weights="weight") == DATA


@pytest.mark.parametrize("backend", ["pandas", "pyarrow"])
def test_unobserved_states_survive(backend):
    data = dw.Dataset(["a", "b"], [["z", "y", "x"], [2, 1, 0]], [[0, 1], [2, 2]])
    assert dw.Dataset.from_frame(data.to_frame(backend)) == data


def test_polars_keeps_the_states_of_text_and_the_values_of_the_rest():
    again = dw.Dataset.from_frame(DATA.to_frame("polars"), weights="weight")
    assert again.states == (("b", "a"), (-3, 7), (False, True))
    assert again.to_frame("dict") == DATA.to_frame("dict")


def test_a_dictionary_has_lists_of_labels():
    assert DATA.to_frame("dict", weights="n") == {
        "text": ["b", "a", "a"],
        "number": [-3, 7, -3],
        "flag": [True, False, True],
        "n": [1, 0, 5],
    }


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_labels_of_several_kinds_become_text(backend):
    data = dw.Dataset(["a"], [[1, "missing"]], [[0, 1]])
    assert dw.Dataset.from_frame(data.to_frame(backend)).states == (("1", "missing"),)


@pytest.mark.parametrize("arity", [1, 127, 128, 129, 256, 300])
def test_any_arity_fits(arity):
    data = dw.Dataset(["a"], [range(arity)], [[arity - 1, 0]])
    assert dw.Dataset.from_frame(data.to_frame("pandas"), max_states=None) == data


def test_mistakes_are_refused():
    with pytest.raises(dw.DataError, match="no backend 'excel': choose 'pandas', 'polars'"):
        DATA.to_frame("excel")
    with pytest.raises(dw.DataError, match="a variable is called 'text'"):
        DATA.to_frame("dict", weights="text")
