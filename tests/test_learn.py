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
    data = dw.Dataset.from_frame(rng.integers(0, 2, (3000, 40)).cumsum(axis=1) % 2, as_is=True)
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


@pytest.fixture
def numbers():
    """Numbers of which a decides b where it exceeds 1, b decides d, and c has no neighbours."""
    rng = np.random.default_rng(1)
    a, c = rng.normal(size=(2, 500))
    b = np.where(a > 1, 3.0, 0.0) + rng.normal(size=500) / 2
    return {"a": a, "b": b, "c": c, "d": b + rng.normal(size=500)}


def test_cuts_follow_the_network(numbers):
    result = dw.learn(numbers)
    table = result.table
    assert table.provisional == ()
    assert result.dag.skeleton() == {frozenset("ab"), frozenset("bd")}
    assert table.numbers["a"].cuts.made_by == "learner"
    assert min(abs(value - 1) for value in table.numbers["a"].cuts.values) < 0.1
    assert table.states[0][-1].startswith("from_")
    assert dw.verify(result) == pytest.approx(result.score)
    assert dw.verify(result, table) == pytest.approx(result.score)
    assert "cut by learning, to follow the network" in result.explain()


def test_columns_without_neighbours_keep_three_states(numbers):
    table = dw.learn(numbers).table
    counts = np.bincount(table.codes[2])
    assert len(counts) == 3
    assert counts.max() - counts.min() <= 2


def test_cuts_of_the_user_are_never_moved(numbers):
    result = dw.learn(numbers, cuts={"a": [-0.5, 0.5]}, discretize={"b": "mean", None: "auto"})
    cuts = {name: column.cuts for name, column in result.table.numbers.items()}
    assert cuts["a"].values == (-0.5, 0.5)
    assert cuts["a"].made_by == cuts["b"].made_by == "user"
    assert cuts["b"].n_states == 2
    assert cuts["d"].made_by == "learner"


def test_cutting_and_learning_is_reproducible(numbers):
    first = dw.learn(numbers, seed=4)
    second = dw.learn(numbers, seed=4, threads=1)
    assert first.reproducible
    assert (first.dag, first.score, first.table) == (second.dag, second.score, second.table)


def test_the_time_limit_ends_the_cutting_and_the_result_says_so():
    walk = np.random.default_rng(2).normal(size=(20_000, 30)).cumsum(axis=1)
    data = dw.Dataset.from_frame(walk)
    for method in ("hill-climbing", "auto"):
        result = dw.learn(data, method=method, time_limit=0.3)
        assert "the clock ended the cutting of numbers" in result.irreproducible
        assert not result.reproducible
        assert result.table.provisional == ()
        assert dw.verify(result) == pytest.approx(result.score)


class Watch(dw.Callback):
    """Writes down which stages it saw, and stops one of them."""

    def __init__(self, stop_in=None):
        self.stop_in, self.seen, self.ended = stop_in, [], []

    def on_start(self, progress):
        self.seen.append(progress.stage)

    def on_progress(self, progress):
        return progress.stage == self.stop_in

    def on_end(self, result):
        self.ended.append(result)


def test_callbacks_see_the_cutting_and_can_stop_it(numbers):
    watch = Watch()
    dw.learn(numbers, callbacks=watch)
    assert watch.seen[0] == "cuts"
    assert watch.seen[-1] == "exact"
    assert len(watch.seen) == len(watch.ended)


def test_a_callback_that_stops_the_cutting_gets_what_was_found():
    walk = np.random.default_rng(2).normal(size=(20_000, 30)).cumsum(axis=1)
    watch = Watch(stop_in="cuts")
    result = dw.learn(walk, callbacks=watch)
    assert set(watch.seen) == {"cuts"}
    assert result.stop_reason == "interrupted"
    assert "a person or a callback ended the cutting of numbers" in result.irreproducible
    assert result.table.provisional == ()
    assert str(result.bound_scope) == "all networks given the cuts"
    assert dw.verify(result) == pytest.approx(result.score)


def test_too_little_time_does_not_cost_what_the_cutting_found(numbers, monkeypatch):
    def no_time(self, start):
        return dw.solve(self.make_scores(), dw.HillClimbing(), time_limit=0)

    monkeypatch.setattr("dagwright.learning.Learning.search", no_time)
    result = dw.learn(numbers)
    assert result.stop_reason == "time"
    assert result.dag.skeleton() == {frozenset("ab"), frozenset("bd")}
    assert dw.verify(result) == pytest.approx(result.score)


@pytest.mark.parametrize("method", ["auto", "hill-climbing", "minobs"])
def test_claims_about_cut_numbers_are_given_the_cuts(numbers, method):
    result = dw.learn(numbers, method=method, time_limit=2)
    assert str(result.bound_scope) == "all networks given the cuts"
    assert result.bound_scope.to_json()["given_cuts"] is True
    assert all(str(bound.scope).endswith("given the cuts") for bound in result.bounds)


def test_claims_about_states_are_not_given_any_cuts(frame):
    scope = dw.learn(frame).bound_scope
    assert str(scope) == "all networks"
    assert "given_cuts" not in scope.to_json()


def test_learning_again_from_the_table_of_a_result_keeps_its_cuts(numbers):
    free = dw.learn(numbers)
    known = dw.Constraints(forbidden=[("a", "b"), ("b", "a")])
    bound = dw.learn(free.table, constraints=known)
    assert bound.table == free.table
    assert bound.score < free.score
    assert "cuts" not in [stage.name for stage in bound.timings]
    assert str(bound.bound_scope) == "all networks that respect the constraints given the cuts"
    assert dw.learn(free).score == free.score


def test_functions_as_scores_work_on_cut_numbers(numbers):
    def fewest_parents(data, child, parents):
        return -float(len(parents))

    result = dw.learn(numbers, score=fewest_parents)
    assert result.dag.n_edges == 0
    assert result.table.provisional == ()


def test_words_about_the_table_reach_it(frame):
    frame["d"] = [None, 1] * 200
    assert dw.learn(frame, exclude="d").dag.names == ("a", "b", "c")
    assert dw.learn(frame, options=dw.TableOptions(missing="state")).table.states[-1] == (
        "1",
        "missing",
    )
    with pytest.raises(dw.DataError, match="missing"):
        dw.learn(frame, missing="error")
