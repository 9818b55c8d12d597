import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw


@given(st.integers(1, 12), st.integers(0, 11), st.integers(0, 2**32), st.data())
def test_it_has_the_edges_asked_for_and_no_variable_too_many_parents(n, limit, seed, data):
    room = sum(min(place, limit) for place in range(n))
    edges = data.draw(st.integers(0, room))
    dag = dw.random_dag(n, edges=edges, max_parents=limit, seed=seed)
    assert dag.n_edges == edges
    assert all(len(dag.parents(name)) <= limit for name in dag.names)


def test_density_counts_pairs():
    assert dw.random_dag(21, density=0.1).n_edges == 21


def test_the_default_is_one_edge_a_variable_where_they_fit():
    assert dw.random_dag(10).n_edges == 10
    assert dw.random_dag(2).n_edges == 1


def test_names_are_kept():
    assert dw.random_dag(["x", "y"], edges=1).names == ("x", "y")


def test_a_seed_stands_for_one_structure_and_seeds_differ():
    assert dw.random_dag(30, seed=5) == dw.random_dag(30, seed=5)
    assert dw.random_dag(30, seed=5) != dw.random_dag(30, seed=6)


def test_every_pair_is_joined_about_equally_often():
    counts = {}
    for seed in range(1200):
        for edge in dw.random_dag(4, edges=1, seed=seed).edges:
            counts[edge] = counts.get(edge, 0) + 1
    assert len(counts) == 12
    # 100 expected of each; the standard deviation is 9.6.
    assert min(counts.values()) > 55
    assert max(counts.values()) < 145


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"edges": 7}, "7 edges do not fit"),
        ({"edges": 4, "max_parents": 1}, "have 3 at most"),
        ({"edges": 1, "density": 0.5}, "give one of them"),
        ({"density": 1.5}, "density=1.5"),
        ({"density": 0}, "density=0"),
        ({"edges": -1}, "edges=-1"),
        ({"seed": 1.5}, "seed=1.5"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words):
    with pytest.raises(dw.DagwrightError, match=words):
        dw.random_dag(4, **options)
