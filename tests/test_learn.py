from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dagwright as dw
from dagwright.race import one_after_the_other


@pytest.fixture
def frame():
    rng = np.random.default_rng(3)
    a = rng.integers(0, 2, 400)
    b = np.where(rng.random(400) < 0.9, a, 1 - a)
    return {"a": a, "b": b, "c": rng.integers(0, 2, 400)}


def test_frames_arrays_files_and_datasets_give_the_same_network(frame, tmp_path):
    table = pd.DataFrame(frame)
    path = tmp_path / "table.csv"
    table.to_csv(path, index=False)
    expected = dw.learn(dw.Dataset.from_frame(frame))
    assert expected.dag.skeleton() == {frozenset("ab")}
    for source in (frame, table, path, str(path)):
        assert dw.learn(source).dag == expected.dag


def test_auto_is_reproducible_and_at_least_as_good_as_one_climb():
    data = dw.load_dataset("wdbc")
    few = dw.Constraints(max_parents=2)
    first = dw.learn(data, constraints=few, seed=1)
    second = dw.learn(data, constraints=few, seed=1, threads=1)
    assert first.dag == second.dag
    assert first.reproducible
    assert first.status == "optimal"
    assert first.score > dw.learn(data, method="hill-climbing", constraints=few, seed=1).score


def test_the_time_limit_holds_for_the_whole_call():
    result = dw.learn(
        dw.load_dataset("wdbc"), method=dw.HillClimbing(restarts=None), time_limit=0.2
    )
    assert result.stop_reason == "time"


def test_constraints_and_start_reach_the_search(frame):
    constraints = dw.Constraints(forbidden=[("a", "b"), ("b", "a")])
    assert dw.learn(frame, constraints=constraints).dag.skeleton().isdisjoint({frozenset("ab")})
    start = dw.Dag(["a", "b", "c"], [("b", "a")])
    assert dw.learn(frame, method="hill-climbing", start=start).dag == start


@pytest.mark.parametrize("option", [{"selection": "greedy"}, {"executor": object()}])
def test_options_for_candidate_sets_are_refused_where_there_are_none(frame, option):
    with pytest.raises(dw.DagwrightError, match="search over candidate parent sets"):
        dw.learn(frame, method="hill-climbing", **option)


@pytest.mark.parametrize("selection", ["sequential", "greedy", dw.Independence(max_evaluations=9)])
def test_candidate_sets_are_found_as_asked(frame, selection):
    result = dw.learn(frame, method="exact", selection=selection)
    assert result.status == "optimal"
    assert dw.verify(result) == pytest.approx(result.score)


def test_sets_that_the_clock_cut_short_make_a_result_not_reproducible():
    rng = np.random.default_rng(0)
    data = dw.Dataset.from_frame(rng.integers(0, 2, (3000, 40)).cumsum(axis=1) % 2)
    result = dw.learn(data, score="log-likelihood", method="inobs", time_limit=0.5)
    assert "the clock ended the search for candidate sets" in result.irreproducible
    assert not result.reproducible


def test_rounding_does_not_cost_a_proof(frame):
    first = dw.learn(frame, method="hill-climbing")
    proved = dw.learn(frame, method="exact")
    slightly_more = replace(first, score=proved.score + 1e-11)
    assert one_after_the_other(slightly_more, proved, 0.0).status == "optimal"
    better = replace(first, score=proved.score + 1e-3)
    assert one_after_the_other(better, proved, 0.0).score == better.score
