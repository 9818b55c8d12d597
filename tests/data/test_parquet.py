"""Parquet files, in batches."""

from __future__ import annotations

import gzip

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.raw import cells, raw_file

import dagwright as dw
from dagwright.data import parquet
from dagwright.data.frame import frame_table
from dagwright.data.raw import Coded, Labels, Opaque, Real, WideText


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


def same(one, other):
    if isinstance(one, Labels):
        return cells(one) == cells(other) and one.labels == other.labels
    if isinstance(one, Real):
        return np.array_equal(one.values, other.values, equal_nan=True)
    return one.states == other.states and np.array_equal(one.codes, other.codes)


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "t.parquet.gz", "t.unheard"])
def test_a_file_reads_like_the_frame_that_was_written(tmp_path, library, name):
    frame = FRAME if library == "pyarrow" else FRAME.drop(columns="category")
    expected = frame_table(frame)
    table = raw_file(written(tmp_path, frame, name))
    assert table.n_rows == expected.n_rows
    assert list(table.columns) == list(expected.columns)
    for column, other in zip(table.columns.values(), expected.columns.values(), strict=True):
        assert same(column, other)


def test_wide_columns_that_grow_over_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_BATCH_ROWS", 1000)
    n = 6000
    frame = pd.DataFrame(
        {
            "id": [f"r{i}" for i in range(n)],
            "n": range(n),
            "number": [str(i / 4) if i % 9 else None for i in range(n)],
            "kept": [f"k{i}" for i in range(n)],
        }
    )
    path = tmp_path / "t.parquet"
    frame.to_parquet(path)
    identifiers, whole, number, kept = raw_file(path, keep="kept").columns.values()
    assert isinstance(identifiers, WideText)
    assert identifiers.n_cells == n
    assert np.array_equal(whole.values, np.arange(n))
    assert number.values[10] == 2.5
    assert np.isnan(number.values[::9]).all()
    assert isinstance(kept, Labels)
    assert len(kept.labels) == n


def test_batches_without_values_do_no_harm(tmp_path, library):
    values = {"t": [None] * 8 + ["x"] * 8, "i": [None] * 8 + [1] * 8, "f": [None] * 8 + [1.5] * 8}
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table(values), path)
    columns = raw_file(path).columns
    assert cells(columns["t"]) == [None] * 8 + ["x"] * 8
    assert isinstance(columns["i"], Coded)
    assert columns["i"].n_missing == 8
    assert columns["f"].n_missing == 8


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + bytes(range(256)) + b"PAR1", b"a,b\n"])
def test_a_broken_file_is_refused(tmp_path, library, content):
    path = tmp_path / "t.parquet"
    path.write_bytes(content)
    with pytest.raises(dw.FormatError, match=r"t\.parquet is not a readable parquet file"):
        raw_file(path)


def test_a_table_without_rows_is_refused_and_dates_are_opaque(tmp_path, library):
    with pytest.raises(dw.DataError, match=r"t\.parquet: the table has no rows"):
        raw_file(written(tmp_path, FRAME[:0]))
    dates = pd.DataFrame({"day": pd.date_range("2020-01-01", periods=20), "x": [0, 1] * 10})
    column = raw_file(written(tmp_path, dates)).columns["day"]
    assert isinstance(column, Opaque)
    assert column.is_date


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["x", "y"], "column 'w' holds no weights: 'x' is not a number"),
        ([1.0, None], "'w' holds no weights: there is none in row 1"),
        ([1.5, 2.0], "not a whole number.*survey.*not supported"),
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
        raw_file(path)


def test_a_missing_file_is_named(tmp_path, library):
    with pytest.raises(dw.FormatError, match=r"cannot read .*absent\.parquet: No such file"):
        raw_file(tmp_path / "absent.parquet")
