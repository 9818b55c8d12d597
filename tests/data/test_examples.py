"""The tables that come with the package."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

import dagwright as dw


def test_wdbc_has_569_rows_and_31_variables_of_two_states():
    data = dw.load_dataset("wdbc")
    assert (data.n_rows, data.n_variables) == (569, 31)
    assert set(data.arities) == {2}


def test_wdbc_states_are_words():
    data = dw.load_dataset("wdbc")
    assert data.states[0] == ("benign", "malignant")
    assert set(data.states[1:]) == {("high", "low")}


def test_wdbc_is_the_original_cut_at_its_means():
    bunch = load_breast_cancer()
    data = dw.load_dataset("wdbc")
    assert data.names == ("diagnosis", *bunch.feature_names)
    benign = data.codes[0] == data.states[0].index("benign")
    assert np.array_equal(benign, bunch.target == list(bunch.target_names).index("benign"))
    for j, values in enumerate(bunch.data.T, start=1):
        high = data.codes[j] == data.states[j].index("high")
        assert np.array_equal(high, values > values.mean())


def test_wdbc_has_the_published_score_of_the_empty_graph():
    data = dw.load_dataset("wdbc")
    score = 0.0
    for codes, arity in zip(data.codes, data.arities, strict=True):
        counts = np.bincount(codes)
        score += float(np.sum(counts * np.log(counts / data.n_rows)))
        score -= np.log(data.n_rows) / 2 * (arity - 1)
    assert score == pytest.approx(-11884.124262, abs=1e-5)


def test_an_unknown_name_is_refused_with_a_list_of_the_known_ones():
    with pytest.raises(dw.DagwrightError, match=r"no dataset 'iris'.*known: wdbc"):
        dw.load_dataset("iris")
