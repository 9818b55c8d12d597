"""Orientation under constraints, against all DAGs of the class that respect them."""

import pickle
from itertools import combinations, permutations, product

from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw


def v_structures(names, edges):
    adjacent = set(map(frozenset, edges))
    return {
        (frozenset(pair), child)
        for child in names
        for pair in combinations([parent for parent, other in edges if other == child], 2)
        if frozenset(pair) not in adjacent
    }


def members(dag):
    """Every DAG of the Markov class, by turning each subset of the edges."""
    wanted = v_structures(dag.names, dag.edges)
    for turned in product((False, True), repeat=dag.n_edges):
        edges = [edge[::-1] if turn else edge for edge, turn in zip(dag.edges, turned, strict=True)]
        if v_structures(dag.names, edges) != wanted:
            continue
        try:
            yield dw.Dag(dag.names, edges)
        except dw.DagwrightError:
            continue


@st.composite
def constrained_dags(draw):
    """A DAG of up to 5 variables, and constraints that it respects."""
    names = [f"v{position}" for position in range(draw(st.integers(2, 5)))]
    order = draw(st.permutations(names))
    pairs = list(combinations(order, 2))
    # Mostly dense: with few edges hardly any constraint has a consequence.
    kept = draw(
        st.lists(st.sampled_from([True, True, False]), min_size=len(pairs), max_size=len(pairs))
    )
    dag = dw.Dag(names, [pair for pair, keep in zip(pairs, kept, strict=True) if keep])
    absent = sorted(set(permutations(names, 2)) - set(dag.edges))
    required = draw(st.sets(st.sampled_from(dag.edges), max_size=3)) if dag.edges else set()
    forbidden = draw(st.sets(st.sampled_from(absent), max_size=4))
    return dag, required, forbidden


@given(constrained_dags())
def test_an_edge_is_directed_exactly_if_all_members_that_respect_the_constraints_agree(drawn):
    dag, required, forbidden = drawn
    allowed = [
        set(member.edges)
        for member in members(dag)
        if required <= set(member.edges) and not forbidden & set(member.edges)
    ]
    mpdag = dw.Mpdag.of(dag, required=required, forbidden=forbidden)
    assert set(mpdag.directed) == set.intersection(*allowed)
    assert mpdag.skeleton() == dag.skeleton()
    assert mpdag.by_data == dag.cpdag().directed
    assert not set(mpdag.by_data) & set(mpdag.by_constraints)


@given(constrained_dags())
def test_all_members_that_respect_the_constraints_have_the_same_graph(drawn):
    dag, required, forbidden = drawn
    mpdag = dw.Mpdag.of(dag, required=required, forbidden=forbidden)
    extension = mpdag.consistent_extension()
    assert dw.Mpdag.of(extension, required=required, forbidden=forbidden) == mpdag
    assert dw.Mpdag(mpdag.names, mpdag.by_data, mpdag.by_constraints, mpdag.undirected) == mpdag
    assert pickle.loads(pickle.dumps(mpdag)) == mpdag


def test_the_same_for_every_dag_of_four_variables_and_every_required_pair_of_edges():
    names = ["v0", "v1", "v2", "v3"]
    pairs = list(combinations(names, 2))
    for kept in product((False, True), repeat=len(pairs)):
        dag = dw.Dag(names, [pair for pair, keep in zip(pairs, kept, strict=True) if keep])
        whole = [set(member.edges) for member in members(dag)]
        for required in map(set, combinations(dag.edges, 2)):
            shared = set.intersection(*(edges for edges in whole if required <= edges))
            assert set(dw.Mpdag.of(dag, required=required).directed) == shared
