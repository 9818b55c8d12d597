import importlib
import math
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from scipy.stats import chisquare
from strategies import make_dataset

import dagwright as dw
from dagwright.evaluate.resample import resample


@pytest.fixture(scope="module")
def sample():
    return dw.load_network("asia").sample(400, seed=2)


@pytest.fixture(scope="module")
def confidence(sample):
    return dw.bootstrap(sample, 12, seed=5, threads=1)


def test_a_sample_has_as_many_rows_and_no_copies(sample):
    drawn = resample(sample, 3, 0)
    assert drawn.total_weight == sample.total_weight
    assert all(mine is theirs for mine, theirs in zip(drawn.codes, sample.codes, strict=True))
    assert drawn.states == sample.states


def test_samples_differ_by_number_and_seed_and_are_the_same_again(sample):
    one, again = resample(sample, 3, 0), resample(sample, 3, 0)
    assert one == again
    assert len({resample(sample, s, i).fingerprint for s in (0, 3) for i in range(3)}) == 6


def test_samples_are_those_of_every_machine():
    data = make_dataset([[0, 1, 0, 1, 0]], [2])
    assert resample(data, 1, 4).weights.tolist() == [0, 1, 1, 0, 3]


def test_rows_are_drawn_in_proportion_to_their_weights():
    weights = [1, 0, 2, 5, 0, 8]
    data = dw.Dataset(["a"], [[0, 1]], [[0, 1, 0, 1, 0, 1]], weights)
    drawn = sum(resample(data, 0, number).weights for number in range(2000))
    assert drawn[1] == drawn[4] == 0
    seen = np.array(weights) > 0
    expected = np.array(weights)[seen] * drawn.sum() / sum(weights)
    assert chisquare(drawn[seen], expected).pvalue > 0.001


def test_the_networks_are_those_of_the_samples(sample, confidence):
    dags = [
        dw.learn(resample(sample, 5, number), method="hill-climbing", seed=5 + number).dag
        for number in range(12)
    ]
    assert confidence == dw.EdgeConfidence.of(dags)
    assert confidence.repetitions == 12


EXECUTORS = {
    "threads": lambda: ThreadPoolExecutor(2),
    "processes": lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
}


@pytest.mark.parametrize("kind", EXECUTORS)
def test_every_executor_and_any_number_of_threads_gives_the_same(sample, confidence, kind):
    with EXECUTORS[kind]() as executor:
        assert dw.bootstrap(sample, 12, seed=5, executor=executor) == confidence
    assert dw.bootstrap(sample, 12, seed=5, threads=3) == confidence


def test_constraints_hold_in_every_network(sample):
    constraints = dw.Constraints(forbidden=[("bronc", "dysp")], max_parents=1)
    confidence = dw.bootstrap(sample, 6, constraints=constraints)
    assert ("bronc", "dysp") not in confidence.directed
    assert confidence.directed["dysp", "bronc"] == confidence.skeleton[frozenset({"bronc", "dysp"})]


def test_required_edges_and_what_follows_from_them_count_wholly():
    # a -> b is required. With it c -> b would be a collider, so b -> c follows wherever the three
    # are a chain. Nothing in the data tells the directions.
    rng = np.random.default_rng(1)
    columns = {"a": rng.integers(0, 2, 400)}
    for name, cause in (("b", "a"), ("c", "b")):
        columns[name] = np.where(rng.random(400) < 0.9, columns[cause], 1 - columns[cause])
    known = dw.Constraints(required=[("a", "b")], forbidden=[("a", "c"), ("c", "a")])
    confidence = dw.bootstrap(dw.Dataset.from_frame(columns, as_is=True), 5, constraints=known)
    assert dict(confidence.directed) == {("a", "b"): 1.0, ("b", "c"): 1.0}


class After(dw.Callback):
    """Does something once, as soon as some networks are finished."""

    def __init__(self, done, act):
        self.done, self.act, self.ended = done, act, []

    def on_progress(self, progress):
        if progress.work_done < self.done:
            return None
        self.done = math.inf
        return self.act()

    def on_end(self, result):
        self.ended.append(result)


@pytest.mark.parametrize(
    "act", [lambda: os.kill(os.getpid(), signal.SIGINT), lambda: True], ids=["ctrl-c", "callback"]
)
def test_a_stop_keeps_the_finished_networks(sample, act):
    watcher = After(3, act)
    confidence = dw.bootstrap(
        sample, 10_000, method=dw.HillClimbing(restarts=20), threads=2, callbacks=watcher
    )
    assert 3 <= confidence.repetitions < 10_000
    assert confidence.notes == (f"stopped after {confidence.repetitions} of 10000 repetitions",)
    assert watcher.ended == [confidence]


def test_a_stop_before_the_first_network_is_an_error(sample):
    endless = dw.HillClimbing(restarts=None)
    with pytest.raises(dw.DagwrightError, match="before the first network"):
        dw.bootstrap(sample, 4, method=endless, callbacks=After(0, lambda: True))
    with pytest.raises(KeyboardInterrupt):
        dw.bootstrap(
            sample,
            4,
            method=endless,
            callbacks=After(0, lambda: os.kill(os.getpid(), signal.SIGINT)),
        )


def test_an_error_on_a_worker_comes_through(sample):
    def broken(data, child, parents):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        dw.bootstrap(sample, 4, score=broken)


def test_progress_tells_how_many_networks_are_finished(sample):
    seen = []

    class Watch(dw.Callback):
        def on_start(self, progress):
            seen.append(progress)

        def on_progress(self, progress):
            seen.append(progress)

    dw.bootstrap(sample, 5, callbacks=Watch())
    assert (seen[0].work_done, seen[-1].work_done) == (0, 5)
    assert {progress.work_total for progress in seen} == {5}
    assert {progress.stage for progress in seen} == {"bootstrap"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"repetitions": 0}, "repetitions=0"),
        ({"repetitions": True}, "repetitions=True"),
        ({"seed": -1}, "seed=-1"),
        ({"method": "luck"}, "unknown method"),
        ({"time_limit": -1}, "time_limit=-1"),
        ({"constraints": dw.Constraints(forbidden=[("x", "y")])}, "called 'x'"),
    ],
)
def test_mistakes_are_refused_before_any_work(sample, options, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.bootstrap(sample, **{"repetitions": 2, **options})


def test_the_report_shows_the_confidence(sample, confidence, tmp_path):
    result = dw.learn(sample, method="hill-climbing")
    dw.write_report(result, tmp_path / "with.html", confidence=confidence)
    dw.write_report(result, tmp_path / "without.html")
    shown, plain = ((tmp_path / f"{name}.html").read_text() for name in ("with", "without"))
    assert '"adjacent":1.0' in shown
    assert '"adjacent":1.0' not in plain


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(1)
    a, c = rng.normal(size=(2, 300))
    return {"a": a, "b": np.where(a > 0, 3.0, 0.0) + rng.normal(size=300) / 2, "c": c}


def test_numbers_are_cut_again_in_each_sample(numbers, monkeypatch):
    module = importlib.import_module("dagwright.bootstrap")  # a function has this name too
    tasks = []

    def watched(*args, **options):
        prepared = prepare(*args, **options)
        tasks.append(prepared.task)
        return prepared

    prepare = module.prepare
    monkeypatch.setattr(module, "prepare", watched)
    confidence = dw.bootstrap(numbers, 6, threads=1)
    tables = [task.table for task in tasks]
    assert confidence.skeleton[frozenset("ab")] == 1.0
    cuts = {table.numbers["a"].cuts.values for table in tables}
    assert len(tables) == 6
    assert len(cuts) > 1
    assert all(table.provisional == () for table in tables)


def test_a_result_stands_for_its_table_whose_cuts_are_made_again(numbers):
    result = dw.learn(numbers)
    assert dw.bootstrap(result, 5, seed=2) == dw.bootstrap(numbers, 5, seed=2)


def test_cuts_of_the_user_hold_in_every_sample(numbers):
    mine = dw.Dataset.from_frame(numbers, cuts={"a": [0], "b": [1.5], "c": [0]})
    as_states = dw.Dataset(mine.names, mine.states, mine.codes)
    assert dw.bootstrap(mine, 5, seed=2) == dw.bootstrap(as_states, 5, seed=2)


def test_words_about_the_table_reach_it(numbers):
    assert dw.bootstrap(numbers, 2, exclude="c").names == ("a", "b")
    holes = {**numbers, "d": [None, "x", "y"] * 100}
    assert "d" in dw.bootstrap(holes, 2, missing="state").names
    with pytest.raises(dw.DataError, match="missing"):
        dw.bootstrap(holes, 2, missing="error")


def test_samples_whose_cuts_the_clock_ended_are_counted_first():
    walk = np.random.default_rng(1).normal(size=(40_000, 40)).cumsum(axis=1)
    confidence = dw.bootstrap(walk, 2, time_limit=0.3, threads=1)
    assert "samples the time limit ended the cutting of numbers" in confidence.warnings[0]
    quick = dw.bootstrap(walk[:200, :4], 2)
    assert not any("ended the cutting" in warning for warning in quick.warnings)
