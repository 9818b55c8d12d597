"""What is decided about a column follows from its cells, however they reach us."""

from __future__ import annotations

import csv
import random
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from text_tables import running_numbers, text_tables, write_text_table

import dagwright as dw

FRAMES = {
    "dict": dict,
    "pandas": lambda table: pd.DataFrame(table, dtype=object),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
}


@contextmanager
def written(table, **how):
    """A file that holds the table for a while."""
    with tempfile.TemporaryDirectory() as folder:
        yield write_text_table(Path(folder) / "table.csv", table, **how)


def opened(source, **words):
    """What was decided and coded, for each column; or the words of a refusal, without its place."""
    try:
        read = dw.read_data if isinstance(source, Path) else dw.Dataset.from_frame
        data = read(source, **words)
    except dw.DataError as error:
        return str(error).replace(f"{source}: ", "")
    return decisions(data)


def decisions(data):
    states = dict(zip(data.names, data.states, strict=True))
    codes = dict(zip(data.names, data.codes, strict=True))
    return {
        name: {
            "kind": str(column.kind),
            "treatment": str(column.treatment),
            "same as": column.same_as,
            "missing": column.n_missing,
            "markers": dict(column.markers),
            "states": states.get(name),
            "cells": [states[name][code] for code in codes[name]] if name in codes else None,
        }
        for name, column in data.columns.items()
    }


def without_cells(decided):
    if isinstance(decided, str):
        return decided
    return {
        name: {key: value for key, value in column.items() if key != "cells"}
        for name, column in decided.items()
    }


@pytest.mark.parametrize("kind", FRAMES)
@given(table=text_tables())
def test_a_file_and_a_frame_of_the_same_cells_agree(kind, table):
    with written(table) as path:
        assert opened(FRAMES[kind](table)) == opened(path)


@given(
    text_tables(),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_quotes_and_delimiters_do_not_matter(table, quoting, delimiter):
    with written(table) as plain, written(table, quoting=quoting, delimiter=delimiter) as other:
        assert opened(other) == opened(plain)


@given(text_tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(table, shuffler):
    order = list(range(len(table["name 0"])))
    shuffler.shuffle(order)
    shuffled = {name: [cells[i] for i in order] for name, cells in table.items()}
    one, other = opened(table), opened(shuffled)
    assert without_cells(one) == without_cells(other)
    if isinstance(one, dict):
        for name, column in one.items():
            cells = column["cells"]
            if cells is not None and len(cells) == len(order):  # no row was dropped
                assert other[name]["cells"] == [cells[i] for i in order]


@given(text_tables(), st.integers(0, 2**32))
def test_running_numbers_are_known_by_their_order_and_nothing_else_depends_on_it(table, seed):
    rows = running_numbers(len(table["name 0"]))
    numbered = opened({"n": rows, **table})
    if isinstance(numbered, str):
        return
    assert numbered["n"]["kind"] == "index"
    assert numbered["n"]["treatment"] == "leave out"
    random.Random(seed).shuffle(rows)
    shuffled = opened({"n": rows, **table})
    del numbered["n"], shuffled["n"]
    assert shuffled == numbered


@settings(max_examples=scaled(20))
@given(text_tables())
def test_learning_decides_as_reading_does(table):
    with written(table) as path:
        read = opened(path)
        try:
            learned = decisions(dw.learn(path, time_limit=5).table)
        except dw.DataError as error:
            learned = str(error).replace(f"{path}: ", "")
    if isinstance(read, str):
        assert learned == read
        return
    for name, column in read.items():
        for what in ("kind", "treatment", "same as", "missing", "markers"):
            assert learned[name][what] == column[what], (name, what)
        if column["treatment"] == "keep":  # numbers are cut again
            assert learned[name]["states"] == column["states"]


@given(text_tables(), st.sampled_from(["dict", "pandas", "polars", "pyarrow"]))
def test_a_table_of_ours_is_read_again_as_declared(table, kind):
    try:
        data = dw.Dataset.from_frame(table)
    except dw.DataError:
        return
    states = dict(zip(data.names, data.states, strict=True))
    again = dw.Dataset.from_frame(data.to_frame(kind), states=states)
    assert again == data
    with written(data.to_frame("dict")) as path:
        assert dw.read_data(path, states=states) == data


@given(text_tables())
def test_declared_types_of_a_frame_are_enough(table):
    try:
        data = dw.Dataset.from_frame(table)
    except dw.DataError:
        return
    again = dw.Dataset.from_frame(data.to_frame("pandas"))
    assert dict(zip(again.names, again.states, strict=True)) == dict(
        zip(data.names, data.states, strict=True)
    )


@given(text_tables(), st.randoms(use_true_random=False))
def test_a_part_of_a_table_read_like_the_whole_has_its_states(table, chooser):
    try:
        whole = dw.Dataset.from_frame(table, discretize="quantile")  # provisional cuts would move
    except dw.DataError:
        return
    rows = len(table["name 0"])
    part = sorted(chooser.sample(range(rows), rows // 2))
    half = {name: [cells[i] for i in part] for name, cells in table.items()}
    for source in (half, pd.DataFrame(half, dtype=object)):
        again = dw.Dataset.from_frame(source, like=whole)
        assert again.names == whole.names
        assert again.states == whole.states
