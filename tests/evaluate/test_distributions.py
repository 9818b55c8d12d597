"""KL term, total variation and held-out scores against sums over all joint states."""

import math

import numpy as np
import pytest
from joint_tables import joint_of, marginal_of, random_network
from strategies import make_dataset

import dagwright as dw


def entropy(distribution):
    return -math.fsum(p * math.log(p) for p in distribution.values() if p > 0)


def naive_kl_term(joint, names, dag):
    position = {name: v for v, name in enumerate(names)}
    total = 0.0
    for name in dag.names:
        parents = [position[parent] for parent in dag.parents(name)]
        child = position[name]
        total += entropy(marginal_of(joint, [child])) + entropy(marginal_of(joint, parents))
        total -= entropy(marginal_of(joint, [child, *parents]))
    return total


@pytest.mark.parametrize("seed", range(12))
def test_the_exact_kl_term_is_a_sum_of_informations(seed):
    truth, other = random_network(seed), random_network(seed + 100)
    joint = joint_of(truth)
    for dag in (truth.dag, other.dag, dw.Dag.empty(truth.names)):
        assert dw.kl_term(dag, truth) == pytest.approx(
            naive_kl_term(joint, truth.names, dag), abs=1e-9
        )


@pytest.mark.parametrize("seed", range(12))
def test_the_kl_term_is_what_the_divergence_lacks(seed):
    truth = random_network(seed)
    dag = random_network(seed + 100).dag
    joint = joint_of(truth)
    # The closest network of a structure has the true probabilities of its families.
    position = {name: v for v, name in enumerate(truth.names)}
    divergence = 0.0
    for values, probability in joint.items():
        if probability == 0:
            continue
        log_closest = 0.0
        for name in dag.names:
            parents = [position[p] for p in dag.parents(name)]
            family = marginal_of(joint, [*parents, position[name]])
            given = marginal_of(joint, parents)
            at = tuple(values[p] for p in parents)
            log_closest += math.log(family[(*at, values[position[name]])] / given[at])
        divergence += probability * (math.log(probability) - log_closest)
    alone = sum(entropy(marginal_of(joint, [v])) for v in range(len(truth.names)))
    assert divergence == pytest.approx(-entropy(joint) + alone - dw.kl_term(dag, truth), abs=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_kl_term_of_a_table_is_that_of_its_frequencies(weighted):
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 3, (4, 200))
    codes[3] = (codes[0] + codes[1] + (rng.random(200) < 0.2)) % 3
    weights = rng.integers(1, 5, 200) if weighted else None
    data = make_dataset(codes, [3] * 4, weights)
    counted = {}
    for row in range(200):
        key = tuple(int(column[row]) for column in codes)
        counted[key] = counted.get(key, 0) + (1 if weights is None else int(weights[row]))
    total = sum(counted.values())
    joint = {key: count / total for key, count in counted.items()}
    dag = dw.Dag(data.names, [("v0", "v3"), ("v1", "v3"), ("v2", "v0")])
    assert dw.kl_term(dag, data) == pytest.approx(naive_kl_term(joint, data.names, dag))


def test_a_large_sample_estimates_the_exact_kl_term():
    truth = dw.load_network("child")
    exact = dw.kl_term(truth.dag, truth)
    estimate = dw.kl_term(truth.dag, truth.sample(50_000, seed=0))
    assert estimate == pytest.approx(exact, rel=0.01)
    assert dw.kl_term(dw.Dag.empty(truth.names), truth) == 0.0


@pytest.mark.parametrize("seed", range(12))
def test_total_variation_is_half_the_sum_of_differences(seed):
    one = random_network(seed)
    drawn = np.random.default_rng(seed)
    cpts = {}
    for name, table in one.cpts.items():
        mixed = 0.7 * table + 0.3 * drawn.dirichlet(np.ones(table.shape[-1]), table.shape[:-1])
        cpts[name] = mixed
    other = dw.BayesianNetwork(one.dag, one.states, cpts)
    first, second = joint_of(one), joint_of(other)
    expected = sum(abs(first[key] - second[key]) for key in first) / 2
    assert 0 < expected < 1
    assert dw.total_variation(one, other) == pytest.approx(expected)
    assert dw.total_variation(other, one) == pytest.approx(expected)
    assert dw.total_variation(one, one) == 0.0


def test_total_variation_matches_variables_and_states_by_name():
    one = dw.BayesianNetwork(
        dw.Dag(["a", "b"], [("a", "b")]),
        {"a": ["x", "y"], "b": ["u", "v", "w"]},
        {"a": [0.3, 0.7], "b": [[0.2, 0.3, 0.5], [0.6, 0.1, 0.3]]},
    )
    turned = dw.BayesianNetwork(
        dw.Dag(["b", "a"], [("a", "b")]),
        {"a": ["y", "x"], "b": ["w", "u", "v"]},
        {"a": [0.7, 0.3], "b": [[0.3, 0.6, 0.1], [0.5, 0.2, 0.3]]},
    )
    assert dw.total_variation(one, turned) == pytest.approx(0.0, abs=1e-15)


def test_networks_that_cannot_be_compared_are_refused():
    net = random_network(0)
    with pytest.raises(dw.DagwrightError, match="variables differ"):
        dw.total_variation(net, dw.load_network("asia"))
    alarm = dw.load_network("alarm")
    with pytest.raises(dw.ResourceError, match="every joint state"):
        dw.total_variation(alarm, alarm)
    other = dw.BayesianNetwork(
        net.dag,
        {name: [f"s{s}" for s in states] for name, states in net.states.items()},
        dict(net.cpts),
    )
    with pytest.raises(dw.DagwrightError, match="states of 'v0'"):
        dw.total_variation(net, other)
    with pytest.raises(dw.DagwrightError, match="not dict"):
        dw.kl_term(net.dag, {})


def test_held_out_scores_are_those_of_the_test_table():
    truth = dw.load_network("asia")
    test = truth.sample(500, seed=2)
    measured = dw.held_out(truth.dag, test)
    assert measured.bdeu == dw.score_network(truth.dag, test, dw.BDeu(ess=10)).total
    assert measured.bic == dw.score_network(truth.dag, test, "bic").total
    assert measured.kl_term == dw.kl_term(truth.dag, test)
    assert dw.held_out(truth.dag, test, ess=1).bdeu != measured.bdeu


def test_states_of_the_training_table_count():
    train = dw.Dataset.from_frame({"a": [0, 1, 2, 0], "b": ["x", "y", "x", "y"]}, as_is=True)
    test = dw.Dataset.from_frame({"b": ["y", "x", "y"], "a": [2, 0, 2]}, as_is=True)
    dag = dw.Dag(["a", "b"], [("a", "b")])
    declared = dw.Dataset(["a", "b"], [[0, 1, 2], ["x", "y"]], [[2, 0, 2], [1, 0, 1]])
    assert dw.held_out(dag, test, train=train) == dw.held_out(dag, declared)
    assert dw.held_out(dag, test, train=train).bic < dw.held_out(dag, test).bic
    unknown = dw.Dataset.from_frame({"a": [3, 3], "b": ["x", "y"]}, as_is=True)
    with pytest.raises(dw.DataError, match="not a state"):
        dw.held_out(dag, unknown, train=train)
