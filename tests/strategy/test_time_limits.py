"""That the clock is looked at wherever work is long, and that nothing begins after it has ended.

No test measures time: with a fake clock it passes with checks only, so that work which never asks
would never end, and what is done after the end can be counted.
"""

import tracemalloc

import numpy as np
import pytest

import dagwright as dw
from dagwright import _core
from dagwright.learn import learn_table
from dagwright.parents.find import _parent_rules
from dagwright.running import Control, Limits
from dagwright.running.control import fake_clock, force_stop_at_check
from dagwright.strategy.first_pass import first_pass
from dagwright.strategy.settings import Settings

WIDE = 5_000
AT_ONCE = 4096
"""Additions that are scored between two looks at the clock, at most."""


def table_of(variables, rows, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(2, size=(variables, rows), dtype=np.uint8)
    codes[:, :2] = [0, 1]
    copied = rng.random((variables, rows)) < 0.8
    codes[1:] = np.where(copied[1:], codes[:-1], codes[1:])
    codes[:, :2] = [0, 1]
    names = [f"v{i}" for i in range(variables)]
    return dw.Dataset(names, [[0, 1]] * variables, list(codes))


@pytest.fixture(scope="module")
def wide():
    return table_of(WIDE, 16)


@pytest.fixture(scope="module")
def some():
    return table_of(120, 60)


def test_scoring_a_row_of_pairs_ends_at_the_next_look(wide):
    scores = dw.LocalScores(wide)
    with force_stop_at_check(1):
        control = Control("")
    found = scores.oracle.score_additions_until(0, [], list(range(1, WIDE)), control.core)
    assert len(found) == AT_ONCE
    assert control.is_interrupted


def test_scores_in_pieces_are_those_of_one_piece(wide):
    scores = dw.LocalScores(wide)
    others = list(range(1, WIDE))
    control = Control("")
    pieces = scores.oracle.score_additions_until(0, [], others, control.core)
    assert pieces == dw.LocalScores(wide).oracle.score_additions(0, [], others)
    assert control.core.checks == 1


@pytest.mark.parametrize(
    "method", ["hill-climbing", "tabu", "lagd", "ges", "sgs", "asobs", "minobs"]
)
def test_no_more_than_a_piece_is_scored_after_the_end(wide, method):
    with fake_clock(100.0):
        result = dw.learn(wide, method=method, time_limit=1, threads=1, memory_limit="20G")
    assert result.stop_reason is dw.StopReason.TIME
    assert result.dag.n_variables == WIDE
    assert result.problem.counters["sets_counted"] <= 2 * AT_ONCE


@pytest.mark.parametrize("selection", ["sequential", "greedy", "independence"])
def test_selections_look_at_the_clock_within_the_pairs_of_a_variable(wide, selection):
    scores = dw.LocalScores(wide)
    with fake_clock(100.0):
        control = Control("", Limits(seconds=150.0))
        sets, end = dw.parents.find.enumerate_parent_sets(
            scores, selection, control, constraints=None, memory=2**30, threads=1, executor=None
        )
    assert end == "time"
    assert sets.n_variables == WIDE
    assert scores.counters["sets_counted"] <= 3 * AT_ONCE


def test_the_first_pass_keeps_what_it_has_scored(wide):
    with force_stop_at_check(2):
        control = Control("")
    dag = first_pass(dw.LocalScores(wide), dw.Constraints(), control)
    assert dag.n_edges == 1


def test_rules_for_parents_take_no_room_for_each_pair():
    names = [f"v{i}" for i in range(20_000)]
    half = len(names) // 2
    constraints = dw.Constraints(
        required=[("v0", "v1")],
        forbidden=[("v2", "v1")],
        tiers=[names[:half], names[half:-1]],
        max_parents=3,
    )
    tracemalloc.start()
    rules = _parent_rules(names, constraints)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1000 * len(names)
    assert rules.candidates(1) == [*range(3, half), 19_999]
    assert rules.candidates(half) == [*range(half), *range(half + 1, 20_000)]


def test_restricting_takes_no_room_for_each_pair():
    names = [f"v{i}" for i in range(4_000)]
    sets = dw.ParentSets.from_arrays(
        names, range(len(names) + 1), np.zeros(len(names)), np.zeros(len(names) + 1), []
    )
    tracemalloc.start()
    sets.restrict(dw.Constraints(max_parents=2))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(names) ** 2 / 4


def cycles_of(pairs):
    """Candidate sets in which every variable takes the other one of its pair."""
    names = [f"v{i}" for i in range(2 * pairs)]
    lists = {name: [(-1.0, [names[i ^ 1]]), (-2.0, [])] for i, name in enumerate(names)}
    return dw.ParentSets.from_lists(names, lists)


def separate(sets, control):
    clusters = _core.ClusterSets(
        sets.child_starts, sets.core.excesses(), sets.set_starts, sets.members
    )
    best = sets.child_starts[:-1]
    _, violations = clusters.broken_clusters(
        best, np.ones(len(best)), 0.1, sets.n_variables, control.core
    )
    return len(violations)


def test_the_search_for_broken_clusters_asks_whether_to_stop():
    sets = cycles_of(800)
    free = Control("")
    assert separate(sets, free) == 800
    assert free.core.checks > 1
    with force_stop_at_check(1):
        ended = Control("")
    assert 0 < separate(sets, ended) < 800


def test_a_short_search_for_broken_clusters_does_not_ask():
    control = Control("")
    assert separate(cycles_of(20), control) == 20
    assert control.core.checks == 0


def test_no_step_begins_when_time_is_up(some):
    seen = []

    class Watching(dw.Callback):
        def on_start(self, progress):
            seen.append(progress.stage)

    with fake_clock(100.0):
        result = dw.learn(some, time_limit=1, threads=1, callbacks=Watching())
    assert seen == ["first pass"]
    assert result.stop_reason is dw.StopReason.TIME
    assert not result.reproducible
    assert np.isfinite(result.bound)
    assert result.score <= result.bound
    assert dw.verify(result) == pytest.approx(result.score)


def test_a_network_of_the_user_survives_a_run_without_time(some):
    start = dw.Dag(some.names, [("v0", "v1"), ("v1", "v2")])
    with fake_clock(100.0):
        result = dw.learn(some, time_limit=1, threads=1, start=start, method="minobs")
    assert result.score >= dw.score_network(start, some).total - 1e-9


@pytest.mark.parametrize("method", ["auto", "minobs", "hill-climbing", "exact"])
def test_a_table_is_packed_once(some, method, monkeypatch):
    packed = []
    pack = dw.scores.local_scores.core_table
    monkeypatch.setattr(
        dw.scores.local_scores, "core_table", lambda data: packed.append(data) or pack(data)
    )
    with fake_clock(0.01):
        result = dw.learn(some, time_limit=1, threads=1, method=method)
    dw.score_network(result.dag, result.problem)
    assert len(packed) == 1


def test_scores_that_gave_their_memory_back_are_the_same(some):
    scores = dw.LocalScores(some)
    before = scores.additions("v5", ["v1"])
    used = scores.counters["memo_bytes"]
    scores.release()
    assert scores.counters["memo_bytes"] < used
    assert scores.additions("v5", ["v1"]) == before


def test_time_that_reading_took_counts_and_leaves_the_least():
    control = Control("", Limits(seconds=5.0))
    control.leave_at_least(0.3)
    assert 4.5 < control.seconds_left() <= 5.0
    control.leave_at_least(100.0)
    assert 99.0 < control.seconds_left() <= 100.0


def test_a_result_says_the_limit_that_was_asked_for(some):
    with fake_clock(0.01):
        settings = Settings(time_limit=7, method="hill-climbing", threads=1)
        result = learn_table(some, settings.start_clock(), settings)
    assert result.asked == {"method": "hill-climbing", "time_limit": 7}
