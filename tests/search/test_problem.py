"""Problems say what searches ask of them, and methods which of them they take."""

import math

import pytest

import dagwright as dw
from dagwright.search.dag.curriculum_run import StageProblem
from dagwright.search.problem import (
    Question,
    candidate_sets,
    fitting,
    make_start,
)


@pytest.fixture(scope="module")
def scores():
    data = dw.load_dataset("wdbc")
    return dw.LocalScores(data.select(data.names[:6]), dw.BDeu(ess=1))


@pytest.fixture(scope="module")
def sets(scores):
    return dw.find_parent_sets(scores, dw.Sequential(max_parents=2))


def members_of(protocol):
    return {
        name
        for base in protocol.__mro__
        for name in vars(base)
        if getattr(base, "_is_protocol", False) and not name.startswith("_")
    }


def test_local_scores_and_candidate_sets_answer_every_question(scores, sets):
    asked = members_of(Question)
    assert {"oracle", "bounds", "restrict"} <= asked
    for problem in (scores, sets):
        assert not [name for name in asked if not hasattr(problem, name)]
    assert candidate_sets(sets) is sets
    assert candidate_sets(scores) is None


def test_all_problems_agree_on_the_score_of_a_network(scores, sets):
    dag = sets.best_network(sets.names)
    stage = StageProblem(scores.names, scores.oracle, dw.BDeu(ess=1))
    assert sets.add_up(dag) == pytest.approx(scores.add_up(dag), rel=1e-12)
    assert stage.add_up(dag) == scores.add_up(dag) == dw.score_network(dag, scores).total


def test_no_network_beats_what_the_variables_reach_alone(scores, sets):
    best = dw.solve(sets, "dp").score
    assert best <= sets.relaxed_score <= scores.relaxed_score
    assert [bound.scope for bound in scores.bounds()] == [dw.Scope()]
    assert scores.bounds(best)[0].score == best
    assert scores.bounds(0.0)[0].score == scores.relaxed_score


def test_nothing_is_known_of_a_score_without_a_bound(scores):
    custom = dw.LocalScores(scores.data, lambda data, child, parents: 0.0)
    assert custom.relaxed_score == math.inf
    assert custom.bounds() == ()


def test_identities_tell_scores_tables_and_lists(scores, sets):
    others = [
        dw.LocalScores(scores.data, dw.BDeu(ess=2)),
        dw.LocalScores(scores.data.select(scores.names[:5]), dw.BDeu(ess=1)),
        sets.restrict(dw.Constraints(max_parents=1)),
    ]
    identities = [problem.identity for problem in (scores, sets, *others)]
    assert len(set(identities)) == len(identities)
    assert dw.LocalScores(scores.data, dw.BDeu(ess=1)).identity == scores.identity


@pytest.mark.parametrize(
    ("method", "is_taken"),
    [
        (dw.HillClimbing(), (True, True)),
        (dw.MMHC(), (True, False)),
        (dw.MINOBS(), (False, True)),
        (dw.Exact(), (False, True)),
    ],
)
def test_a_method_takes_the_problems_that_it_needs(scores, sets, method, is_taken):
    for problem, taken in zip((scores, sets), is_taken, strict=True):
        if taken:
            assert fitting(method, problem) is method
            continue
        with pytest.raises(dw.DagwrightError, match=f"^{method.name} (needs|searches)"):
            fitting(method, problem)


def test_a_search_begins_with_what_is_required(scores, sets):
    first, second = scores.names[:2]
    constraints = dw.Constraints(required=[(first, second)])
    assert make_start(scores, None, constraints)[0].edges == ((first, second),)
    assert make_start(sets, None, dw.Constraints())[0].edges == ()


def test_an_order_to_start_from_needs_candidate_sets(scores, sets):
    order = scores.names[::-1]
    dag, positions = make_start(sets, order, dw.Constraints())
    assert dag == sets.best_network(order)
    assert positions == (5, 4, 3, 2, 1, 0)
    with pytest.raises(dw.DagwrightError, match="needs ParentSets"):
        make_start(scores, order, dw.Constraints())
