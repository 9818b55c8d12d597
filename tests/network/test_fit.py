"""Parameters from counts."""

from __future__ import annotations

import numpy as np
import pytest

import dagwright as dw

DAG = dw.Dag(["a", "b", "c"], [("a", "c"), ("b", "c")])
FRAME = {
    "a": [0, 0, 1, 1, 1],
    "b": ["x", "y", "x", "x", "x"],
    "c": [True, False, True, True, False],
}


def test_maximum_likelihood_is_the_observed_share():
    net = dw.fit(DAG, FRAME)
    assert net.states["a"] == (0, 1)
    assert net.states["c"] == (False, True)
    assert net.cpts["a"].tolist() == [2 / 5, 3 / 5]
    assert net.cpts["c"][1, 0].tolist() == [1 / 3, 2 / 3]


def test_a_configuration_that_no_row_has_is_uniform():
    assert dw.fit(DAG, FRAME).cpts["c"][1, 1].tolist() == [0.5, 0.5]


def test_pseudo_counts_are_added_to_every_cell():
    net = dw.fit(DAG, FRAME, pseudo_count=0.5)
    assert net.cpts["c"][1, 0].tolist() == [1.5 / 4, 2.5 / 4]
    assert net.cpts["c"][1, 1].tolist() == [0.5, 0.5]


def test_a_weight_counts_as_repeated_rows():
    weighted = dw.Dataset.from_frame({**FRAME, "w": [3, 1, 2, 1, 4]}, weights="w")
    repeated = {name: np.repeat(values, [3, 1, 2, 1, 4]) for name, values in FRAME.items()}
    assert dw.fit(DAG, weighted, 1) == dw.fit(DAG, repeated, 1)


def test_columns_are_found_by_name_and_others_ignored():
    shuffled = {"z": [1, 2, 3, 4, 5], **dict(reversed(FRAME.items()))}
    assert dw.fit(DAG, shuffled) == dw.fit(DAG, FRAME)


@pytest.mark.parametrize("pseudo_count", [-1, float("nan"), float("inf"), "1", True, None])
def test_pseudo_counts_that_are_no_numbers_from_zero_up_are_refused(pseudo_count):
    with pytest.raises(dw.DagwrightError, match="pseudo_count"):
        dw.fit(DAG, FRAME, pseudo_count)


def test_a_missing_column_is_named():
    with pytest.raises(dw.DataError, match="no column for 'b'"):
        dw.fit(DAG, {"a": [0], "c": [1]})


def test_a_table_beyond_memory_is_refused_before_it_is_made():
    names = [f"x{i}" for i in range(45)]
    dag = dw.Dag(names, [(name, "x0") for name in names[1:]])
    with pytest.raises(dw.ResourceError, match="'x0' with its 44 parents"):
        dw.fit(dag, {name: [0, 1] for name in names})


def test_only_results_and_dags_are_fitted():
    with pytest.raises(dw.DagwrightError, match="fit takes a Result or a Dag, not str"):
        dw.fit("a", FRAME)
