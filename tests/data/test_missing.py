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
        return lambda **options: dw.read_data(path, **options)
    frame = FRAMES[request.param](COLUMNS)
    return lambda **options: dw.Dataset.from_frame(frame, **options)


def test_by_default_they_are_refused_with_advice(read):
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
    with pytest.raises(dw.DataError, match="missing='ignore': choose one of 'error', 'drop'"):
        read(missing="ignore")


def test_weights_are_dropped_with_their_rows():
    data = dw.Dataset.from_frame({"a": ["x", None, "y"]}, weights=[3, 5, 7], missing="drop")
    assert data.weights.tolist() == [3, 7]


def test_warnings_reach_the_result_and_survive_select_but_do_not_count_in_comparisons():
    data = dw.Dataset.from_frame({"a": [0, 1, None], "b": [1, 0, 1]}, missing="drop")
    assert "2 of 3 rows used" in dw.learn(data).warnings[0]
    assert data.select(["a"]).warnings == data.warnings
    assert data == dw.Dataset.from_frame({"a": [0, 1], "b": [1, 0]})


def test_nothing_is_dropped_if_nothing_would_be_left():
    with pytest.raises(dw.DataError, match="every row has a missing value"):
        dw.Dataset.from_frame({"a": [None, 1], "b": [1, None]}, missing="drop")


def test_a_column_of_missing_values_only_has_one_state():
    for column in ([None, None], np.array([np.nan, np.nan]), pl.Series([None, None])):
        data = dw.Dataset.from_frame({"a": column, "b": [0, 1]}, missing="state")
        assert data.states == (("missing",), (0, 1))


def test_a_state_that_is_called_missing_is_not_confused_with_the_new_one():
    with pytest.raises(dw.DataError, match="column 'a' holds a state called 'missing'"):
        dw.Dataset.from_frame({"a": ["missing", None]}, missing="state")
    data = dw.Dataset.from_frame({"a": ["missing", "b"], "c": ["u", None]}, missing="state")
    assert data.states == (("b", "missing"), ("u", "missing"))


def test_declared_categories_stay_when_rows_are_dropped():
    column = pd.Categorical(["b", None, "b"], categories=["a", "b", "c"])
    data = dw.Dataset.from_frame(pd.DataFrame({"a": column}), missing="drop")
    assert data.states == (("a", "b", "c"),)
    data = dw.Dataset.from_frame(pd.DataFrame({"a": column}), missing="state")
    assert data.states == (("a", "b", "c", "missing"),)


def test_which_cells_of_a_file_are_missing_can_be_chosen(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n-9,x\n1,?\n2,NA\n")
    data = dw.read_data(path, missing_values=["-9"], missing="state")
    assert data.states == (("1", "2", "missing"), ("?", "NA", "x"))
    assert dw.read_data(path, missing_values=[]).states[0] == (-9, 1, 2)


@pytest.mark.parametrize("state", ["None", "none", "null", "N/A", "-", "0"])
def test_a_state_is_never_swallowed(tmp_path, state):
    path = tmp_path / "t.csv"
    path.write_text(f"a,b\n{state},x\n1,y\n")
    assert state in map(str, dw.read_data(path, missing="drop").states[0])


def test_in_frames_no_text_is_missing_unless_named():
    frame = {"a": ["", "NA", "?", "x"], "b": [1, 9, 1, 1], "c": [0.5, 9.0, 1.5, 0.5]}
    plain = dw.Dataset.from_frame(frame, discretize="mean")
    assert plain.states[0] == ("", "?", "NA", "x")
    named = dw.Dataset.from_frame(
        frame, missing_values=["", "?", 9], missing="state", discretize="mean"
    )
    assert named.states[:2] == (("NA", "x", "missing"), ("1", "missing"))
    assert named.states[2][-1] == "missing"


def test_missing_values_must_be_a_list():
    with pytest.raises(dw.DataError, match="missing_values must be a list"):
        dw.Dataset.from_frame({"a": [0, 1]}, missing_values="NA")
