import copy
import pickle

import numpy as np
import pytest

import dagwright as dw


@pytest.fixture
def diamond():
    return dw.Dag(["a", "b", "c", "d"], [("c", "d"), ("b", "d"), ("a", "c"), ("a", "b")])


def test_edges_come_by_position_of_parent_then_child(diamond):
    assert diamond.edges == (("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"))


def test_parents_and_children_come_in_the_order_of_names(diamond):
    assert diamond.parents("d") == ("b", "c")
    assert diamond.children("a") == ("b", "c")
    turned = diamond.reorder(["d", "c", "b", "a"])
    assert turned.parents("d") == ("c", "b")
    assert turned.children("a") == ("c", "b")


def test_counts_are_those_of_the_input(diamond):
    assert (diamond.n_variables, diamond.n_edges) == (4, 4)


def test_has_edge_respects_direction(diamond):
    assert diamond.has_edge("a", "b")
    assert not diamond.has_edge("b", "a")
    assert not diamond.has_edge("a", "d")


def test_ancestors_go_beyond_parents_and_leave_the_variable_out(diamond):
    assert diamond.ancestors("d") == ("a", "b", "c")
    assert diamond.ancestors("a") == ()


def test_topological_order_prefers_the_smallest_position():
    dag = dw.Dag(["a", "b", "c", "d"], [("d", "a")])
    assert dag.topological_order() == ("b", "c", "d", "a")


def test_skeleton_forgets_directions():
    dag = dw.Dag(["a", "b", "c"], [("b", "a"), ("b", "c")])
    assert dag.skeleton() == {frozenset("ab"), frozenset("bc")}


def test_a_repeated_edge_counts_once():
    assert dw.Dag(["a", "b"], [("a", "b"), ("a", "b")]).n_edges == 1
    assert dw.Dag.from_parents(["a", "b"], [[], [0, 0]]).n_edges == 1


def test_parent_indices_undo_from_parents():
    parents = ((1, 2), (), (1,))
    assert dw.Dag.from_parents(["a", "b", "c"], parents).parent_indices() == parents


def test_from_parents_takes_numpy_arrays_and_keeps_plain_ints():
    dag = dw.Dag.from_parents(["a", "b"], [np.array([], dtype=np.int32), np.array([0])])
    assert dag == dw.Dag(["a", "b"], [("a", "b")])
    assert type(dag.parent_indices()[1][0]) is int


def test_empty_has_no_edges():
    assert dw.Dag.empty(["a", "b"]) == dw.Dag(["a", "b"], [])


def test_equality_and_hash_ignore_the_order_of_names_and_edges(diamond):
    other = dw.Dag(["d", "b", "a", "c"], reversed(diamond.edges))
    assert other == diamond
    assert hash(other) == hash(diamond)
    assert {other: 1}[diamond] == 1


@pytest.mark.parametrize(
    "other",
    [
        dw.Dag(["a", "b"], [("b", "a")]),
        dw.Dag(["a", "b"], []),
        dw.Dag(["a", "b", "c"], [("a", "b")]),
        dw.Dag(["a", "c"], [("a", "c")]),
        (("a", "b"),),
    ],
)
def test_anything_with_other_edges_or_variables_is_unequal(other):
    assert dw.Dag(["a", "b"], [("a", "b")]) != other


def test_reorder_keeps_the_graph_and_changes_the_positions(diamond):
    turned = diamond.reorder(["d", "c", "b", "a"])
    assert turned == diamond
    assert turned.names == ("d", "c", "b", "a")
    assert turned.parent_indices() == ((1, 2), (3,), (3,), ())


def test_reorder_names_the_variables_that_differ(diamond):
    with pytest.raises(dw.DagwrightError, match=r"first: 'd'; only in the second: 'x'"):
        diamond.reorder(["a", "b", "c", "x"])


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))]
)
def test_copies_are_equal_and_keep_the_order_of_names(diamond, duplicate):
    turned = diamond.reorder(["c", "a", "d", "b"])
    twin = duplicate(turned)
    assert twin == turned
    assert twin.names == turned.names


def test_it_cannot_be_changed(diamond):
    with pytest.raises(AttributeError, match="cannot be changed"):
        diamond.names = ("x",)
    with pytest.raises(AttributeError, match="cannot be changed"):
        diamond._parents = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        del diamond._names


def test_repr_is_short(diamond):
    assert repr(diamond) == "<Dag: 4 variables, 4 edges>"


@pytest.mark.parametrize(
    ("edges", "cycle"),
    [
        ([("a", "b"), ("b", "a")], "a -> b -> a"),
        ([("c", "b"), ("b", "d"), ("d", "c"), ("d", "a")], "b -> d -> c -> b"),
        ([("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")], "b -> c -> d -> b"),
    ],
)
def test_a_cycle_is_refused_and_named(edges, cycle):
    with pytest.raises(dw.DagwrightError, match=f"cycle: {cycle}$"):
        dw.Dag(["a", "b", "c", "d"], edges)


def test_from_parents_refuses_a_cycle():
    with pytest.raises(dw.DagwrightError, match="a -> b -> a"):
        dw.Dag.from_parents(["a", "b"], [[1], [0]])


@pytest.mark.parametrize(
    ("names", "edges", "message"),
    [
        (["a", "b"], [("a", "x")], "unknown variable 'x'; the variables are 'a', 'b'"),
        (["a", "b"], [("a", 1)], "unknown variable 1"),
        (["a", "b"], [("a", ["b"])], "unknown variable"),
        (["a", "b"], [("a", "a")], "self loop: 'a'"),
        (["a", "b"], ["ab"], "pair"),
        (["a", "b"], [("a", "b", "a")], "pair"),
        (["a", "b"], [7], "pair"),
        (["a", "b", "a"], [], "two variables are called 'a'"),
        (["a", ""], [], "name of variable 1 is empty"),
        ([], [], "at least one variable"),
        (["a", 1], [], r"name 1 is 1 \(int\)"),
        (["a", None], [], "NoneType"),
        ("ab", [], "single string 'ab'"),
    ],
)
def test_unusable_names_and_edges_are_refused_with_the_reason(names, edges, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Dag(names, edges)


@pytest.mark.parametrize(
    ("parents", "message"),
    [
        ([[]], "2 names but 1 parent lists"),
        ([[], [2]], "from 0 to 1"),
        ([[], [-1]], "from 0 to 1"),
        ([[], [1]], "self loop: 'b'"),
        ([[], ["a"]], "parents of 'b' must be positions"),
        ([[], [0.0]], "parents of 'b' must be positions"),
        ([[], 0], "parents of 'b' must be positions"),
    ],
)
def test_unusable_parent_positions_are_refused_with_the_reason(parents, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.Dag.from_parents(["a", "b"], parents)


@pytest.mark.parametrize("query", ["parents", "children", "ancestors"])
def test_asking_for_an_unknown_variable_is_an_error(diamond, query):
    with pytest.raises(dw.DagwrightError, match="unknown variable 'z'"):
        getattr(diamond, query)("z")


def test_a_message_about_many_variables_lists_only_some():
    names = [f"v{position}" for position in range(1000)]
    with pytest.raises(dw.DagwrightError, match=r"'v9', \.\.\. \(1000 in all\)$"):
        dw.Dag.empty(names).parents("z")


def test_any_string_can_be_a_name():
    names = ["Blutdruck (mmHg)", "年齢", " ", "a -> b", "\N{PILE OF POO}", "\n"]
    dag = dw.Dag(names, [("年齢", "Blutdruck (mmHg)"), (" ", "\n")])
    assert dag.parents("Blutdruck (mmHg)") == ("年齢",)
    assert pickle.loads(pickle.dumps(dag)) == dag


def test_numpy_strings_become_plain_strings():
    dag = dw.Dag(np.array(["a", "b"]), [(np.str_("a"), np.str_("b"))])
    assert [type(name) for name in (*dag.names, *dag.edges[0])] == [str] * 4
