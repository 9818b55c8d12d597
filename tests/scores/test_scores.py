import pytest

import dagwright as dw
from dagwright.scores import resolve_score


def test_names_stand_for_scores_with_defaults():
    assert resolve_score("BIC") == dw.BIC()
    assert resolve_score("bdeu") == dw.BDeu(ess=1.0)
    assert set(dw.SCORES) == {"bic", "aic", "bdeu", "k2", "log-likelihood"}


@pytest.mark.parametrize("wrong", ["mdl2", dw.BIC, 3, None])
def test_what_is_no_score_is_refused(wrong):
    with pytest.raises(dw.DagwrightError):
        resolve_score(wrong)


@pytest.mark.parametrize("ess", [0, -1, float("nan"), float("inf"), "one"])
def test_bdeu_refuses_an_impossible_sample_size(ess):
    with pytest.raises(dw.DagwrightError, match="a number above 0"):
        dw.BDeu(ess=ess)


def test_markov_equivalent_networks_score_the_same_but_for_k2():
    data = dw.load_dataset("wdbc").select(["diagnosis", "mean area", "mean texture"])
    a, b, c = data.names
    chain = dw.Dag(data.names, [(a, b), (b, c)])
    fork = dw.Dag(data.names, [(b, a), (b, c)])
    for score in ("bic", "aic", "bdeu", "log-likelihood"):
        first, second = (dw.score_network(g, data, score).total for g in (chain, fork))
        assert first == pytest.approx(second, rel=1e-12)
