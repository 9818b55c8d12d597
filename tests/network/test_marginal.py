import itertools

import numpy as np
import pytest
from joint_tables import joint_of, marginal_of, random_network

import dagwright as dw
from dagwright.network.marginal import marginal


@pytest.mark.parametrize("seed", range(20))
def test_joint_probabilities_are_sums_over_all_other_states(seed):
    net = random_network(seed)
    joint = joint_of(net)
    for size in (1, 2, 3):
        for positions in itertools.permutations(range(5), size):
            table = marginal(net, [net.names[p] for p in positions])
            for key, probability in marginal_of(joint, positions).items():
                assert table[key] == pytest.approx(probability, abs=1e-12)


def test_rows_that_add_up_to_nearly_one_are_taken_relative_to_their_sum():
    dag = dw.Dag(["a"], [])
    net = dw.BayesianNetwork(dag, {"a": [0, 1]}, {"a": [0.50005, 0.5]})
    assert marginal(net, ["a"]).sum() == pytest.approx(1.0, abs=1e-15)


def test_a_variable_of_a_large_network_is_reached_by_way_of_its_ancestors():
    net = dw.load_network("alarm")
    table = marginal(net, ["BP", "CATECHOL"])
    sample = net.sample(200_000, seed=0)
    at = [sample.names.index(name) for name in ("BP", "CATECHOL")]
    counts = np.zeros(table.shape)
    np.add.at(counts, (sample.codes[at[0]], sample.codes[at[1]]), 1)
    assert np.abs(counts / 200_000 - table).max() < 0.005


def test_too_large_a_table_is_refused_by_name():
    names = [f"v{i}" for i in range(30)]
    net = dw.BayesianNetwork(
        dw.Dag(names, []), {name: [0, 1] for name in names}, {name: [0.5, 0.5] for name in names}
    )
    with pytest.raises(dw.ResourceError, match="'v0'"):
        marginal(net, names)


def test_too_large_a_table_on_the_way_is_refused(monkeypatch):
    names = ["a", "b", "c", "d", "e"]
    dag = dw.Dag(names, [(name, "e") for name in names[:4]])
    cpts = {name: np.full([2] * (len(dag.parents(name)) + 1), 0.5) for name in names}
    net = dw.BayesianNetwork(dag, {name: [0, 1] for name in names}, cpts)
    assert marginal(net, ["e"]).tolist() == [0.5, 0.5]
    monkeypatch.setattr("dagwright.network.marginal._MOST_CELLS", 31)
    with pytest.raises(dw.ResourceError, match="the joint probabilities of 'e'"):
        marginal(net, ["e"])
