"""Frames with mixed objects and repeated names, and cuts beyond the data."""

import pandas as pd
import pyarrow as pa
import pytest

import dagwright as dw

GROUPS = ["a", "b", "c", "d"] * 25


@pytest.mark.parametrize(
    "cells", [[1, "a"], [True, "maybe"], [1.5, "x", 2, False], [None, "a", 1, "a"]]
)
def test_mixed_objects_are_what_the_same_cells_in_a_file_are(cells, tmp_path):
    cells = (cells * 100)[:100]
    path = tmp_path / "table.csv"
    lines = [f"{'' if c is None else c},{g}" for c, g in zip(cells, GROUPS, strict=True)]
    path.write_text("x,g\n" + "\n".join(lines) + "\n")
    filed = dw.read_data(path)
    assert "x" in filed.names
    assert dw.Dataset.from_frame({"x": cells, "g": GROUPS}) == filed
    frame = pd.DataFrame({"x": pd.Series(cells, dtype=object), "g": GROUPS})
    assert dw.Dataset.from_frame(frame) == filed


@pytest.mark.parametrize("strange", [[1], {"a": 1}, b"bytes"])
def test_strange_objects_are_left_out(strange):
    data = dw.Dataset.from_frame({"x": [strange, "a"] * 50, "g": GROUPS})
    assert data.names == ("g",)


def test_mixed_categories_are_written_as_text():
    column = pd.Categorical([1, "a"] * 50, categories=["a", 1])
    data = dw.Dataset.from_frame(pd.DataFrame({"x": column, "g": GROUPS}))
    assert data.states[0] == ("a", "1")
    column = pd.Categorical([1, "1"] * 50, categories=["1", 1])
    data = dw.Dataset.from_frame(pd.DataFrame({"x": column, "g": GROUPS}))
    assert "written alike" in data.columns["x"].reason


def repeated_names(library):
    columns = [["u", "v"] * 50, GROUPS, ["x", "y", "y", "x", "x"] * 20]
    if library == "pandas":
        return pd.DataFrame(list(zip(*columns, strict=True)), columns=["a", "g", "a"])
    return pa.table([pa.array(column) for column in columns], names=["a", "g", "a"])


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_repeated_names_of_a_frame_are_numbered(library):
    data = dw.Dataset.from_frame(repeated_names(library))
    assert data.names == ("a", "g", "a_2")
    assert data.states[2] == ("x", "y")
    assert "column 3 is called 'a' like another: it is called 'a_2' here" in data.warnings
    with pytest.raises(dw.DataError, match="columns 1 and 3 are both called 'a'"):
        dw.Dataset.from_frame(repeated_names(library), strict=True)


def test_cuts_beyond_the_data_are_pointed_out():
    table = {"age": list(range(20, 70)) * 2, "g": GROUPS}
    data = dw.Dataset.from_frame(table, cuts={"age": [1000]})
    assert "no number of 'age' lies in 'from_1000': look at its cuts" in data.warnings
    data = dw.Dataset.from_frame(table, cuts={"age": [40]})
    assert data.warnings == ()
    young = {"age": [20, 25, 30, 35] * 25, "g": GROUPS}
    assert dw.Dataset.from_frame(young, like=data).warnings == ()
