import numpy as np
import pytest

import dagwright as dw

DAG = dw.random_dag(12, edges=15, max_parents=3, seed=0)


def test_every_row_is_a_distribution():
    net = dw.random_network(DAG, states=(2, 5), concentration=0.3, seed=1)
    for name in net.names:
        assert np.allclose(net.cpts[name].sum(axis=-1), 1)


def test_arities_come_from_the_range_and_all_of_it_occurs():
    net = dw.random_network(dw.random_dag(200, seed=0), states=(2, 4), seed=1)
    assert {len(states) for states in net.states.values()} == {2, 3, 4}


def test_arities_can_be_listed():
    net = dw.random_network(dw.random_dag(["a", "b", "c"], edges=2), states=[2, 5, 3])
    assert [len(net.states[name]) for name in "abc"] == [2, 5, 3]


def test_the_concentration_is_that_of_the_dirichlet():
    # The variance of a component of Dirichlet(alpha, alpha) is 1 / (4 (2 alpha + 1)).
    dag = dw.Dag.empty([f"v{i}" for i in range(4000)])
    for alpha in (0.5, 1.0, 5.0):
        net = dw.random_network(dag, concentration=alpha, seed=2)
        first = np.array([net.cpts[name][0] for name in net.names])
        assert first.var() == pytest.approx(1 / (4 * (2 * alpha + 1)), rel=0.1)


def test_a_tiny_concentration_leaves_certain_rows_and_no_nan():
    net = dw.random_network(DAG, states=3, concentration=1e-5, seed=3)
    for name in net.names:
        assert np.allclose(net.cpts[name].max(axis=-1), 1)


def test_a_seed_stands_for_one_network_and_seeds_differ():
    assert dw.random_network(DAG, seed=5) == dw.random_network(DAG, seed=5)
    assert dw.random_network(DAG, seed=5) != dw.random_network(DAG, seed=6)


def test_the_first_network_is_the_same_for_ever():
    net = dw.random_network(dw.random_dag(2, edges=1, seed=0), seed=0)
    child = next(name for name in net.names if net.dag.parents(name))
    expected = [[0.4546189108, 0.5453810892], [0.4833436596, 0.5166563404]]
    assert np.allclose(net.cpts[child], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"states": 0}, "states=0"),
        ({"states": (4, 2)}, "smaller number first"),
        ({"states": [2, 2, 2]}, "3 numbers for 12 variables"),
        ({"concentration": 0}, "concentration=0"),
        ({"concentration": float("inf")}, "concentration=inf"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words):
    with pytest.raises(dw.DagwrightError, match=words):
        dw.random_network(DAG, **options)


def test_a_dag_is_needed():
    with pytest.raises(dw.DagwrightError, match="needs a Dag, not int"):
        dw.random_network(5)
