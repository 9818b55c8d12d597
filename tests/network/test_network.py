"""The class: what it accepts, refuses and tells."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import dagwright as dw

DAG = dw.Dag(["rain", "wet"], [("rain", "wet")])
STATES = {"rain": ["no", "yes"], "wet": ["no", "damp", "yes"]}
CPTS = {"rain": [0.8, 0.2], "wet": [[0.9, 0.1, 0.0], [0.05, 0.15, 0.8]]}
NET = dw.BayesianNetwork(DAG, STATES, CPTS)


def test_parts_come_back_as_given():
    assert NET.dag == DAG
    assert NET.names == ("rain", "wet")
    assert NET.states["wet"] == ("no", "damp", "yes")
    assert NET.cpts["wet"].tolist() == CPTS["wet"]
    assert NET.n_parameters == 1 + 2 * 2
    assert repr(NET) == "<BayesianNetwork: 2 variables, 1 edge, 5 parameters>"


def test_a_network_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        NET.cpts["rain"][0] = 1.0
    with pytest.raises(TypeError):
        NET.cpts["rain"] = np.ones(2)
    with pytest.raises(AttributeError, match="cannot be changed"):
        NET.dag = DAG
    with pytest.raises(AttributeError, match="cannot be changed"):
        del NET.dag


def test_the_given_array_may_change_afterwards():
    mine = np.array([0.8, 0.2])
    net = dw.BayesianNetwork(DAG, STATES, {**CPTS, "rain": mine})
    mine[:] = 7.0
    assert net == NET


@pytest.mark.parametrize(
    ("states", "cpts", "message"),
    [
        ({"rain": ["no", "yes"]}, CPTS, "no states for 'wet'"),
        ({**STATES, "sun": ["a"]}, CPTS, "states for 'sun'"),
        ({**STATES, "rain": "no"}, CPTS, "must be a list"),
        ({**STATES, "rain": []}, CPTS, "no states"),
        ({**STATES, "rain": ["no", "no"]}, CPTS, "more than once"),
        ({**STATES, "rain": [1, "1"]}, CPTS, "read alike"),
        (STATES, {"rain": [0.8, 0.2]}, "no probabilities for 'wet'"),
        (STATES, {**CPTS, "rain": [0.8, 0.1, 0.1]}, r"'rain' have shape \(3,\).*\(2,\)"),
        (STATES, {**CPTS, "rain": [0.8, 0.3]}, "'rain' add up to 1.1"),
        (STATES, {**CPTS, "rain": [1.5, -0.5]}, "'rain' contain 1.5"),
        (STATES, {**CPTS, "rain": [np.nan, 1.0]}, "'rain' contain nan"),
        (STATES, {**CPTS, "rain": ["a", "b"]}, "'rain' are not a table of numbers"),
        (STATES, {**CPTS, "wet": [[1, 0, 0], [0, 0, 0]]}, r"'wet' for parent configuration \(1,\)"),
    ],
)
def test_parts_that_do_not_fit_are_refused_by_name(states, cpts, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.BayesianNetwork(DAG, states, cpts)


def test_published_rounding_is_accepted_and_kept():
    net = dw.BayesianNetwork(DAG, STATES, {**CPTS, "rain": [0.80005, 0.2]})
    assert net.cpts["rain"][0] == 0.80005
    with pytest.raises(dw.DagwrightError, match="add up to"):
        dw.BayesianNetwork(DAG, STATES, {**CPTS, "rain": [0.8002, 0.2]})


def test_equality_does_not_depend_on_the_order_of_variables():
    cpt = np.arange(8.0).reshape(2, 2, 2)
    cpt /= cpt.sum(axis=-1, keepdims=True)
    states = {name: ["0", "1"] for name in "abc"}
    half = [0.5, 0.5]
    edges = [("a", "c"), ("b", "c")]
    one = dw.BayesianNetwork(dw.Dag(list("abc"), edges), states, {"a": half, "b": half, "c": cpt})
    other = dw.BayesianNetwork(
        dw.Dag(list("cba"), edges), states, {"a": half, "b": half, "c": cpt.swapaxes(0, 1)}
    )
    assert one == other
    assert hash(one) == hash(other)
    wrong = dw.BayesianNetwork(dw.Dag(list("cba"), edges), states, {"a": half, "b": half, "c": cpt})
    assert one != wrong


def test_states_of_another_type_or_order_make_another_network():
    for labels in (["yes", "no"], [0, 1]):
        other = dw.BayesianNetwork(DAG, {**STATES, "rain": labels}, CPTS)
        assert other != NET
    assert NET != "a network"


def test_pickling_keeps_everything():
    assert pickle.loads(pickle.dumps(NET)) == NET


def test_a_variable_that_is_not_there_is_named():
    with pytest.raises(dw.DagwrightError, match="unknown variable 'sun'"):
        NET.predict({"rain": ["no"]}, "sun")


def test_the_markov_blanket_holds_parents_children_and_spouses():
    net = dw.load_network("asia")
    assert net.markov_blanket("either") == ("tub", "lung", "bronc", "xray", "dysp")
    assert net.markov_blanket("asia") == ("tub",)


def test_edge_strengths_are_losses_of_the_score_in_order():
    net = dw.load_network("asia")
    data = net.sample(2000, seed=3)
    strengths = net.edge_strengths(data, "aic")
    assert set(strengths) == set(net.dag.edges)
    assert list(strengths.values()) == sorted(strengths.values(), reverse=True)
    without = dw.Dag(net.names, [edge for edge in net.dag.edges if edge != ("smoke", "lung")])
    loss = (
        dw.score_network(net.dag, data, "aic").total - dw.score_network(without, data, "aic").total
    )
    assert strengths["smoke", "lung"] == pytest.approx(loss, abs=1e-9)
    assert net.edge_strengths(dw.LocalScores(data, "aic")) == strengths
