"""Missing values: refused, dropped, or a state of their own."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dagwright as dw

COLUMNS = {"a": ["x", None, "y", "x"], "b": [1, 2, None, 1], "c": ["u", "v", "u", "u"]}
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "dict": dict,
}
TEXT = "a,b,c\nx,1,u\n?,2,v\n\ny,NA,u\nx,1,u\n"


@pytest.fixture(params=[*FRAMES, "csv"])
def read(request, tmp_path):
    if request.param == "csv":
        path = tmp_path / "t.csv"
        path.write_text(TEXT)
        return lambda **options: dw.read_data(path, as_is=True, **options)
    frame = FRAMES[request.param](COLUMNS)
    return lambda **options: as_is(frame, **options)


def as_is(frame, **options):
    return dw.Dataset.from_frame(frame, as_is=True, **options)


def with_holes(n_holes, n_rows=100):
    """Return a table of two columns with a hole in each of the first rows of the second."""
    answers = [None if i < n_holes else "yn"[i % 2] for i in range(n_rows)]
    return {"coin": [i * 3 % 7 % 2 for i in range(n_rows)], "answer": answers}


def test_up_to_5_percent_of_the_rows_are_dropped_unasked():
    data = dw.Dataset.from_frame(with_holes(5))
    assert (data.n_rows, data.n_dropped) == (95, 5)
    assert data.states == ((0, 1), ("n", "y"))
    used = "95 of 100 rows used: 5 (5 %) have missing values and were dropped (5 in 'answer')"
    assert data.warnings == (used,)


def test_from_there_on_holes_are_a_state():
    data = dw.Dataset.from_frame(with_holes(6))
    assert (data.n_rows, data.n_dropped) == (100, 0)
    assert data.states == ((0, 1), ("n", "y", "missing"))
    assert data.codes[1][:6].tolist() == [2] * 6


def test_rows_with_a_hole_in_any_column_count_together():
    table = with_holes(3)
    table["other"] = [None if i in (10, 20, 30) else "uvw"[i % 3] for i in range(100)]
    data = dw.Dataset.from_frame(table)
    assert data.states[1:] == (("n", "y", "missing"), ("u", "v", "w", "missing"))
    assert dw.Dataset.from_frame(table, missing="drop").n_rows == 94


def test_holes_in_columns_that_are_left_out_do_not_count():
    table = with_holes(4)
    table["day"] = [None if i % 2 else f"2024-01-{i % 28 + 1:02}" for i in range(100)]
    data = dw.Dataset.from_frame(table)
    assert data.names == ("coin", "answer")
    assert data.n_dropped == 4
    assert dw.Dataset.from_frame(table, exclude="answer").n_dropped == 0


def test_numbers_have_a_last_state_for_holes():
    table = {"coin": [0, 1] * 50, "size": [None if i < 20 else i / 7 for i in range(100)]}
    data = dw.Dataset.from_frame(table, cuts={"size": [8]})
    assert data.states[1] == ("below_8", "from_8", "missing")
    assert data.codes[1][:20].tolist() == [2] * 20
    assert data.numbers["size"].missing_state
    with pytest.raises(dw.DataError, match=r"missing values in 'size' \(20\)"):
        dw.Dataset.from_frame(table, cuts={"size": [8]}, missing="error")


def test_taken_as_they_are_they_are_refused_with_advice(read):
    with pytest.raises(dw.DataError, match=r"missing values in 'a' \(1\), 'b' \(1\): .*'drop'"):
        read()


def test_drop_leaves_out_rows_and_says_so(read):
    data = read(missing="drop")
    assert data == dw.Dataset(["a", "b", "c"], [["x"], [1], ["u"]], [[0, 0]] * 3)
    used = "2 of 4 rows used: 2 (50 %) have missing values and were dropped (1 in 'a', 1 in 'b')"
    assert data.warnings[0] == used
    assert data.n_dropped == 2


def test_state_gives_them_a_last_state(read):
    data = read(missing="state")
    assert data.states == (("x", "y", "missing"), ("1", "2", "missing"), ("u", "v"))
    assert [codes.tolist() for codes in data.codes] == [[0, 2, 1, 0], [0, 1, 2, 0], [0, 1, 0, 0]]
    assert data.n_dropped == 0


def test_a_policy_does_nothing_where_nothing_is_missing(read):
    for missing in ("error", "drop", "state"):
        data = read(missing=missing, exclude=["a", "b"])
        assert data == dw.Dataset(["c"], [["u", "v"]], [[0, 1, 0, 0]])
        assert data.n_dropped == 0


def test_an_unknown_policy_is_refused(read):
    with pytest.raises(
        dw.DataError, match="missing='ignore': choose one of auto, error, drop, state"
    ):
        read(missing="ignore")


def test_weights_are_dropped_with_their_rows():
    data = as_is({"a": ["x", None, "y"]}, weights=[3, 5, 7], missing="drop")
    assert data.weights.tolist() == [3, 7]


def test_warnings_reach_the_result_and_survive_select_but_do_not_count_in_comparisons():
    data = as_is({"a": [0, 1, None], "b": [1, 0, 1]}, missing="drop")
    assert "2 of 3 rows used" in dw.learn(data).warnings[0]
    assert data.select(["a"]).warnings == data.warnings
    assert data == as_is({"a": [0, 1], "b": [1, 0]})


def test_nothing_is_dropped_if_nothing_would_be_left():
    with pytest.raises(dw.DataError, match="every row has a missing value"):
        as_is({"a": [None, 1], "b": [1, None]}, missing="drop")


def test_a_column_of_missing_values_only_has_one_state():
    for column in ([None, None], np.array([np.nan, np.nan]), pl.Series([None, None])):
        data = as_is({"a": column, "b": [0, 1]}, missing="state")
        assert data.states == (("missing",), (0, 1))


def test_holes_join_a_state_that_is_called_missing():
    data = as_is({"a": ["missing", "b", None], "c": ["u", None, "u"]}, missing="state")
    assert data.states == (("b", "missing"), ("u", "missing"))
    assert data.codes[0].tolist() == [1, 0, 1]


def test_declared_categories_stay_when_rows_are_dropped():
    column = pd.Categorical(["b", None, "b"], categories=["a", "b", "c"])
    data = as_is(pd.DataFrame({"a": column}), missing="drop")
    assert data.states == (("a", "b", "c"),)
    data = as_is(pd.DataFrame({"a": column}), missing="state")
    assert data.states == (("a", "b", "c", "missing"),)


def test_which_cells_of_a_file_are_missing_can_be_chosen(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n-9,x\n1,?\n2,NA\n")
    data = dw.read_data(path, as_is=True, missing_values=["-9"], missing="state")
    assert data.states == (("1", "2", "missing"), ("?", "NA", "x"))
    assert dw.read_data(path, as_is=True, missing_values=[]).states[0] == (-9, 1, 2)


@pytest.mark.parametrize("state", ["None", "none", "null", "N/A", "-", "0"])
def test_a_state_is_never_swallowed(tmp_path, state):
    path = tmp_path / "t.csv"
    path.write_text(f"a,b\n{state},x\n1,y\n")
    assert state in map(str, dw.read_data(path, as_is=True, missing="drop").states[0])


def test_in_frames_text_is_missing_as_in_files_unless_others_are_named():
    frame = {"a": ["", "NA", "?", "x"], "b": [1, 9, 1, 1], "c": [0.5, 9.0, 1.5, 0.5]}
    plain = as_is(frame, discretize="mean", missing="state")
    assert plain.states[:2] == (("x", "missing"), (1, 9))
    named = as_is(frame, missing_values=["", "?", 9], missing="state", discretize="mean")
    assert named.states[:2] == (("NA", "x", "missing"), ("1", "missing"))
    assert named.states[2][-1] == "missing"
    none = as_is(frame, missing_values=[], discretize="mean")
    assert none.states[0] == ("", "?", "NA", "x")


def test_missing_values_must_be_a_list():
    with pytest.raises(dw.DataError, match="missing_values= must be a list"):
        as_is({"a": [0, 1]}, missing_values="NA")


@pytest.mark.parametrize("as_is", [False, True])
def test_markers_replace_the_usual_ones_or_join_them(as_is):
    table = {"a": ["x", "NA", "none", "y"] * 9}
    words = {"as_is": as_is, "missing": "state"}
    replaced = dw.Dataset.from_frame(table, missing_values=["none"], **words)
    assert replaced.states == (("NA", "x", "y", "missing"),)
    for usual in (..., "..."):
        joined = dw.Dataset.from_frame(table, missing_values=[usual, "none"], **words)
        assert joined.states == (("x", "y", "missing"),)
