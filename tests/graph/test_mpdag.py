import copy
import pickle
from itertools import pairwise

import pytest

import dagwright as dw

NAMES = ["a", "b", "c", "d"]


def dag_of(*edges):
    return dw.Dag(NAMES, edges)


def test_without_constraints_it_is_the_cpdag():
    dag = dag_of(("a", "c"), ("b", "c"), ("a", "d"))
    mpdag, cpdag = dw.Mpdag.of(dag), dag.cpdag()
    assert mpdag.by_data == mpdag.directed == cpdag.directed
    assert mpdag.undirected == cpdag.undirected
    assert mpdag.by_constraints == ()


@pytest.mark.parametrize("knowledge", [{"required": [("b", "a")]}, {"forbidden": [("a", "b")]}])
def test_a_constraint_directs_its_edge_and_no_other(knowledge):
    mpdag = dw.Mpdag.of(dag_of(("b", "a"), ("b", "c")), **knowledge)
    assert mpdag.by_constraints == (("b", "a"),)
    assert mpdag.undirected == (("b", "c"),)


def test_an_edge_that_the_data_compels_stays_with_the_data():
    mpdag = dw.Mpdag.of(dag_of(("a", "c"), ("b", "c")), required=[("a", "c")])
    assert mpdag.by_data == (("a", "c"), ("b", "c"))
    assert mpdag.by_constraints == ()


def test_forbidden_edges_between_variables_that_are_not_adjacent_say_nothing():
    dag = dag_of(("a", "b"))
    assert dw.Mpdag.of(dag, forbidden=[("c", "d"), ("a", "d")]) == dw.Mpdag.of(dag)


# ---- the rules of Meek (1995), each with an arrow that only constraints know


def test_rule_1_an_arrow_directs_the_edges_that_would_collide_with_it():
    mpdag = dw.Mpdag.of(dag_of(("a", "b"), ("b", "c"), ("c", "d")), required=[("a", "b")])
    assert mpdag.by_constraints == (("a", "b"), ("b", "c"), ("c", "d"))


def test_rule_2_a_directed_path_directs_the_edge_that_shortcuts_it():
    triangle = dag_of(("a", "b"), ("b", "c"), ("a", "c"))
    mpdag = dw.Mpdag.of(triangle, required=[("a", "b"), ("b", "c")])
    assert mpdag.by_constraints == (("a", "b"), ("a", "c"), ("b", "c"))
    # And in the other order of the two arrows.
    assert dw.Mpdag.of(triangle, forbidden=[("c", "b"), ("b", "a")]) == mpdag


def test_rule_3_holds_with_and_without_constraints():
    # a - b, a - c, a - d, b -> d <- c: a -> d follows from the v-structure alone.
    dag = dag_of(("a", "b"), ("a", "c"), ("a", "d"), ("b", "d"), ("c", "d"))
    assert ("a", "d") in dw.Mpdag.of(dag).by_data
    mpdag = dw.Mpdag.of(dag, required=[("a", "b")])
    assert ("a", "d") in mpdag.by_data
    assert mpdag.by_constraints == (("a", "b"),)
    assert mpdag.undirected == (("a", "c"),)


@pytest.mark.parametrize("required", [[("d", "c"), ("c", "b")], [("c", "b"), ("d", "c")]])
def test_rule_4_is_needed_with_constraints(required):
    # a beside b, c and d, the path d -> c -> b, and b and d not adjacent. Rules 1 to 3 do not
    # apply, but b -> a would need d <- a and so close a cycle.
    dag = dag_of(("a", "d"), ("a", "c"), ("a", "b"), ("d", "c"), ("c", "b"))
    assert dag.cpdag().directed == ()
    mpdag = dw.Mpdag.of(dag, required=required)
    assert ("a", "b") in mpdag.by_constraints


def test_conclusions_are_drawn_from_conclusions():
    # The path 0 -> 1 -> ... -> 999 depends on its first arrow.
    names = [f"v{position}" for position in range(1000)]
    path = dw.Dag(names, pairwise(names))
    assert dw.Mpdag.of(path, required=[("v0", "v1")]).by_constraints == path.edges
    assert dw.Mpdag.of(path, required=[("v500", "v501")]).by_constraints == path.edges[500:]


# ---- mistakes


@pytest.mark.parametrize(
    ("knowledge", "message"),
    [
        ({"required": [("b", "a")]}, "b -> a is required, but the Dag does not have it"),
        ({"required": [("a", "c")]}, "a -> c is required, but the Dag does not have it"),
        ({"forbidden": [("a", "b")]}, "a -> b is forbidden, but the Dag has it"),
        ({"required": [("a", "x")]}, "unknown variable 'x'"),
        ({"forbidden": [("x", "a")]}, "unknown variable 'x'"),
        ({"forbidden": ["ab"]}, "an edge is a pair"),
    ],
)
def test_a_dag_that_violates_the_constraints_is_refused(knowledge, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Mpdag.of(dag_of(("a", "b")), **knowledge)


@pytest.mark.parametrize(
    ("by_data", "by_constraints", "undirected", "message"),
    [
        ([("a", "b")], [], [], "a - b is either way, not compelled by the data"),
        ([], [("a", "b")], [("b", "c")], "b - c is compelled by your constraints, not either way"),
        ([("a", "b")], [], [("b", "a")], "two edges between the same two variables"),
        ([], [("a", "b"), ("b", "c"), ("c", "a")], [], "no DAG has exactly these edges"),
        ([], [], [("a", "x")], "unknown variable 'x'"),
    ],
)
def test_a_graph_that_is_not_maximally_oriented_is_refused(
    by_data, by_constraints, undirected, message
):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Mpdag(NAMES, by_data, by_constraints, undirected)


# ---- the object


@pytest.fixture
def mpdag():
    # By the data d -> b <- c, by constraints c -> a, either way d - e.
    dag = dw.Dag([*NAMES, "e"], [("c", "b"), ("d", "b"), ("c", "a"), ("d", "e")])
    return dw.Mpdag.of(dag, forbidden=[("a", "c")])


def test_direction_says_what_fixes_an_edge_from_both_ends(mpdag):
    expected = {("c", "b"): "data", ("c", "a"): "constraints", ("d", "e"): "either"}
    for (one, other), direction in expected.items():
        assert mpdag.direction(one, other) == mpdag.direction(other, one) == direction
    with pytest.raises(dw.DagwrightError, match="no edge between 'a' and 'b'"):
        mpdag.direction("a", "b")
    with pytest.raises(dw.DagwrightError, match="unknown variable 'x'"):
        mpdag.direction("a", "x")


def test_a_direction_has_words_for_a_person():
    assert [direction.words for direction in dw.Direction] == [
        "compelled by the data",
        "compelled by your constraints",
        "either way",
    ]


def test_the_constructor_rebuilds_what_the_properties_show(mpdag):
    swapped = [(second, first) for first, second in mpdag.undirected]
    rebuilt = dw.Mpdag(mpdag.names, mpdag.by_data, mpdag.by_constraints, swapped)
    assert rebuilt == mpdag


def test_the_extension_respects_the_constraints():
    names = NAMES[::-1]  # an extension tends to point from earlier to later names
    chain = dw.Dag(names, [("a", "b"), ("b", "c"), ("c", "d")])
    extension = dw.Mpdag.of(chain, required=[("b", "c")]).consistent_extension()
    assert extension.edges == (("c", "d"), ("b", "c"), ("b", "a"))


def test_equality_and_hash_ignore_the_order_of_names(mpdag):
    dag = mpdag.consistent_extension().reorder(mpdag.names[::-1])
    other = dw.Mpdag.of(dag, required=[("c", "a")])
    assert other == mpdag
    assert hash(other) == hash(mpdag)


def test_what_compels_an_edge_counts_in_equality(mpdag):
    dag = mpdag.consistent_extension()
    assert mpdag != dw.Mpdag.of(dag)
    assert mpdag != dag.cpdag()


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]
)
def test_copies_are_equal_and_keep_the_order_of_names(mpdag, duplicate):
    twin = duplicate(mpdag)
    assert twin == mpdag
    assert twin.names == mpdag.names
    assert twin.direction("c", "a") is dw.Direction.CONSTRAINTS


def test_it_cannot_be_changed(mpdag):
    with pytest.raises(AttributeError, match="cannot be changed"):
        mpdag.names = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        del mpdag._names
