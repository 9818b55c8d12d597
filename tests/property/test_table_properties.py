"""Every reader takes any bytes, and every discretisation keeps its promises."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw

NUMBERS = st.floats(-1e300, 1e300, allow_subnormal=False)
COLUMNS = st.lists(st.one_of(NUMBERS, st.integers(-5, 5).map(float)), min_size=1, max_size=40)
METHODS = st.sampled_from(["mean", "quantile", "width", "kmeans"])
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "missing": st.sampled_from(["error", "drop", "state"]),
        "missing_values": st.lists(st.sampled_from(["", "a", "1", "x0"]), max_size=2),
        "discretize": METHODS,
        "max_states": st.sampled_from([1, 2, 5, None]),
        "states": st.sampled_from([{"x0": ["a", "b"]}, {"a": [0, 1]}]),
        "exclude": st.sampled_from([["x0"], ["a"], []]),
        "weights": st.sampled_from(["x0", "a", None]),
        "keep": st.sampled_from([["x0"], ["a"], []]),
        "number": st.sampled_from(["x0", "a", ()]),
        "cuts": st.sampled_from([{"x0": [1]}, {"a": [0.5, 2]}]),
        "as_is": st.booleans(),
        "strict": st.booleans(),
    },
)


def check_reading(content, name, options):
    """Read bytes as a file of this name: a dataset, or an error that names the file."""
    try:
        dw.TableOptions(**options)
    except dw.DataError:  # options that contradict each other need no file to be wrong
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            data = dw.read_data(path, **options)
        except dw.DagwrightError as error:
            assert name in str(error)  # noqa: PT017 - either outcome is fine
            return
    assert data.n_rows >= 1
    assert all(codes.max() < arity for codes, arity in zip(data.codes, data.arities, strict=True))


@given(
    st.one_of(st.binary(max_size=200), st.text('a01.,;"\n\r\t ?-e', max_size=80).map(str.encode)),
    st.sampled_from(["t.csv", "t.tsv", "t.tab", "t.dat", "t.data", "t.txt"]),
    OPTIONS,
    st.sampled_from([None, True, False]),
)
def test_any_text_gives_a_dataset_or_a_clear_error(content, name, options, header):
    check_reading(content, name, {"header": header, **options})


@given(st.binary(max_size=200), st.sampled_from(["t.csv.gz", "t.bz2", "t.dat.xz", "t.parquet"]))
def test_any_bytes_give_a_clear_error(content, name):
    check_reading(content, name, {})


@given(COLUMNS, METHODS, st.integers(2, 6))
def test_cut_points_are_ascending_and_separate_the_values(values, method, bins):
    bins = None if method == "mean" else bins
    cutter = dw.Discretizer(method, bins, columns=["a"]).fit({"a": values})
    cuts = cutter.cut_points["a"]
    assert list(cuts) == sorted(set(cuts))
    assert len(cuts) < (bins or 2)
    assert all(min(values) < cut <= max(values) for cut in cuts)
    data = cutter.transform({"a": values})
    assert data.codes[0].tolist() == [sum(value >= cut for cut in cuts) for value in values]
    assert data.arities == (len(cuts) + 1,)
    if method != "width":  # no empty states
        assert len(set(data.codes[0].tolist())) == len(cuts) + 1


@given(COLUMNS, METHODS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(values, method, random):
    shuffled = random.sample(values, len(values))
    first = dw.Discretizer(method, columns=["a"]).fit({"a": values})
    assert first.cut_points == dw.Discretizer(method, columns=["a"]).fit({"a": shuffled}).cut_points


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), min_size=1, max_size=30))
def test_weights_count_like_repeated_rows(rows):
    values = np.array([value / 2 for value, _ in rows])
    weights = np.array([weight for _, weight in rows])
    if weights.sum() == 0:
        return
    for method in ("mean", "quantile", "width", "kmeans"):
        cutter = dw.Discretizer(method, columns=["a"])
        weighted = cutter.fit({"a": values}, weights=weights).cut_points["a"]
        repeated = cutter.fit({"a": np.repeat(values, weights)}).cut_points["a"]
        assert weighted == pytest.approx(repeated)


@given(
    st.lists(
        st.tuples(st.sampled_from(["x", "y", None]), st.sampled_from([0, 1, 2, None])),
        min_size=1,
        max_size=20,
    )
)
def test_parquet_csv_and_frames_agree_on_missing_values(rows):
    frame = {"a": [row[0] for row in rows], "b": [row[1] for row in rows]}
    text = "a,b\n" + "".join(f"{a or ''},{'' if b is None else b}\n" for a, b in rows)
    schema = {"a": polars.String, "b": polars.Int64}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "t.csv").write_text(text)
        polars.DataFrame(frame, schema=schema).write_parquet(path / "t.parquet")
        words = {"missing": "state", "as_is": True}
        expected = dw.Dataset.from_frame(frame, **words)
        assert dw.read_data(path / "t.parquet", **words) == expected
        if all(a or b is not None for a, b in rows):  # blank lines of a file are not rows
            assert dw.read_data(path / "t.csv", header=True, **words) == expected
