"""Parquet files, in batches."""

from __future__ import annotations

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pytest

import dagwright as dw
from dagwright.data import parquet


@pytest.fixture(params=["pyarrow", "polars"])
def library(request, monkeypatch):
    if request.param == "polars":
        monkeypatch.setattr(parquet, "_importable", lambda module: module == "polars")
    monkeypatch.setattr(parquet, "_BATCH_ROWS", 7)
    return request.param


RANDOM = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "text": RANDOM.choice(["b", "a", "é"], 50),
        "number": RANDOM.integers(-2, 3, 50),
        "flag": RANDOM.random(50) < 0.5,
        "whole": RANDOM.integers(0, 3, 50).astype(float),
        "real": np.append(RANDOM.integers(0, 3, 49), 0.5),
        "hole": np.where(RANDOM.random(50) < 0.3, None, "x"),
        "category": pd.Categorical(RANDOM.choice(["p", "q"], 50), categories=["q", "p", "r"]),
    }
)


def written(folder, frame, name="t.parquet"):
    path = folder / name
    frame.to_parquet(folder / "plain", row_group_size=10)
    content = (folder / "plain").read_bytes()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return path


def _names_and_states(data):
    return data.names, data.states


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "t.parquet.gz"])
def test_a_file_reads_like_the_frame_that_was_written(tmp_path, library, name):
    frame = FRAME if library == "pyarrow" else FRAME.drop(columns="category")
    options = {"discretize": "mean", "missing": "state"}
    expected = dw.Dataset.from_frame(frame, **options)
    assert dw.read_data(written(tmp_path, frame, name), **options) == expected


def test_every_option_works(tmp_path, library):
    path = written(tmp_path, FRAME[["text", "number", "whole", "hole"]])
    data = dw.read_data(
        path, weights="whole", exclude=["hole"], states={"text": ["a", "é", "b", "z"]}
    )
    assert data.names == ("text", "number")
    assert data.arities[0] == 4
    assert np.array_equal(data.weights, FRAME["whole"])
    with pytest.raises(dw.DataError, match=r"t\.parquet: missing values in 'hole'"):
        dw.read_data(path, as_is=True)
    assert dict(zip(*_names_and_states(dw.read_data(path)), strict=True))["hole"] == (
        "x",
        "missing",
    )
    assert dw.read_data(path, missing="drop").n_rows == FRAME["hole"].notna().sum()


def test_text_and_numbers_of_too_many_values_are_refused_or_left_out(tmp_path, library):
    frame = pd.DataFrame({"id": [f"r{i}" for i in range(300)], "n": range(300), "c": [0, 1] * 150})
    path = written(tmp_path, frame)
    as_is = {"as_is": True}
    with pytest.raises(dw.DataError, match="'id' holds more than 256 different values"):
        dw.read_data(path, **as_is)
    with pytest.raises(dw.DataError, match="'n' holds more than 256 different whole numbers"):
        dw.read_data(path, exclude=["id"], **as_is)
    assert dw.read_data(path, exclude=["id"], discretize="width", **as_is).arities == (3, 2)
    assert dw.read_data(path, max_states=None, **as_is).arities == (300, 300, 2)
    data = dw.read_data(path)
    assert data.names == ("c",)
    assert [str(data.columns[name].kind) for name in ("id", "n")] == ["identifier", "index"]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + bytes(range(256)) + b"PAR1", b"a,b\n"])
def test_a_broken_file_is_refused(tmp_path, library, content):
    path = tmp_path / "t.parquet"
    path.write_bytes(content)
    with pytest.raises(dw.FormatError, match=r"t\.parquet is not a readable parquet file"):
        dw.read_data(path)


def test_a_table_without_rows_is_refused_and_dates_are_left_out(tmp_path, library):
    with pytest.raises(dw.DataError, match=r"t\.parquet: the table has no rows"):
        dw.read_data(written(tmp_path, FRAME[:0]))
    dates = pd.DataFrame({"day": pd.date_range("2020-01-01", periods=3), "x": [0, 1, 0]})
    with pytest.raises(dw.DataError, match=r"t\.parquet: column 'day' holds"):
        dw.read_data(written(tmp_path, dates), as_is=True)
    data = dw.read_data(written(tmp_path, dates))
    assert data.names == ("x",)
    assert str(data.columns["day"].kind) == "date"


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["x", "y"], "column 'w' holds no weights: 'x' in row 0 is not a number"),
        ([1.0, None], "column 'w' holds no weights: none in row 1"),
        ([1.5, 2.0], "not a whole number"),
    ],
)
def test_bad_weights_are_refused(tmp_path, library, column, message):
    path = tmp_path / "t.parquet"
    pl.DataFrame({"a": [0, 1], "w": column}).write_parquet(path)
    with pytest.raises(dw.DataError, match=message):
        dw.read_data(path, weights="w")


def test_without_a_library_the_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_importable", lambda module: False)
    path = tmp_path / "t.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(dw.DagwrightError, match=r"pip install 'dagwright\[parquet\]'"):
        dw.read_data(path)


def test_a_missing_file_is_named(tmp_path, library):
    with pytest.raises(dw.FormatError, match=r"cannot read .*absent\.parquet: No such file"):
        dw.read_data(tmp_path / "absent.parquet")
