"""The work on a bound after a search is a stage: seen, stopped like any other, never expensive."""

import math

import pytest
from random_sets import hard_sets

import dagwright as dw
from dagwright.running import Control, fake_clock, force_stop_at_check
from dagwright.search.bound_phase import work_on_bound
from dagwright.search.known import Known

METHODS = [dw.MINOBS(generations=2), dw.HillClimbing(restarts=5), dw.OBS(restarts=9)]
every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)


@pytest.fixture(scope="module")
def sets():
    return hard_sets(18, 1)


def solve(sets, method, **options):
    with fake_clock(1.0):
        return dw.solve(sets, method, threads=1, **options)


class Watch(dw.Callback):
    def __init__(self, stop_after=math.inf):
        self.started, self.scores, self.bounds, self.stop_after = [], [], [], stop_after

    def on_start(self, progress):
        self.started.append(progress.stage)

    def on_progress(self, progress):
        self.scores.append(progress.best_score)
        if progress.stage == "bound":
            self.bounds.append(progress.bound)
        return len(self.bounds) >= self.stop_after


@every_method
def test_observers_see_the_bound_come_down(sets, method):
    watch = Watch()
    result = solve(sets, method, callbacks=watch)
    assert watch.started == [method.name, "bound"]
    assert watch.bounds == sorted(watch.bounds, reverse=True)
    assert watch.bounds[-1] == result.bound < sets.relaxed().score
    assert len(set(watch.bounds)) > 3
    assert [timing.name for timing in result.timings] == [method.name, "bound"]


@every_method
@pytest.mark.parametrize("looks", [1, 5])
def test_a_callback_ends_it_and_the_network_stays(sets, method, looks):
    before = solve(sets, method, bound=False)
    watch = Watch(looks)
    result = solve(sets, method, callbacks=watch)
    whole = solve(sets, method)
    assert result.stop_reason == "interrupted"
    # There is one look more, at the end of the stage.
    assert len(watch.bounds) == looks + 1
    assert before.score <= result.score <= whole.score
    assert whole.bound <= result.bound <= before.bound
    assert result.bound == watch.bounds[-1]
    dw.verify(result)


@every_method
def test_a_forced_stop_ends_it_and_the_network_stays(sets, method):
    before, whole = solve(sets, method, bound=False), solve(sets, method)
    optimum = dw.solve(sets, "dp").score
    checks = round(before.seconds), round(whole.seconds)
    assert checks[0] < checks[1] - 10
    bounds = []
    for check in [*range(checks[0] + 1, checks[1] + 1, 3), checks[1]]:
        with force_stop_at_check(check):
            result = solve(sets, method)
        assert result.stop_reason == "interrupted"
        assert before.score <= result.score <= whole.score
        assert optimum <= result.bound + 1e-6
        bounds.append(result.bound)
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == sets.relaxed().score
    assert bounds[-1] == whole.bound


@every_method
def test_a_tenth_of_the_time_goes_into_it_if_the_clock_ends_the_search(sets, method):
    endless = type(method)() if method.name == "minobs" else type(method)(restarts=None)
    result = solve(sets, endless, time_limit=400)
    search, bound = result.timings
    assert (search.name, bound.name) == (endless.name, "bound")
    assert search.seconds == pytest.approx(360, abs=2)
    assert bound.seconds <= 41
    assert result.seconds == pytest.approx(search.seconds + bound.seconds, abs=2)
    assert result.stop_reason == "time"
    assert result.bound < sets.relaxed().score


def test_it_is_left_out_where_it_is_not_wanted_or_has_no_time(sets):
    watch = Watch()
    solve(sets, METHODS[0], bound=False, callbacks=watch)
    solve(sets, METHODS[0], time_limit=0, callbacks=watch)
    assert "bound" not in watch.started


def trap():
    """A climb over orders that begins with a, b, c ends there; the linear programs lead out."""
    lists = {
        "a": [(-10, []), (-4, ["b", "c"])],
        "b": [(-10, []), (-9, ["a"])],
        "c": [(-10, []), (-9, ["a"])],
    }
    return dw.ParentSets.from_lists(list("abc"), lists), ["a", "b", "c"]


def test_solve_returns_the_network_of_the_method():
    (sets, start), watch = trap(), Watch()
    result = dw.solve(sets, dw.OBS(restarts=1), start=start, callbacks=watch)
    assert "bound" in watch.started
    assert (result.score, result.trace[-1].score, watch.scores[-1]) == (-28.0, -28.0, -28.0)
    assert result.bound == pytest.approx(-24.0)


@pytest.mark.parametrize(("offers", "score"), [(True, -24.0), (False, -28.0)])
def test_a_network_that_is_found_on_the_way_counts_where_it_is_wanted(offers, score):
    sets, start = trap()
    known, dag = Known(sets.scope), sets.best_network(start)
    known.offer(dag, -28.0, at=0.0)
    with Control("") as control:
        bound = work_on_bound(
            sets,
            control,
            known,
            memory=2**30,
            searched=0.0,
            clocked=False,
            offers=offers,
        )
    assert bound == pytest.approx(-24.0)
    assert known.score == score


@pytest.mark.parametrize("error", [MemoryError(), dw.ResourceError("no memory")])
def test_a_lack_of_memory_on_the_way_to_a_bound_does_not_lose_the_network(monkeypatch, error):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr("dagwright.search.bound_phase.tighten", fails)
    sets, start = trap()
    result = dw.solve(sets, dw.OBS(restarts=1), start=start)
    assert result.score == -28.0
    assert result.bound >= -24.0
    assert not result.reproducible
    assert any("the work on the bound ended early: " in note for note in result.notes)
