import copy
import pickle

import pytest

import dagwright as dw

NAMES = ["a", "b", "c", "d"]


def cpdag_of(*edges):
    return dw.Dag(NAMES, edges).cpdag()


def test_a_chain_is_reversible():
    cpdag = cpdag_of(("a", "b"), ("b", "c"))
    assert cpdag.directed == ()
    assert cpdag.undirected == (("a", "b"), ("b", "c"))


def test_a_v_structure_is_compelled():
    cpdag = cpdag_of(("a", "b"), ("c", "b"))
    assert cpdag.directed == (("a", "b"), ("c", "b"))
    assert cpdag.undirected == ()


def test_a_covered_collider_is_reversible():
    assert cpdag_of(("a", "b"), ("c", "b"), ("a", "c")).directed == ()


def test_an_arrow_into_a_node_compels_what_leaves_it():
    # Meek (1995), rule 1: otherwise c -> d would become a collider at c.
    assert ("c", "d") in cpdag_of(("a", "c"), ("b", "c"), ("c", "d")).directed


def test_a_directed_path_compels_the_edge_that_shortcuts_it():
    # Rule 2: b -> c -> d and b - d. The edge turned round would close a cycle.
    cpdag = cpdag_of(("a", "c"), ("b", "c"), ("c", "d"), ("b", "d"))
    assert ("b", "d") in cpdag.directed


def test_two_colliding_paths_compel_the_edge_between_them():
    # Rule 3: a - b, a - c, a - d, b -> d <- c gives a -> d and leaves a - b and a - c.
    cpdag = cpdag_of(("a", "b"), ("a", "c"), ("a", "d"), ("b", "d"), ("c", "d"))
    assert cpdag.directed == (("a", "d"), ("b", "d"), ("c", "d"))
    assert cpdag.undirected == (("a", "b"), ("a", "c"))


def test_from_dag_is_the_same_as_the_method():
    dag = dw.Dag(NAMES, [("a", "b"), ("c", "b")])
    assert dw.Cpdag.from_dag(dag) == dag.cpdag()


def test_skeleton_holds_both_kinds_of_edges():
    dag = dw.Dag(NAMES, [("a", "c"), ("b", "c"), ("d", "a")])
    assert dag.cpdag().skeleton() == dag.skeleton()


def test_extension_points_reversible_edges_from_earlier_to_later_names():
    dag = dw.Dag(NAMES, [("d", "c"), ("c", "b"), ("b", "a")])
    assert dag.cpdag().consistent_extension().edges == (("a", "b"), ("b", "c"), ("c", "d"))


def test_extension_keeps_the_order_of_names():
    dag = dw.Dag(["c", "a", "b"], [("a", "b")])
    assert dag.cpdag().consistent_extension().names == ("c", "a", "b")


def test_the_constructor_rebuilds_what_the_properties_show():
    cpdag = cpdag_of(("a", "c"), ("b", "c"), ("d", "a"))
    swapped = [(second, first) for first, second in cpdag.undirected]
    assert dw.Cpdag(NAMES, cpdag.directed, swapped) == cpdag


@pytest.mark.parametrize(
    ("directed", "undirected", "message"),
    [
        ([("a", "b")], [], "a -> b should be a -- b"),
        ([("a", "b"), ("c", "b")], [("b", "d")], "b -- d should be b -> d"),
        ([], [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], "no DAG has exactly these edges"),
        ([("a", "b"), ("b", "c"), ("c", "a")], [], "no DAG has exactly these edges"),
        ([("a", "b")], [("b", "a")], "two edges between 'a' and 'b'"),
        ([("a", "b"), ("b", "a")], [], "two edges between 'a' and 'b'"),
        ([], [("a", "a")], "self loop"),
        ([("a", "x")], [], "unknown variable 'x'"),
    ],
)
def test_a_graph_that_is_no_class_is_refused_with_the_reason(directed, undirected, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Cpdag(NAMES, directed, undirected)


def test_equality_and_hash_ignore_the_order_of_names():
    dag = dw.Dag(NAMES, [("a", "c"), ("b", "c"), ("d", "a")])
    other = dag.reorder(NAMES[::-1]).cpdag()
    assert other == dag.cpdag()
    assert hash(other) == hash(dag.cpdag())


def test_other_edges_variables_or_types_are_unequal():
    dag = dw.Dag(["a", "b"], [("a", "b")])
    assert dag.cpdag() != dag
    assert dag.cpdag() != dw.Dag.empty(["a", "b"]).cpdag()
    assert dag.cpdag() != dw.Dag(["a", "b", "c"], [("a", "b")]).cpdag()


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_copies_are_equal_and_keep_the_order_of_names(duplicate):
    cpdag = dw.Dag(NAMES[::-1], [("a", "c"), ("b", "c"), ("d", "a")]).cpdag()
    twin = duplicate(cpdag)
    assert twin == cpdag
    assert twin.names == cpdag.names


def test_it_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot be changed"):
        cpdag_of(("a", "b")).names = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        del cpdag_of(("a", "b"))._names


def test_repr_is_short():
    cpdag = cpdag_of(("a", "c"), ("b", "c"), ("d", "a"))
    assert repr(cpdag) == "<Cpdag: 4 variables, 2 directed and 1 undirected edge>"


def test_markov_equivalence_does_not_depend_on_the_order_of_names():
    chain = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    fork = dw.Dag(["c", "b", "a"], [("b", "a"), ("b", "c")])
    assert dw.markov_equivalent(chain, fork)


def test_markov_equivalence_over_other_variables_is_an_error():
    with pytest.raises(dw.DagwrightError, match="only in the second: 'c'"):
        dw.markov_equivalent(dw.Dag.empty(["a", "b"]), dw.Dag.empty(["a", "b", "c"]))


def test_a_large_graph_keeps_its_class_through_its_extension():
    names = [f"v{position}" for position in range(1000)]
    parents = [sorted({position // 2, position // 3} - {position}) for position in range(1000)]
    dag = dw.Dag.from_parents(names, parents)
    assert dw.markov_equivalent(dag.cpdag().consistent_extension(), dag)
