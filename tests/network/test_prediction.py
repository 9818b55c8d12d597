"""Prediction for complete evidence, against the joint distribution."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import dagwright as dw

NET = dw.BayesianNetwork(
    dw.Dag(["a", "b", "c", "d"], [("a", "b"), ("b", "c"), ("d", "c")]),
    {"a": [0, 1], "b": ["x", "y", "z"], "c": ["no", "yes"], "d": [False, True]},
    {
        "a": [0.3, 0.7],
        "b": [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]],
        "c": [[[0.1, 0.9], [0.5, 0.5]], [[0.7, 0.3], [0.2, 0.8]], [[0.99, 0.01], [0.4, 0.6]]],
        "d": [0.25, 0.75],
    },
)
ROWS = [(a, b, c, d) for a in range(2) for b in range(3) for c in range(2) for d in range(2)]
DATA = dw.Dataset(NET.names, [NET.states[n] for n in NET.names], list(zip(*ROWS, strict=True)))


def joint(row):
    a, b, c, d = row
    cpts = NET.cpts
    return cpts["a"][a] * cpts["b"][a, b] * cpts["c"][b, d, c] * cpts["d"][d]


@pytest.mark.parametrize("target", NET.names)
def test_probabilities_agree_with_the_joint_distribution(target):
    place = NET.names.index(target)
    got = NET.predict_probabilities(DATA, target)
    for row, line in zip(ROWS, got, strict=True):
        weights = [
            joint((*row[:place], code, *row[place + 1 :]))
            for code in range(len(NET.states[target]))
        ]
        assert line == pytest.approx(np.array(weights) / sum(weights))


def test_the_most_probable_labels_have_the_type_of_the_states():
    frame = {"b": ["x", "z"], "d": [True, True]}
    assert NET.predict(frame, "a").tolist() == [1, 0]
    assert NET.predict(frame, "c").tolist() == ["no", "yes"]
    assert NET.predict({"b": ["x"], "c": ["no"]}, "d").tolist() == [True]


@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame])
def test_frames_need_only_the_blanket_and_other_columns_may_be_anything(make):
    frame = make({"b": ["x", "z"], "junk": [0.5, None], "a": [0, 1]})
    assert NET.predict(frame, "a").tolist() == [1, 0]


def test_a_variable_without_blanket_has_the_same_prediction_for_every_row():
    net = dw.BayesianNetwork(
        dw.Dag(["a", "b"], []), {"a": [0, 1], "b": [0, 1]}, {"a": [0.2, 0.8], "b": [1, 0]}
    )
    assert net.predict({"b": [0, 1, 0]}, "a").tolist() == [1, 1, 1]
    assert net.predict(dw.Dataset.from_frame({"b": [0, 1]}), "a").tolist() == [1, 1]
    assert net.predict(pd.DataFrame({"b": [0]}), "a").tolist() == [1]


def test_impossible_evidence_is_refused_with_its_row():
    net = dw.BayesianNetwork(
        dw.Dag(["a", "b"], [("a", "b")]),
        {"a": [0, 1], "b": [0, 1]},
        {"a": [0.5, 0.5], "b": [[1, 0], [1, 0]]},
    )
    with pytest.raises(dw.DataError, match=r"row 2 is impossible.*pseudo_count"):
        net.predict({"b": [0, 1]}, "a")


def test_missing_columns_and_things_that_are_no_tables_are_refused():
    with pytest.raises(dw.DataError, match="no column for 'd'"):
        NET.predict({"b": ["x"]}, "c")
    with pytest.raises(dw.DataError, match="not a table"):
        NET.predict(3, "c")
    with pytest.raises(dw.DataError, match="no column names"):
        NET.predict(np.zeros((2, 2)), "c")
