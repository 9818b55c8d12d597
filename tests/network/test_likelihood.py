"""The log-likelihood against one multiplication per cell."""

from __future__ import annotations

import math

import numpy as np
import pytest

import dagwright as dw


def naive(net, data):
    total = 0.0
    place = {name: i for i, name in enumerate(data.names)}
    weights = np.ones(data.n_rows, dtype=int) if data.weights is None else data.weights
    for row in range(data.n_rows):
        if not weights[row]:
            continue
        for name in net.names:
            at = []
            for member in (*net.dag.parents(name), name):
                label = data.states[place[member]][data.codes[place[member]][row]]
                at.append([str(s) for s in net.states[member]].index(str(label)))
            p = net.cpts[name][tuple(at)]
            total += weights[row] * math.log(p) if p > 0 else -math.inf
    return total


@pytest.mark.parametrize("name", ["asia", "child"])
def test_it_agrees_with_the_definition(name):
    net = dw.load_network(name)
    data = net.sample(300, seed=1)
    assert net.log_likelihood(data) == pytest.approx(naive(net, data), rel=1e-12)


def test_weights_count():
    net = dw.load_network("asia")
    data = net.sample(50, seed=1)
    weights = np.arange(50) % 4
    weighted = dw.Dataset(data.names, data.states, data.codes, weights)
    assert net.log_likelihood(weighted) == pytest.approx(naive(net, weighted), rel=1e-12)


def test_states_are_matched_by_label_whatever_their_codes_and_types():
    net = dw.BayesianNetwork(
        dw.Dag(["a", "b"], [("a", "b")]),
        {"a": ["2", "1"], "b": ["no", "yes"]},
        {"a": [0.9, 0.1], "b": [[0.3, 0.7], [0.6, 0.4]]},
    )
    frame = {"b": ["yes", "yes", "no"], "a": [1, 2, 2], "unused": [1, 2, 3]}
    expected = math.log(0.1 * 0.4) + math.log(0.9 * 0.7) + math.log(0.9 * 0.3)
    assert net.log_likelihood(frame) == pytest.approx(expected)


def test_an_impossible_row_makes_minus_infinity_and_weight_zero_does_not():
    net = dw.BayesianNetwork(dw.Dag(["a"], []), {"a": [0, 1]}, {"a": [1.0, 0.0]})
    assert net.log_likelihood({"a": [0, 1]}) == -math.inf
    data = dw.Dataset(["a"], [[0, 1]], [[0, 1]], [1, 0])
    assert net.log_likelihood(data) == 0.0


def test_a_large_table_with_few_rows_takes_the_other_way_to_the_same_number():
    net = dw.load_network("child")
    data = net.sample(2, seed=3)
    assert net.log_likelihood(data) == pytest.approx(naive(net, data), rel=1e-12)


def test_a_state_that_the_network_does_not_know_is_named_with_its_row():
    net = dw.load_network("asia")
    data = net.sample(5, seed=1)
    frame = {
        n: [str(s[c]) for c in cs]
        for n, s, cs in zip(data.names, data.states, data.codes, strict=True)
    }
    frame["tub"][3] = "perhaps"
    with pytest.raises(dw.DataError, match="row 4 has 'perhaps' for 'tub'"):
        net.log_likelihood(frame)
    del frame["tub"]
    with pytest.raises(dw.DataError, match="no column for 'tub'"):
        net.log_likelihood(frame)


def test_an_unobserved_foreign_state_does_no_harm():
    net = dw.BayesianNetwork(dw.Dag(["a"], []), {"a": ["x", "y"]}, {"a": [0.5, 0.5]})
    data = dw.Dataset(["a"], [["w", "x", "y"]], [[1, 2]])
    assert net.log_likelihood(data) == pytest.approx(2 * math.log(0.5))


def test_fitted_parameters_are_the_best_there_are():
    net = dw.load_network("asia")
    data = net.sample(500, seed=4)
    best = dw.fit(net.dag, data)
    assert best.log_likelihood(data) >= net.log_likelihood(data)
    assert best.log_likelihood(data) == pytest.approx(
        dw.score_network(net.dag, data, "log-likelihood").total
    )
