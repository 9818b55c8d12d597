"""Data frames, dictionaries and arrays into datasets."""

from __future__ import annotations

import datetime
import decimal
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dagwright as dw


def as_is(frame, **options):
    """Code a table of states: nothing is decided about small tables that mean nothing."""
    return dw.Dataset.from_frame(frame, as_is=True, **options)


COLUMNS = {
    "text": ["b", "a", "b", "é"],
    "number": [10, -3, 10, 200],
    "flag": [True, False, True, True],
    "whole": [2.0, 0.0, 2.0, 1.0],
}
EXPECTED = dw.Dataset(
    ["text", "number", "flag", "whole"],
    [["a", "b", "é"], [-3, 10, 200], [False, True], [0, 1, 2]],
    [[1, 0, 1, 2], [1, 0, 1, 2], [1, 0, 1, 1], [2, 0, 2, 1]],
)


def nullable(frame):
    with warnings.catch_warnings():
        # pandas 2 warns of what it tries on infinite values.
        warnings.simplefilter("ignore", RuntimeWarning)
        return frame.convert_dtypes()


FRAMES = {
    "pandas": pd.DataFrame,
    "pandas objects": lambda columns: pd.DataFrame(columns, dtype=object),
    "pandas nullable": lambda columns: nullable(pd.DataFrame(columns)),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "dict of lists": dict,
    "dict of arrays": lambda columns: {name: np.array(v) for name, v in columns.items()},
    "dict of series": lambda columns: {name: pl.Series(v) for name, v in columns.items()},
    "dict of ranges": lambda columns: {name: _Lazy(v) for name, v in columns.items()},
}


class _Lazy:
    """A sized iterable that is neither list nor array."""

    def __init__(self, values):
        self._values = values

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)


@pytest.fixture(params=FRAMES, ids=str)
def make(request):
    return FRAMES[request.param]


def test_every_kind_of_table_gives_the_same_dataset(make):
    assert as_is(make(COLUMNS)) == EXPECTED


def test_observed_states_are_sorted_and_of_python_types(make):
    for states in as_is(make(COLUMNS)).states:
        assert list(states) == sorted(states)
        assert {type(state) for state in states} <= {str, int, bool}


def test_continuous_columns_are_all_named(make):
    columns = {**COLUMNS, "height": [1.5, 2.0, 2.5, 1.0], "mass": [0.1, np.inf, 1.0, 2.0]}
    with pytest.raises(dw.DataError, match="columns 'height' and 'mass' look continuous: cut"):
        as_is(make(columns))


def test_missing_values_are_counted_for_every_column(make):
    columns = {
        **COLUMNS,
        "t": ["a", None, None, "b"],
        "f": [1.5, None, 2.5, 1.0],
        "b": [True, None, True, True],
    }
    with pytest.raises(dw.DataError, match=r"missing values in 't' \(2\), 'f' \(1\), 'b' \(1\)"):
        as_is(make(columns))


def test_nan_is_a_missing_value(make):
    with pytest.raises(dw.DataError, match=r"missing values in 'f' \(2\)"):
        as_is(make({"f": [1.5, float("nan"), float("nan"), 1.0]}))


def test_dates_are_refused_with_the_column_named(make):
    day = datetime.date(2020, 1, 1)
    with pytest.raises(dw.DataError, match="column 'day' holds"):
        as_is(make({"day": [day, day], "x": [0, 1]}))


def test_lists_are_refused_with_the_column_named(make):
    with pytest.raises(dw.DataError, match="column 'nested' holds"):
        as_is(make({"nested": [[1], [2]], "x": [0, 1]}))


def test_decimals_are_numbers(make):
    with pytest.raises(dw.DataError, match="column 'price' looks continuous"):
        as_is(make({"price": [decimal.Decimal("1.5")] * 2, "x": [0, 1]}))


def decided(make, **columns):
    """Read 60 rows with a coin and these columns, whatever is decided about them."""
    return dw.Dataset.from_frame(make({"coin": [0, 1, 1, 0, 1] * 12, **columns}))


def test_by_default_dates_and_lists_are_left_out(make):
    day = datetime.date(2020, 1, 1)
    days = [day + datetime.timedelta(i % 7) for i in range(60)]
    data = decided(make, day=days, nested=[[i] for i in range(60)])
    assert data.names == ("coin",)
    assert str(data.columns["day"].kind) == "date"
    assert "lists" in data.columns["nested"].reason or "arrays" in data.columns["nested"].reason


def test_by_default_numbers_are_cut(make):
    prices = [decimal.Decimal(i * 7 % 60) / 4 for i in range(60)]
    data = decided(make, price=prices, height=[float(p) ** 2 + i % 3 for i, p in enumerate(prices)])
    assert data.provisional == ("price", "height")
    assert data.columns["price"].reason == "60 different numbers from 0 to 14.75"


def test_by_default_nulls_are_a_state_or_cost_a_few_rows(make):
    texts = [None if i % 10 == 0 else "ab"[i % 2] for i in range(60)]
    data = decided(make, t=texts, n=[float("nan") if i == 7 else float(i % 3) for i in range(60)])
    assert dict(zip(data.names, data.states, strict=True))["t"] == ("a", "b", "missing")
    assert data.n_dropped == 0
    few = decided(make, t=[None if i < 3 else "ab"[i % 2] for i in range(60)])
    assert few.states == ((0, 1), ("a", "b"))
    assert few.n_dropped == 3


def test_a_weight_column_is_not_a_variable(make):
    data = as_is(make({"a": [0, 1, 1], "n": [3, 0, 4]}), weights="n")
    assert data.names == ("a",)
    assert data.weights.tolist() == [3, 0, 4]


def test_a_weight_column_with_missing_values_is_refused(make):
    with pytest.raises(dw.DataError, match="weight"):
        as_is(make({"a": [0, 1], "n": [3, None]}), weights="n")


def test_a_table_without_rows_is_refused(make):
    with pytest.raises(dw.DataError, match="no rows"):
        as_is(make({"a": [], "b": []}))


def test_a_table_without_columns_is_refused(make):
    with pytest.raises(dw.DataError, match="no columns"):
        as_is(make({}))


def test_one_message_says_everything_that_is_wrong():
    frame = {"t": ["a", None], "f": [0.5, 1.5], "d": [b"x", b"y"]}
    with pytest.raises(dw.DataError) as caught:
        as_is(frame)
    for part in (
        "'t' (1)",
        "column 'f' looks continuous",
        "'d' holds values of type bytes",
    ):
        assert part in str(caught.value)


@pytest.mark.parametrize("values", [["a", 1], [True, "a"], [True, 2], [1, "a", 2.5]])
def test_columns_of_mixed_types_are_taken_as_text(values):
    for frame in ({"m": values}, pd.DataFrame({"m": pd.Series(values, dtype=object)})):
        assert as_is(frame) == as_is({"m": list(map(str, values))})


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT, np.datetime64("NaT")])
def test_every_marker_of_a_missing_object_is_recognised(missing):
    with pytest.raises(dw.DataError, match=r"missing values in 'm' \(1\)"):
        as_is({"m": ["a", missing]})


def test_pandas_categories_keep_their_declared_order_and_unobserved_states():
    column = pd.Categorical(["mid", "low", "mid"], categories=["low", "mid", "high"], ordered=True)
    data = as_is(pd.DataFrame({"c": column}))
    assert data == dw.Dataset(["c"], [["low", "mid", "high"]], [[1, 0, 1]])


def test_pandas_categories_may_be_integers():
    data = as_is(pd.DataFrame({"c": pd.Categorical([3, 1], categories=[3, 2, 1])}))
    assert data == dw.Dataset(["c"], [[3, 2, 1]], [[0, 2]])


def test_pandas_intervals_become_text_states():
    data = as_is(pd.DataFrame({"c": pd.cut([0.5, 1.5, 1.6], [0, 1, 2, 3])}))
    assert data == dw.Dataset(["c"], [["(0, 1]", "(1, 2]", "(2, 3]"]], [[0, 1, 1]])


def test_pandas_categories_of_mixed_types_that_are_written_alike_are_refused():
    with pytest.raises(dw.DataError, match="'c' holds categories that are written alike"):
        as_is(pd.DataFrame({"c": pd.Categorical([1, "1"])}))


def test_a_missing_category_is_a_missing_value():
    with pytest.raises(dw.DataError, match=r"missing values in 'c' \(1\)"):
        as_is(pd.DataFrame({"c": pd.Categorical(["a", None])}))


def test_a_polars_enum_keeps_its_declared_states():
    column = pl.Series(["mid", "low"], dtype=pl.Enum(["low", "mid", "high"]))
    data = as_is(pl.DataFrame({"c": column}))
    assert data == dw.Dataset(["c"], [["low", "mid", "high"]], [[1, 0]])


def test_a_polars_categorical_has_its_observed_states():
    frame = pl.DataFrame({"c": ["b", "a"], "d": ["z", "b"]}, schema_overrides={"c": pl.Categorical})
    frame = frame.with_columns(pl.col("d").cast(pl.Categorical))
    assert as_is(frame).states == (("a", "b"), ("b", "z"))


def test_an_arrow_dictionary_keeps_its_declared_states_across_chunks():
    first = pa.DictionaryArray.from_arrays([1, 0], ["y", "x", "unseen"])
    second = pa.DictionaryArray.from_arrays([0, 0], ["z"])
    data = as_is(pa.table({"c": pa.chunked_array([first, second])}))
    assert data == dw.Dataset(["c"], [["y", "x", "unseen", "z"]], [[1, 0, 3, 3]])


def test_arrow_text_that_is_not_utf8_is_refused():
    text = pa.array([b"a", b"\xff"]).cast(pa.binary()).view(pa.string())
    with pytest.raises(dw.DataError, match="column 'a' holds text that is not UTF-8"):
        as_is(pa.table({"a": text, "b": [0, 1]}))


def test_a_chunked_arrow_column_of_text_is_one_column():
    column = pa.chunked_array([["b", "a"], ["c", "a"], []], type=pa.string())
    data = as_is(pa.table({"c": column}))
    assert data == dw.Dataset(["c"], [["a", "b", "c"]], [[1, 0, 2, 0]])


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64, np.float32, bool, "U1"])
def test_numpy_arrays_of_every_discrete_type_are_read(dtype):
    data = as_is(np.array([[0, 1], [1, 1]]).astype(dtype))
    assert data.names == ("x0", "x1")
    assert [column.tolist() for column in data.codes] == [[0, 1], [0, 0]]


def test_numpy_columns_can_be_named():
    assert as_is(np.eye(2), names=["a", "b"]).names == ("a", "b")


def test_object_arrays_are_read_cell_by_cell():
    data = as_is(np.array([["a", 2], ["b", 1]], dtype=object))
    assert data.states == (("a", "b"), (1, 2))


def test_extreme_integers_do_not_overflow():
    values = np.array([-(2**63), 2**63 - 1, 0])
    assert as_is({"a": values}).states == ((-(2**63), 0, 2**63 - 1),)
    narrow = np.array([-128, 127], dtype=np.int8)
    assert as_is({"a": narrow}).states == ((-128, 127),)


def test_integers_beyond_64_bits_are_refused():
    with pytest.raises(dw.DataError, match="'a' holds integers beyond 64 bits"):
        as_is({"a": [2**70, 1]})


def test_floats_too_large_to_count_by_one_are_continuous():
    with pytest.raises(dw.DataError, match="continuous"):
        as_is({"a": [2.0**60, 1.0]})


def test_many_distinct_values_widen_the_codes():
    frame = {"a": np.arange(70000), "b": np.arange(70000) * 10**9}
    data = as_is(frame, max_states=None)
    assert data.arities == (70000, 70000)
    assert all(np.array_equal(column, np.arange(70000)) for column in data.codes)


def test_weights_may_be_an_array_or_a_series():
    for weights in ([1, 2], np.array([1, 2]), pd.Series([1, 2]), pl.Series([1, 2])):
        assert as_is({"a": [0, 1]}, weights=weights).weights.tolist() == [1, 2]


def test_an_unknown_weight_column_is_named():
    with pytest.raises(dw.DataError, match="no column 'n' for the weights: there are 'a'"):
        as_is({"a": [0, 1]}, weights="n")


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]),
        pd.DataFrame([[1, 2]], columns=[1, "1"]),
    ],
)
def test_repeated_column_names_are_refused(frame):
    with pytest.raises(dw.DataError, match=r"called '(a|1)'"):
        as_is(frame, strict=True)


def test_names_that_are_not_text_become_text():
    assert as_is(pd.DataFrame([[1, 2]])).names == ("0", "1")


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (np.zeros(3), "1-dimensional array is not a table"),
        (3, "a int is not a table"),
        ([[1, 2]], "a list is not a table"),
        (pl.LazyFrame({"a": [1]}), "lazy: call its collect"),
        (pl.Series([1]), "a Series is not a table"),
        ({"a": [1, 2], "b": [1]}, "'b' has 1 rows where 'a' has 2"),
        ({"a": 1}, "column 'a' is a int"),
        ({"a": "text"}, "column 'a' is a str"),
        ({"a": np.zeros((2, 2))}, "column 'a' holds 2-D arrays"),
        (np.array([[1 + 2j]]), "column 'x0' holds values of type complex"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(frame, message):
    with pytest.raises(dw.DataError, match=message):
        as_is(frame)


@pytest.mark.parametrize(
    ("frame", "names", "message"),
    [
        (np.eye(2), ["a"], "1 names for 2 columns"),
        (np.eye(2), ["a", "a"], "several columns are called 'a'"),
        ({"a": [1]}, ["b"], "brings its own names"),
    ],
)
def test_names_that_do_not_fit_are_refused(frame, names, message):
    with pytest.raises(dw.DataError, match=message):
        as_is(frame, names=names)
