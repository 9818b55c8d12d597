import pytest

import dagwright as dw


@pytest.fixture
def data():
    return dw.Dataset.from_frame(
        {"a": [0, 0, 1, 1, 0], "b": [0, 1, 1, 1, 0], "c": [0, 1, 2, 0, 1]}, as_is=True
    )


def test_the_total_is_the_sum_of_the_families(data):
    dag = dw.Dag(data.names, [("a", "b"), ("c", "b")])
    score = dw.score_network(dag, data, "bic")
    scores = dw.LocalScores(data)
    assert score.by_family == {"a": scores("a"), "b": scores("b", ["a", "c"]), "c": scores("c")}
    assert float(score) == score.total == sum(score.by_family.values())


def test_the_order_of_the_networks_variables_does_not_matter(data):
    one = dw.score_network(dw.Dag(["a", "b", "c"], [("a", "b")]), data, "bdeu")
    other = dw.score_network(dw.Dag(["c", "b", "a"], [("a", "b")]), data, "bdeu")
    assert one == other


def test_local_scores_bring_their_own_score(data):
    dag = dw.Dag.empty(data.names)
    scores = dw.LocalScores(data, "aic")
    assert dw.score_network(dag, scores) == dw.score_network(dag, data, "aic")
    with pytest.raises(dw.DagwrightError, match="leave `score` out"):
        dw.score_network(dag, scores, "bic")


def test_other_variables_are_refused_by_name(data):
    with pytest.raises(dw.DagwrightError, match="d"):
        dw.score_network(dw.Dag.empty(["a", "b", "d"]), data)
