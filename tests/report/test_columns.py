"""What was decided about columns: in words, in notebooks, in explanations."""

import html
import re

import numpy as np
import pytest

import dagwright as dw
from dagwright.data.columns.describe import describe_columns, describe_cuts
from dagwright.data.columns.listing import column_rows, columns_as_json


@pytest.fixture
def frame():
    """Heights that say something about sex, and columns that are left out, merged or incomplete."""
    draw = np.random.default_rng(1)
    sex = draw.integers(0, 2, 400)
    return {
        "row": list(range(1, 401)),
        "sex": ["fm"[s] for s in sex],
        "code": ["x" if s else "y" for s in sex],
        "height": np.round(160 + 12 * sex + 6 * draw.standard_normal(400), 1).tolist(),
        "deck": [None if k % 3 else "AB"[k % 2] for k in range(400)],
        "<b>note</b>": [f"it was {k} o'clock and & then {k * 7 % 401} more" for k in range(400)],
    }


def test_a_few_lines_say_what_was_decided(frame):
    assert describe_columns(dw.Dataset.from_frame(frame)) == [
        "3 of 6 columns used",
        "cut: height",
        "left out: row (row number), <b>note</b> (free text)",
        "same as another: code = sex",
        "missing values are a state of their own in: deck",
        "`Dataset.columns` shows every column",
    ]


def test_dropped_rows_are_counted(frame):
    lines = describe_columns(dw.Dataset.from_frame(frame, missing="drop"))
    assert lines[0] == "3 of 6 columns and 134 of 400 rows used"
    assert "rows with missing values are dropped: deck" in lines


def test_what_the_user_left_out_comes_last(frame):
    lines = describe_columns(dw.Dataset.from_frame(frame, exclude=["row", "deck"]))
    assert "left out: <b>note</b> (free text), row (excluded), deck (excluded)" in lines


def test_long_lists_are_cut_short():
    draw = np.random.default_rng(1)
    numbers = {f"n{k}": draw.standard_normal(60).tolist() for k in range(12)}
    data = dw.Dataset.from_frame(numbers)
    assert "cut: n0, n1, n2, n3, n4 and 7 more" in describe_columns(data)
    cuts = describe_cuts(data, most=3)
    assert len(cuts) == 5
    assert cuts[-1] == "  and 9 more"
    assert len(describe_cuts(data)) == 13


def test_nothing_is_said_where_nothing_was_decided():
    data = dw.Dataset.from_frame({"a": ["x", "y"] * 40, "b": ["u", "u", "v", "v"] * 20})
    assert describe_columns(data) == []
    assert describe_cuts(data) == []
    assert describe_columns(dw.Dataset(["a"], [["x"]], [[0, 0]])) == []


def test_who_made_the_cuts_is_said(frame):
    data = dw.Dataset.from_frame(frame)
    assert describe_cuts(data)[0] == "cut for now, into intervals with about equally many rows"
    learned = dw.learn(data).table
    assert describe_cuts(learned)[0] == "cut by learning, to follow the network"
    states = learned.states[learned.names.index("height")]
    assert describe_cuts(learned)[1] == f"  height: {', '.join(states)}"
    own = dw.Dataset.from_frame(frame, cuts={"height": [170]})
    assert describe_cuts(own) == ["cut as you asked", "  height: below_170, from_170"]


def test_explain_begins_with_the_table(frame):
    result = dw.learn(frame)
    lines = result.explain().splitlines()
    at = lines.index("What the table holds")
    assert at < lines.index("What was chosen, and why")
    expected = [*describe_columns(result.table), *describe_cuts(result.table)]
    assert lines[at + 1 : at + 1 + len(expected)] == [f"  {line}" for line in expected]
    assert "given the cuts" in result.explain()
    assert "left out: row (row number)" in html.unescape(result._repr_html_())


def test_rows_and_records_agree(frame):
    data = dw.learn(frame).table
    rows, records = column_rows(data), columns_as_json(data)
    assert [row.name for row in rows] == [record["name"] for record in records] == [*frame]
    by_name = {row.name: row for row in rows}
    assert by_name["code"].treatment == "same as sex"
    assert by_name["deck"].missing == "66 %"
    assert by_name["height"].states.startswith("cut at ")
    assert by_name["row"].states == ""
    height = next(record for record in records if record["name"] == "height")
    assert height["cuts"] == list(data.numbers["height"].cuts.values)
    assert height["cut_by"] == "learner"
    assert [row.name for row in column_rows(data, 2)] == ["row", "sex"]


def test_a_notebook_shows_every_column(frame):
    data = dw.Dataset.from_frame(frame)
    shown = data._repr_html_()
    assert shown.count("<tr>") == 1 + len(frame)
    assert "<b>" not in shown
    assert "&lt;b&gt;note&lt;/b&gt;" in shown
    assert "cut while learning (now at " in shown
    assert html.escape(describe_columns(data)[2]) in shown
    for column in data.columns.values():
        assert html.escape(column.reason) in shown
    assert not re.search(r"style=|<script", shown)


def test_a_notebook_shows_the_first_of_many_columns():
    data = dw.Dataset.from_frame({f"c{k}": ["x", "y"] * 30 for k in range(130)}, as_is=True)
    shown = data._repr_html_()
    assert shown.count("<tr>") == 101
    assert "and 30 more: Dataset.columns" in shown
