import dataclasses

import pytest

import dagwright as dw


@pytest.fixture(scope="module")
def result():
    return dw.learn(dw.load_dataset("wdbc"), method="hill-climbing", score=dw.BDeu(ess=2))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: {"score": r.score + 0.01}, "the score is"),
        (lambda r: {"dag": dw.Dag.empty(r.dag.names)}, "the score is"),
        (lambda r: {"bounds": (dw.ScopedBound(r.score - 1, dw.Scope()),)}, "is below the score"),
        (lambda r: {"bound_scope": dw.Scope(max_parents=0)}, "the network is not among"),
        (lambda r: {"constraints": dw.Constraints(max_parents=0)}, "violates the constraints"),
        (lambda r: {"scoring": dw.BDeu(ess=2.1)}, "the score is"),
    ],
)
def test_a_false_claim_is_found(result, change, message):
    dw.verify(result)
    with pytest.raises(dw.DagwrightError, match=message):
        dw.verify(dataclasses.replace(result, **change(result)))


def test_other_data_is_refused(result):
    with pytest.raises(dw.DagwrightError, match="differ in their variables"):
        dw.verify(result, dw.Dataset.from_frame({"a": [0, 1]}, as_is=True))
