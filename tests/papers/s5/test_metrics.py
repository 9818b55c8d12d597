from types import SimpleNamespace

import pytest

import dagwright as dw
from dagwright.experiments.instances import Instance
from dagwright.experiments.metrics import evaluate
from dagwright.experiments.problems import PreparedProblem

TRUTH = dw.load_network("asia").dag


def distance(variables, dag):
    stage = SimpleNamespace(variables=variables, segments=3, dag=dag)
    problem = PreparedProblem(Instance(dag=TRUTH), dw.BDeu(), None, {})
    found = evaluate(["stages"], SimpleNamespace(seed=1, stages=(stage,)), problem)["stages"]
    ((count, segments, value),) = found
    assert (count, segments) == (len(variables), 3)
    return value


def test_when_all_is_selected_the_distance_is_that_of_the_networks():
    assert distance(TRUTH.names, TRUTH) == 0
    assert distance(TRUTH.names, dw.Dag.empty(TRUTH.names)) == TRUTH.n_edges
    parent, child = next(iter(TRUTH.edges))
    turned = [edge for edge in TRUTH.edges if edge != (parent, child)] + [(child, parent)]
    assert distance(TRUTH.names, dw.Dag(TRUTH.names, turned)) == 1


def test_pairs_that_are_not_selected_are_those_of_a_complete_network():
    pairs = TRUTH.n_variables * (TRUTH.n_variables - 1) // 2
    # Each pair without an edge counts, and each edge that the complete network turns.
    least, most = pairs - TRUTH.n_edges, pairs
    alone = distance((), dw.Dag.empty(TRUTH.names))
    assert least <= alone <= most
    # One variable makes no pair.
    assert distance(TRUTH.names[:1], dw.Dag.empty(TRUTH.names)) == alone


def test_it_needs_a_true_network():
    problem = PreparedProblem(Instance(), dw.BDeu(), None, {})
    with pytest.raises(dw.DagwrightError, match="needs an instance with a true network"):
        evaluate(["stages"], SimpleNamespace(seed=1, stages=()), problem)
