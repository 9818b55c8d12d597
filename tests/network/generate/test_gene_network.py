import numpy as np
import pytest

import dagwright as dw
from dagwright.network.generate import gene_network
from dagwright.network.generate.adaptive_states import adaptive_codes


def test_edges_are_distinct_and_none_is_a_loop():
    network = dw.random_gene_network(30, edges=200, seed=1)
    assert len(set(network.edges)) == 200
    assert all(regulator != target for regulator, target in network.edges)


def test_all_pairs_can_be_asked_for():
    assert len(set(dw.random_gene_network(6, edges=30).edges)) == 30


def test_large_networks_have_directed_cycles():
    network = dw.random_gene_network(200, edges=600, seed=1)
    with pytest.raises(dw.DagwrightError, match="cycle"):
        dw.Dag(network.names, network.edges)


def test_few_genes_regulate_many():
    network = dw.random_gene_network(500, edges=1000, seed=1)
    targets = np.sort(np.bincount([int(edge[0][1:]) for edge in network.edges], minlength=500))
    assert targets[-50:].sum() > 0.3 * 1000


def test_expression_is_a_steady_state(monkeypatch):
    network = dw.random_gene_network(300, edges=1500, seed=1)
    found = network.expression(20, seed=1)
    monkeypatch.setattr(gene_network, "_STEPS", 200)
    assert np.abs(np.log(found) - np.log(network.expression(20, seed=1))).max() < 0.01


def test_a_single_activator_raises_its_target():
    # Of two genes that form a chain, found among seeds by the sign of the edge.
    for seed in range(20):
        network = dw.random_gene_network(2, edges=1, noise=0.2, seed=seed)
        ((regulator, target),) = network.edges
        levels = np.log(network.expression(2000, seed=0))
        first, second = (levels[:, network.names.index(name)] for name in (regulator, target))
        correlation = np.corrcoef(first, second)[0, 1]
        assert np.sign(correlation) == network._signs[0]
        assert abs(correlation) > 0.05


def test_data_depend_on_the_seed_alone():
    network = dw.random_gene_network(20, edges=30, seed=1)
    assert network.sample(50, seed=3) == dw.random_gene_network(20, edges=30, seed=1).sample(50, 3)
    assert network.sample(50, seed=3) != network.sample(50, seed=4)


@pytest.mark.parametrize("clusters", [2, 3, 4])
def test_states_follow_the_clusters_of_the_values(clusters):
    draws = np.random.RandomState(0)
    truth = draws.randint(0, clusters, 400)
    codes = adaptive_codes(10.0 * truth + draws.standard_normal(400))
    assert (codes == truth).all()


def test_a_constant_column_has_one_state():
    assert set(adaptive_codes(np.ones(5))) == {0}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1,), "genes=1"),
        ((3, 7), "edges=7: give a whole number from 0 to 6"),
        ((3, 1, -1.0), "noise=-1.0"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words):
    keys = ("genes", "edges", "noise")
    with pytest.raises(dw.DagwrightError, match=words):
        dw.random_gene_network(**dict(zip(keys, arguments, strict=False)))
