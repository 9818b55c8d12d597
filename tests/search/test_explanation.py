import dataclasses

import pytest

import dagwright as dw
from dagwright.search.explanation import describe_quality


@pytest.fixture
def scores():
    data = dw.load_dataset("wdbc")
    return dw.LocalScores(data.select(data.names[:6]), dw.BDeu(ess=5))


@pytest.fixture
def sets(scores):
    return dw.find_parent_sets(scores, dw.Sequential(max_parents=2))


def test_a_proof_says_over_which_networks(sets):
    text = dw.solve(sets, "exact").explain()
    assert "Optimal: no other network scores higher, over networks with at most 2 parents" in text


def test_a_gap_is_a_limit_on_what_is_missing(scores):
    result = dw.solve(scores, "hill-climbing")
    near = dw.ScopedBound(0.99 * result.score, dw.Scope())
    text = dataclasses.replace(result, bounds=(near,)).explain()
    assert "Not proved optimal: over all networks at most 1.0 % better" in text
    assert f"none scores above {near.score:.4f}" in text


def test_a_bound_that_is_far_away_is_not_given_in_per_cent(scores):
    result = dw.solve(scores, "hill-climbing")
    assert result.gap > 0.9
    assert "over all networks no useful bound yet" in result.explain()
    assert "no useful bound yet" in str(result)


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (-98.0, "at most 2.0 %"),
        (-99.88, "at most 0.12 %"),
        (-98.765, "at most 1.3 %"),
        (-80.5, "at most 20 %"),
    ],
)
def test_the_gap_is_never_rounded_down(scores, bound, words):
    result = dw.solve(scores, "hill-climbing")
    result = dataclasses.replace(result, score=-100.0, bounds=(dw.ScopedBound(bound, dw.Scope()),))
    assert words in describe_quality(result)


def test_no_bound_is_said_plainly(scores):
    result = dataclasses.replace(dw.solve(scores, "hill-climbing"), bounds=())
    assert "Not proved optimal: over all networks no useful bound yet." in result.explain()


def test_the_stages_and_their_times_are_listed():
    result = dw.learn(dw.load_dataset("wdbc"), method="minobs", selection="greedy", time_limit=1)
    text = result.explain()
    for stage in result.timings:
        assert f"{stage.name} " in text
        assert f"{stage.seconds:.2f} s" in text
    # A bound follows if the clock has left time for it.
    assert [stage.name for stage in result.timings][:4] == [
        "table",
        "candidate parent sets",
        "first pass",
        "minobs",
    ]
    assert "Another run may come out differently: the clock ended the search" in text
    assert "stopped by the time limit" in text


def test_parameters_that_are_not_the_usual_ones_are_named(scores):
    text = dw.solve(scores, dw.HillClimbing(restarts=7)).explain()
    assert "Score: BDeu, ess 5." in text
    assert "Method: hill-climbing, restarts 7, as asked." in text


def test_a_function_as_score_goes_by_its_name():
    def fewest_parents(data, child, parents):
        return -float(len(parents))

    text = dw.learn({"a": [0, 1], "b": [0, 1]}, score=fewest_parents, as_is=True).explain()
    assert "Score: fewest_parents." in text


def test_the_bound_comes_down_to_that_of_the_result():
    result = dw.learn(dw.load_dataset("wdbc"), constraints=dw.Constraints(max_parents=2))
    bounds = [point.bound for point in result.bound_trace]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == result.bound
    assert result.peak_memory is None or result.peak_memory > 2**20
