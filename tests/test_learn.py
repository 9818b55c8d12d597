"""The front door: what goes in reaches the search, and what comes out is true."""

import numpy as np
import pandas as pd
import pytest
from scripted import Scripted

import dagwright as dw
from dagwright.data.core_table import bytes_for_scoring
from dagwright.running.control import fake_clock


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


def test_auto_proves_and_repeats_itself_whatever_the_threads():
    data = dw.load_dataset("wdbc")
    data = data.select(data.names[:20])
    few = dw.Constraints(max_parents=2)
    first, second = (
        dw.learn(data, constraints=few, seed=1, threads=threads, time_limit=None)
        for threads in (2, 1)
    )
    assert first.dag == second.dag
    assert first.reproducible
    assert first.status == "optimal"
    assert first.score > dw.learn(data, method="hill-climbing", constraints=few, seed=1).score


@pytest.mark.parametrize("needs", ["scores", "parent sets"])
def test_seed_threads_memory_and_time_reach_the_search(frame, needs):
    method = Scripted(needs=needs, proves=needs == "parent sets")
    with fake_clock(0.001):
        result = dw.learn(
            frame, method=method, seed=7, threads=3, memory_limit=1 << 26, time_limit=10
        )
    (given,) = method.calls
    share = 1 / 4 if needs == "scores" else 5 / 8
    beside = (1 << 26) - bytes_for_scoring(dw.Dataset.from_frame(frame))
    assert (given.seed, given.threads, given.memory) == (7, 3, int(share * beside))
    assert given.seconds == pytest.approx(10, abs=0.1)
    assert result.seed == 7
    assert result.asked == {
        "method": method,
        "seed": 7,
        "memory_limit": 1 << 26,
        "time_limit": 10,
    }


def test_another_seed_is_another_search():
    data = dw.load_dataset("wdbc")
    method = dw.HillClimbing(restarts=5)
    counters = [
        dw.learn(data, method=method, seed=seed, threads=1, time_limit=None).counters
        for seed in (1, 1, 2)
    ]
    assert counters[0] == counters[1] != counters[2]


@pytest.mark.parametrize(("asked", "granted"), [(0, 0.3), (0.2, 0.3), (2, 2)])
def test_the_time_limit_holds_for_the_whole_call(frame, asked, granted):
    method = Scripted(busy=True)
    with fake_clock(0.001):
        result = dw.learn(frame, method=method, time_limit=asked, threads=1)
    assert result.stop_reason == "time"
    assert result.seconds == pytest.approx(granted, abs=0.01)
    assert sum(timing.seconds for timing in result.timings) <= result.seconds


def test_without_a_time_limit_no_clock_ends_it(frame):
    method = Scripted()
    assert dw.learn(frame, method=method, time_limit=None).stop_reason == "completed"
    assert method.calls[0].seconds is None


def test_constraints_and_start_reach_the_search(frame):
    constraints = dw.Constraints(forbidden=[("a", "b"), ("b", "a")])
    assert dw.learn(frame, constraints=constraints).dag.skeleton().isdisjoint({frozenset("ab")})
    start = dw.Dag(["a", "b", "c"], [("b", "a")])
    assert dw.learn(frame, method="hill-climbing", start=start).dag == start


@pytest.mark.parametrize("option", [{"selection": "greedy"}, {"executor": object()}])
def test_options_for_candidate_sets_are_refused_where_there_are_none(frame, option):
    (name,) = option
    words = rf"hill-climbing does not use candidate parent sets, so {name}= does not apply"
    with pytest.raises(dw.DagwrightError, match=words):
        dw.learn(frame, method="hill-climbing", **option)


@pytest.mark.parametrize("selection", ["sequential", "greedy", dw.Independence(max_evaluations=9)])
def test_candidate_sets_are_found_as_asked(frame, selection):
    result = dw.learn(frame, method="exact", selection=selection)
    assert result.status == "optimal"
    assert dw.verify(result) == pytest.approx(result.score)


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
    first = dw.learn(numbers, seed=4, time_limit=None)
    second = dw.learn(numbers, seed=4, threads=1, time_limit=None)
    assert first.reproducible
    assert (first.dag, first.score, first.table) == (second.dag, second.score, second.table)


class Watch(dw.Callback):
    """Writes down which stages it saw, and stops one of them."""

    def __init__(self, stop_in=None):
        self.stop_in, self.begun, self.seen, self.ended = stop_in, [], set(), []

    def on_start(self, progress):
        self.begun.append(progress.stage)

    def on_progress(self, progress):
        self.seen.add(progress.stage)
        return progress.stage == self.stop_in

    def on_end(self, result):
        self.ended.append(result)


def test_callbacks_see_every_stage_begin_and_the_call_end_once(numbers):
    watch = Watch()
    with fake_clock(0.06):  # observers look every 0.05 seconds
        result = dw.learn(numbers, callbacks=watch, time_limit=None, threads=1)
    assert watch.begun == ["cuts", "parent sets", "exact"]
    assert {"cuts: hill-climbing", "exact", "exact: dp"} <= watch.seen
    assert watch.ended == [result]


@pytest.mark.parametrize("stage", ["cuts", "cuts: hill-climbing"])
def test_a_callback_that_stops_the_cutting_gets_what_was_found(numbers, stage):
    watch = Watch(stop_in=stage)
    with fake_clock(0.06):
        result = dw.learn(numbers, callbacks=watch, threads=1)
    assert watch.begun == ["cuts"]
    assert watch.ended == [result]
    assert result.stop_reason == "interrupted"
    assert "a person or a callback ended the cutting of numbers" in result.irreproducible
    assert result.table.provisional == ()
    assert str(result.bound_scope) == "all networks given the cuts"
    assert dw.verify(result) == pytest.approx(result.score)


def test_too_little_time_does_not_cost_what_the_cutting_found(numbers):
    method = Scripted()  # finds nothing beyond its start
    result = dw.learn(numbers, method=method)
    assert method.calls[0].start == result.dag
    assert result.dag.skeleton() == {frozenset("ab"), frozenset("bd")}
    assert dw.verify(result) == pytest.approx(result.score)


@pytest.mark.parametrize("method", ["auto", "hill-climbing", dw.MINOBS(generations=3)])
def test_claims_about_cut_numbers_are_given_the_cuts(numbers, method):
    result = dw.learn(numbers, method=method)
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
    assert dw.learn(free).score == pytest.approx(free.score, abs=1e-9)


def test_functions_as_scores_work_on_cut_numbers(numbers):
    def fewest_parents(data, child, parents):
        return -float(len(parents))

    result = dw.learn(numbers, score=fewest_parents)
    assert result.dag.n_edges == 0
    assert result.table.provisional == ()


def test_words_about_the_table_reach_it(frame):
    frame["d"] = [None, 1] * 200
    assert dw.learn(frame, exclude="d").dag.names == ("a", "b", "c")
    result = dw.learn(frame, options=dw.TableOptions(missing="state"))
    assert result.table.states[-1] == ("1", "missing")
    with pytest.raises(dw.DataError, match="missing"):
        dw.learn(frame, missing="error")
