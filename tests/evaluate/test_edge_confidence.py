from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw

NAMES = ("a", "b", "c", "d")


@st.composite
def dags(draw):
    order = draw(st.permutations(NAMES))
    pairs = [(one, other) for i, one in enumerate(order) for other in order[i + 1 :]]
    return dw.Dag(NAMES, [pair for pair in pairs if draw(st.booleans())])


def share_of_class(dag, parent, child):
    """The naive definition: 1 if all equivalent DAGs have the edge, half if some do."""
    cpdag = dag.cpdag()
    if (parent, child) in cpdag.directed:
        return 1.0
    return 0.5 if {parent, child} in map(set, cpdag.undirected) else 0.0


@given(st.lists(dags(), min_size=1, max_size=6))
def test_shares_are_means_over_the_networks(networks):
    confidence = dw.EdgeConfidence.of(networks)
    for edge in permutations(NAMES, 2):
        naive = sum(share_of_class(dag, *edge) for dag in networks) / len(networks)
        assert confidence.directed.get(edge, 0.0) == pytest.approx(naive)
        adjacent = sum(frozenset(edge) in dag.skeleton() for dag in networks) / len(networks)
        assert confidence.skeleton.get(frozenset(edge), 0.0) == pytest.approx(adjacent)
    assert dw.EdgeConfidence.of(networks[::-1]) == confidence


@given(st.lists(dags(), min_size=1, max_size=6), st.floats(0.01, 1.0))
def test_the_average_has_exactly_the_adjacencies_above_the_threshold(networks, threshold):
    confidence = dw.EdgeConfidence.of(networks)
    average = confidence.average(threshold)
    wanted = {pair for pair, share in confidence.skeleton.items() if share >= threshold}
    assert average.skeleton() == wanted


@given(dags())
def test_the_average_of_one_network_is_equivalent_to_it(dag):
    # Where its arrows are compelled they are kept; a reversible edge may point either way.
    average = dw.EdgeConfidence.of([dag]).average()
    assert set(dag.cpdag().directed) <= set(average.edges)
    assert average.skeleton() == dag.skeleton()


def test_an_edge_that_would_close_a_cycle_points_the_other_way():
    # a -> b -> c -> a, each compelled by a variable of its own in most networks.
    names = ("a", "b", "c", "x", "y", "z")
    ab = dw.Dag(names, [("a", "b"), ("x", "b")])
    bc = dw.Dag(names, [("b", "c"), ("y", "c")])
    ca = dw.Dag(names, [("c", "a"), ("z", "a")])
    average = dw.EdgeConfidence.of([ab, ab, ab, bc, bc, ca]).average(threshold=0.1)
    assert {("a", "b"), ("b", "c"), ("a", "c")} <= set(average.edges)


@pytest.mark.parametrize(
    "knowledge",
    [{"forbidden": [("b", "a")]}, {"required": [("a", "b")]}, {"tiers": [["a"], ["b"]]}],
)
def test_a_direction_that_is_ruled_out_gets_nothing(knowledge):
    confidence = dw.EdgeConfidence.of(
        [dw.Dag(["a", "b"], [("a", "b")])], constraints=dw.Constraints(**knowledge)
    )
    assert dict(confidence.directed) == {("a", "b"): 1.0}


def test_a_direction_that_follows_from_a_constraint_counts_wholly_too():
    # With a -> b, c -> b would be a collider at b, which the chain does not have.
    chain = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    pair = dw.Dag(["a", "b", "c"], [("a", "b")])
    known = dw.Constraints(required=[("a", "b")])
    confidence = dw.EdgeConfidence.of([chain, chain, pair, pair], constraints=known)
    assert dict(confidence.directed) == {("a", "b"): 1.0, ("b", "c"): 0.5}


def test_a_network_that_violates_the_constraints_is_refused():
    with pytest.raises(dw.DagwrightError, match="a -> b is forbidden"):
        dw.EdgeConfidence.of(
            [dw.Dag(["a", "b"], [("a", "b")])], constraints=dw.Constraints(forbidden=[("a", "b")])
        )


def test_constraints_on_variables_that_the_networks_do_not_have_are_refused():
    with pytest.raises(dw.DagwrightError, match="constraints: no variable is called 'x'"):
        dw.EdgeConfidence.of(
            [dw.Dag(["a", "b"], [("a", "b")])], constraints=dw.Constraints(forbidden=[("x", "a")])
        )


def test_the_table_begins_with_the_surest_direction():
    collider = dw.Dag(["a", "b", "c", "d"], [("a", "c"), ("b", "c"), ("c", "d")])
    pair = dw.Dag(["a", "b", "c", "d"], [("a", "b")])
    table = dw.EdgeConfidence.of([collider, collider, pair]).table()
    assert [(row.parent, row.child) for row in table[:3]] == [("a", "c"), ("b", "c"), ("c", "d")]
    assert table[3] == dw.EdgeShare("a", "b", pytest.approx(1 / 3), *[pytest.approx(1 / 6)] * 2)


@pytest.mark.parametrize("threshold", [0, 1.1, -1, float("nan"), "half", True])
def test_a_threshold_that_is_no_share_is_refused(threshold):
    with pytest.raises(dw.DagwrightError, match="threshold="):
        dw.EdgeConfidence.of([dw.Dag(["a", "b"], [])]).average(threshold)


def test_networks_over_other_variables_are_refused():
    with pytest.raises(dw.DagwrightError, match="differ in their variables"):
        dw.EdgeConfidence.of([dw.Dag(["a", "b"], []), dw.Dag(["a", "c"], [])])
    with pytest.raises(dw.DagwrightError, match="no network"):
        dw.EdgeConfidence.of([])


def test_the_averaged_network_respects_the_constraints():
    # Each pair is adjacent in two of three networks; the last to be placed would close a cycle.
    names = ["a", "b", "c"]
    dags = [
        dw.Dag(names, [("a", "b"), ("b", "c")]),
        dw.Dag(names, [("b", "c"), ("c", "a")]),
        dw.Dag(names, [("c", "a"), ("a", "b")]),
    ]
    free = dw.EdgeConfidence.of(dags, constraints=dw.Constraints(required=[]))
    assert free.average().n_edges == 3
    for forbidden in [("b", "a"), ("c", "b"), ("a", "c")]:
        known = dw.Constraints(forbidden=[forbidden], max_parents=1)
        averaged = dw.EdgeConfidence.of(dags, constraints=known).average()
        assert known.violations(averaged) == []
