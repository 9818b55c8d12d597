"""Columns of frames, dictionaries and arrays before it is decided what they mean."""

from __future__ import annotations

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.support.raw import cells, raw

from dagwright.data.frame import frame_table
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, Labels, Opaque, Real, WideText

LIBRARIES = {
    "pandas": pd.DataFrame,
    "pandas with arrow strings": lambda c: pd.DataFrame(
        {k: pd.array(v, dtype="string") if isinstance(v[0], str) else v for k, v in c.items()}
    ),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "dictionary": dict,
}


@pytest.fixture(params=LIBRARIES.values(), ids=LIBRARIES)
def make(request):
    return request.param


def test_text_is_what_the_same_cells_in_a_file_are(make):
    rng = np.random.default_rng(0)
    n = 6000
    columns = {
        "few": rng.choice(["b", " a ", "NA", "é", ""], n).tolist(),
        "numbers": [f"{i}.5" if i % 10 else "?" for i in range(n)],
        "text": [f"word {i}" for i in range(n)],
        "commas": [f"{i},5" for i in range(n)],
    }
    frame = frame_table(make(columns))
    rows = zip(*columns.values(), strict=True)
    file = raw(
        "few;numbers;text;commas\n" + "\n".join(";".join(row) for row in rows), delimiter=";"
    )
    assert frame.decimal == file.decimal == "."
    assert frame.n_rows == file.n_rows
    assert cells(frame.columns["few"]) == cells(file.columns["few"])
    assert frame.columns["few"].labels == file.columns["few"].labels
    for name in ("numbers",):
        one, other = frame.columns[name], file.columns[name]
        assert isinstance(one, Real)
        assert np.array_equal(one.values, other.values, equal_nan=True)
        assert list(one.exceptions) == list(other.exceptions) == ["?"]
        assert np.array_equal(one.exceptions["?"], other.exceptions["?"])
    assert frame.columns["text"] == file.columns["text"]
    assert frame.columns["commas"] == file.columns["commas"]
    assert isinstance(frame.columns["text"], WideText)


def test_decimal_commas_are_found_in_frames_too(make):
    frame = frame_table(make({"a": [f"{i},5" for i in range(5000)], "b": ["x"] * 5000}))
    assert frame.decimal == ","
    assert np.array_equal(frame.columns["a"].values, np.arange(5000) + 0.5)


def test_missing_values_of_text_are_marked(make):
    frame = frame_table(make({"a": ["x", None, "NA", "x"], "b": ["1", "2", "3", None]}))
    assert cells(frame.columns["a"]) == ["x", None, "NA", "x"]
    assert cells(frame.columns["b"]) == ["1", "2", "3", None]
    assert frame.columns["a"].labels == ["x", "NA"]


def test_missing_values_of_wide_columns_keep_their_places():
    n = 8000
    numbers = [None if i % 7 == 0 else "x" if i % 11 == 0 else str(i) for i in range(n)]
    text = [None if i % 7 == 0 else f"w{i}" for i in range(n)]
    frame = frame_table({"n": numbers, "t": text})
    real = frame.columns["n"]
    for i, cell in enumerate(numbers):
        assert np.isnan(real.values[i]) if cell in (None, "x") else real.values[i] == i
    assert list(real.exceptions["x"]) == [i for i, cell in enumerate(numbers) if cell == "x"]
    wide = frame.columns["t"]
    assert (wide.n_cells + wide.n_empty, wide.n_empty) == (n, sum(cell is None for cell in text))


def test_types_that_are_declared_are_kept(make):
    frame = frame_table(make({"i": [3, 1, 3], "f": [1.0, 2.0, 1.0], "b": [True, False, True]}))
    integers, floats, booleans = frame.columns.values()
    assert isinstance(integers, Coded)
    assert integers.states == (1, 3)
    assert not integers.declared
    assert isinstance(floats, Real)
    assert floats.values.tolist() == [1.0, 2.0, 1.0]
    assert isinstance(booleans, Coded)
    assert booleans.states == (False, True)


def test_declared_categories_are_states():
    column = pd.Categorical(["p", None, "q"], categories=["q", "p", "r"])
    for frame in (
        pd.DataFrame({"c": column}),
        pl.DataFrame({"c": pl.Series(["p", None, "q"], dtype=pl.Enum(["q", "p", "r"]))}),
    ):
        coded = frame_table(frame).columns["c"]
        assert coded.declared
        assert coded.states == ("q", "p", "r")
        assert coded.missing.tolist() == [False, True, False]
    loose = pl.DataFrame({"c": pl.Series(["p", "q"], dtype=pl.Categorical)})
    assert cells(frame_table(loose).columns["c"]) == ["p", "q"]


@pytest.mark.parametrize(
    ("values", "what", "is_date"),
    [
        ([datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)], "dates or times", True),
        ([datetime.datetime(2020, 1, 1), None], "dates or times", True),
        ([datetime.timedelta(1), datetime.timedelta(2)], "dates or times", True),
        ([[1, 2], [3]], "lists", False),
        ([1 << 80, 2], "integers beyond 64 bits", False),
        ([b"x", b"y"], "values of type bytes", False),
    ],
)
def test_what_is_neither_text_nor_numbers_is_opaque(values, what, is_date):
    column = frame_table({"x": values, "y": [0, 1]}).columns["x"]
    assert isinstance(column, Opaque)
    assert (column.what, column.is_date) == (what, is_date)
    assert column.n_missing == sum(value is None for value in values)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_dates_and_lists_of_frames_are_opaque(library):
    days = [datetime.datetime(2020, 1, 1), None]
    frame = frame_table(library({"d": days, "l": [[1], [2, 3]]}))
    assert frame.columns["d"].is_date
    assert frame.columns["d"].n_missing == 1
    assert isinstance(frame.columns["l"], Opaque)


def test_decimal_numbers_of_polars_are_numbers():
    frame = pl.DataFrame({"d": [decimal.Decimal("1.25"), decimal.Decimal("2.5")]})
    assert frame_table(frame).columns["d"].values.tolist() == [1.25, 2.5]


def test_arrow_text_that_is_not_utf8_is_opaque():
    text = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 1, 2], np.int32)), pa.py_buffer(b"\xffa")]
    )
    column = frame_table(pa.table({"t": text})).columns["t"]
    assert isinstance(column, Opaque)
    assert column.what == "text that is not UTF-8"


def test_integers_of_very_many_values_are_numbers_unless_kept():
    columns = {"i": np.arange(5000), "long": np.arange(5000) + 2**60}
    frame = frame_table(columns)
    assert np.array_equal(frame.columns["i"].values, np.arange(5000))
    assert isinstance(frame.columns["long"], Coded)  # they would not be exact
    kept = frame_table(columns, options=TableOptions(category="i")).columns["i"]
    assert isinstance(kept, Coded)
    assert len(kept.states) == 5000


def test_arrays():
    frame = frame_table(np.array([[0, 1], [1, 1]]), names=["a", "b"])
    assert list(frame.columns) == ["a", "b"]
    assert isinstance(frame_table(np.array([["x", "y"], ["z", "y"]])).columns["x0"], Labels)


def test_halves_of_characters_do_no_harm():
    assert cells(frame_table({"a": ["x\ud800", "y"]}).columns["a"]) == ["x?", "y"]


def test_a_column_without_a_name_is_named_by_its_place():
    # Found by fuzzing, in a parquet file.
    assert list(frame_table({"a": [0, 1], "": [1, 1]}).columns) == ["a", "column_2"]
