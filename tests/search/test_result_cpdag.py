import pickle
from dataclasses import replace

import pytest

import dagwright as dw


@pytest.fixture(scope="module")
def data():
    return dw.load_network("asia").sample(2000, seed=1)


def test_without_constraints_the_class_is_that_of_the_network(data):
    result = dw.learn(data)
    cpdag = result.cpdag()
    assert cpdag.directed == cpdag.by_data == result.dag.cpdag().directed
    assert cpdag.undirected == result.dag.cpdag().undirected


@pytest.mark.parametrize(
    "known",
    [
        dw.Constraints(required=[("smoke", "bronc")]),
        dw.Constraints(forbidden=[("bronc", "smoke")]),
        dw.Constraints(tiers=[["smoke"], ["bronc"]]),
        dw.Constraints(tiers=[["smoke"], ["*"]]),
        dw.Constraints(roots=["smok?"]),
        dw.Constraints(leaves=["br*"], forbidden=[("*", "smo*")]),
    ],
    ids=["required", "forbidden", "tiers", "rest", "roots", "patterns"],
)
@pytest.mark.parametrize("method", ["exact", "hill-climbing"])
def test_every_kind_of_constraint_directs_its_edge(data, known, method):
    cpdag = dw.learn(data, method=method, constraints=known).cpdag()
    assert ("smoke", "bronc") in cpdag.directed


def test_a_limit_on_parents_directs_nothing(data):
    result = dw.learn(data, constraints=dw.Constraints(max_parents=2))
    assert result.cpdag().by_constraints == ()


def test_a_pickled_result_still_knows_its_constraints(data):
    result = dw.learn(data, constraints=dw.Constraints(forbidden=[("bronc", "smoke")]))
    assert pickle.loads(pickle.dumps(result)).cpdag() == result.cpdag()


def test_a_network_that_violates_the_constraints_is_refused(data):
    result = replace(dw.learn(data), constraints=dw.Constraints(required=[("asia", "xray")]))
    with pytest.raises(dw.DagwrightError, match="asia -> xray is required"):
        result.cpdag()
