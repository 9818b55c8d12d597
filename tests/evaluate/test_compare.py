import dataclasses

import pytest

import dagwright as dw

NAMES = ["a", "b", "c", "d"]
CHAIN = dw.Dag(NAMES, [("a", "b"), ("b", "c"), ("c", "d")])


def test_a_structure_is_at_no_distance_from_itself():
    comparison = dw.compare(CHAIN, CHAIN)
    assert (comparison.shd_cpdag, comparison.shd_dag, comparison.shd_skeleton) == (0, 0, 0)
    assert (comparison.precision, comparison.recall) == (1, 1)


def test_a_missing_edge_counts_once_in_each_distance():
    comparison = dw.compare(dw.Dag(NAMES, CHAIN.edges[:2]), CHAIN)
    assert (comparison.shd_cpdag, comparison.shd_dag, comparison.shd_skeleton) == (1, 1, 1)
    assert (comparison.missing, comparison.spurious) == (1, 0)
    assert (comparison.precision, comparison.recall) == (1, 2 / 3)


def test_a_spurious_edge_lowers_precision_only():
    comparison = dw.compare(dw.Dag(NAMES, [*CHAIN.edges, ("a", "d")]), CHAIN)
    assert (comparison.missing, comparison.spurious) == (0, 1)
    assert (comparison.precision, comparison.recall) == (3 / 4, 1)


def test_a_reversed_edge_counts_once_between_dags():
    turned = dw.Dag(NAMES, [("b", "a"), ("b", "c"), ("c", "d")])
    comparison = dw.compare(turned, CHAIN)
    assert (comparison.shd_cpdag, comparison.shd_dag, comparison.shd_skeleton) == (0, 1, 0)


def test_a_new_v_structure_counts_every_mark_it_changes():
    collider = dw.Dag(NAMES, [("a", "b"), ("c", "b"), ("c", "d")])
    comparison = dw.compare(collider, CHAIN)
    assert (comparison.shd_cpdag, comparison.shd_dag, comparison.shd_skeleton) == (2, 1, 0)


def test_compelled_shares_count_only_edges_the_class_directs():
    truth = dw.Dag(NAMES, [("a", "c"), ("b", "c"), ("c", "d")])
    learned = dw.Dag(NAMES, [("a", "c"), ("b", "c")])
    comparison = dw.compare(learned, truth)
    assert (comparison.compelled_precision, comparison.compelled_recall) == (1, 2 / 3)


def test_a_share_of_nothing_is_one():
    empty = dw.Dag.empty(NAMES)
    comparison = dw.compare(empty, empty)
    assert (comparison.precision, comparison.recall) == (1, 1)
    assert dw.compare(empty, CHAIN).precision == 1
    assert dw.compare(empty, CHAIN).recall == 0
    assert dw.compare(CHAIN, empty).recall == 1
    assert dw.compare(CHAIN, empty).compelled_precision == 1


@pytest.mark.parametrize(
    ("learned", "truth"),
    [(CHAIN.cpdag(), CHAIN), (CHAIN, CHAIN.cpdag()), (CHAIN.cpdag(), CHAIN.cpdag())],
)
def test_a_cpdag_gives_everything_but_the_distance_between_dags(learned, truth):
    expected = dataclasses.replace(dw.compare(CHAIN, CHAIN), shd_dag=None)
    assert dw.compare(learned, truth) == expected


def test_the_order_of_names_does_not_count():
    assert dw.compare(CHAIN.reorder(NAMES[::-1]), CHAIN) == dw.compare(CHAIN, CHAIN)


def test_different_variables_are_refused_and_named():
    with pytest.raises(dw.DagwrightError, match=r"first: 'd'; only in the second: 'e', 'f'"):
        dw.compare(CHAIN, dw.Dag.empty(["a", "b", "c", "e", "f"]))


def test_something_else_than_a_graph_is_refused():
    with pytest.raises(dw.DagwrightError, match="takes Dag or Cpdag, not list"):
        dw.compare(CHAIN, [("a", "b")])


def test_it_prints_as_one_line():
    comparison = dw.compare(dw.Dag(NAMES, CHAIN.edges[:2]), CHAIN)
    assert str(comparison) == (
        "SHD 1 (CPDAG), 1 (DAG), 1 (skeleton); precision 1.000, recall 0.667"
    )


def test_it_prints_without_the_distance_between_dags_where_there_is_none():
    assert str(dw.compare(CHAIN.cpdag(), CHAIN)) == (
        "SHD 0 (CPDAG), 0 (skeleton); precision 1.000, recall 1.000"
    )
