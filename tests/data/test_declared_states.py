"""States that the user declares, and the limit on those that are not declared."""

from __future__ import annotations

import pandas as pd
import pytest

import dagwright as dw


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, **options):
        path = tmp_path / "t.csv"
        path.write_text(text)
        return dw.read_data(path, **options)

    return write_and_read


def test_declared_states_keep_their_order_and_count_even_if_unobserved(read):
    declared = {"a": ["low", "mid", "high"], "b": [2, 1, 0]}
    expected = dw.Dataset(["a", "b"], [*declared.values()], [[2, 0], [1, 2]])
    assert read("a,b\nhigh,1\nlow,0.0\n", states=declared) == expected
    frame = {"a": ["high", "low"], "b": [1, 0]}
    assert dw.Dataset.from_frame(frame, states=declared) == expected
    assert dw.Dataset.from_frame(pd.DataFrame(frame), states=declared) == expected


def test_a_value_that_is_not_declared_is_named_with_its_first_line(read):
    text = 'a,b\nx,1\n\n"y\ny",1\nz,2\nz,3\n'
    with pytest.raises(dw.DataError, match=r"t\.csv: column 'a' holds 'z' \(first in line 6\)"):
        read(text, states={"a": ["x", "y\ny"]})
    with pytest.raises(dw.DataError, match=r"'b' holds '2' \(first in line 6\).* states 1, 3:"):
        read(text, states={"b": [1, 3]})


def test_in_a_frame_the_first_row_is_named():
    with pytest.raises(dw.DataError, match=r"'a' holds 'z' \(first in row 2\)"):
        dw.Dataset.from_frame({"a": ["x", "x", "z"]}, states={"a": ["x"]})


def test_declared_states_may_look_like_anything(read):
    assert read("a\n01\n1\n", header=True, states={"a": ["1", "01"]}).codes[0].tolist() == [1, 0]
    assert read("a\n0.5\n1.5\n", states={"a": ["0.5", "1.5"]}).arities == (2,)
    assert read("a\nTrue\n", header=True, states={"a": [False, True]}).states == ((False, True),)
    assert dw.Dataset.from_frame({"a": [0.5, 1.5]}, states={"a": ["1.5", "0.5"]}).arities == (2,)


def test_missing_values_are_missing_whatever_is_declared(read):
    data = read("a\nx\n?\n", header=True, states={"a": ["x", "y"]}, missing="state")
    assert data.states == (("x", "y", "missing"),)
    data = read("a\nx\n?\n", header=True, states={"a": ["x", "?"]}, missing_values=[])
    assert data.states == (("x", "?"),)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ({"z": ["x"]}, "no column 'z' to declare states for: there are 'a'"),
        ({"a": "xy"}, "states of 'a' must be a list"),
        ({"a": 3}, "states of 'a' must be a list"),
        ({"a": []}, "no states are declared for 'a'"),
        ({"a": ["x", "x"]}, "occur more than once"),
        ({"a": [1, "1"]}, "written alike"),
        ({"a": [0.5]}, "state 0.5 of variable 'a' is not"),
    ],
)
def test_declarations_that_make_no_sense_are_refused(states, message):
    with pytest.raises(dw.DataError, match=message):
        dw.Dataset.from_frame({"a": ["x"]}, states=states)


@pytest.mark.parametrize("n_states", [256, 257])
def test_taken_as_they_are_more_than_256_states_are_refused_unless_allowed(read, n_states):
    frame = {"id": [f"r{i}" for i in range(n_states)]}
    text = "id\n" + "\n".join(frame["id"])
    for make in (lambda **o: read(text, **o), lambda **o: dw.Dataset.from_frame(frame, **o)):
        if n_states > 256:
            with pytest.raises(
                dw.DataError, match="'id' holds more than 256 different values: leave"
            ):
                make(as_is=True)
        else:
            assert make(as_is=True).arities == (n_states,)
        for limit in (257, None):
            assert make(as_is=True, max_states=limit).arities == (n_states,)
        assert make(states={"id": frame["id"]}).arities == (n_states,)
        assert make(as_is=True, states={"id": frame["id"]}).arities == (n_states,)


def test_by_default_too_many_labels_are_left_out_unless_named(read):
    frame = {
        "place": [f"r{i % 300}" for i in range(3000)],
        "c": [i * 7 % 11 % 2 for i in range(3000)],
    }
    text = "place,c\n" + "".join(f"{p},{c}\n" for p, c in zip(*frame.values(), strict=True))
    for make in (lambda **o: read(text, **o), lambda **o: dw.Dataset.from_frame(frame, **o)):
        assert make().names == ("c",)
        assert make(keep="place").arities == make(category=["place"]).arities == (300, 2)
        assert make(columns=["place", "c"]).arities == make(max_states=300).arities == (300, 2)


def test_many_whole_numbers_count_as_continuous(read):
    frame = {"n": [i * 70 % 3000 for i in range(300)], "c": [0, 1] * 150}
    text = "n,c\n" + "".join(f"{n},{c}\n" for n, c in zip(*frame.values(), strict=True))
    for make in (lambda **o: read(text, **o), lambda **o: dw.Dataset.from_frame(frame, **o)):
        with pytest.raises(dw.DataError, match="'n' holds more than 256 different whole numbers"):
            make(as_is=True)
        assert make(as_is=True, discretize="quantile").arities == (3, 2)
        assert make(as_is=True, max_states=None).arities == (300, 2)
        assert make().provisional == ("n",)
        assert make(discretize="quantile").arities == (3, 2)
        with pytest.raises(dw.DataError, match="column 'n' looks continuous"):
            make(discretize=None)


def test_a_hundred_thousand_states_are_refused_quickly_and_allowed_on_request(read):
    text = "id,x\n" + "".join(f"name{i},{i % 2}\n" for i in range(100_000))
    with pytest.raises(dw.DataError, match="column 'id' holds more than 256 different values"):
        read(text, as_is=True)
    assert read(text).names == read(text, exclude=["id"]).names == ("x",)
    assert read(text, as_is=True, max_states=None).arities == (100_000, 2)


def test_declared_states_are_checked_in_a_column_too_wide_to_keep(read):
    text = "id\n" + "".join(f"name{i}\n" for i in range(1000))
    with pytest.raises(dw.DataError, match=r"'id' holds 'name1' \(first in line 3\)"):
        read(text, header=True, states={"id": ["name0"]})


@pytest.mark.parametrize("max_states", [0, -1, 2.5, "many"])
def test_a_limit_that_makes_no_sense_is_refused(max_states):
    with pytest.raises(dw.DataError, match="max_states="):
        dw.Dataset.from_frame({"a": [0, 1]}, max_states=max_states)


def test_an_unknown_column_to_exclude_is_named(read):
    with pytest.raises(dw.DataError, match="no column 'z' to exclude: there are 'a', 'b'"):
        read("a,b\nx,y\n", exclude=["z"])
    with pytest.raises(dw.DataError, match="no columns"):
        dw.Dataset.from_frame({"a": [0]}, exclude=["a"], as_is=True)
    with pytest.raises(dw.DataError, match="no column is left to learn from: 'a' is left out"):
        dw.Dataset.from_frame({"a": [0]}, exclude=["a"])
