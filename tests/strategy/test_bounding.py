"""The steps that prove bounds: how long they work, and what is known afterwards."""

import math

import pytest
from scripted import prepared, take_step

import dagwright as dw
from dagwright.constraints import Scope
from dagwright.running.control import fake_clock
from dagwright.strategy.bounding import Bound, BoundBeyond
from dagwright.strategy.work import FindSets, JoinFamilies

PAIRS = dw.Sequential(max_parents=2)


@pytest.fixture(autouse=True)
def clock():
    with fake_clock(0.01):
        yield


@pytest.fixture(scope="module")
def wdbc():
    return dw.load_dataset("wdbc")


@pytest.fixture(scope="module")
def some(wdbc):
    return wdbc.select(wdbc.names[:8])


def names_of_timings(task):
    return [timing.name for timing in task.known.timings]


def searched(table, seconds, reason="time"):
    """Return a task after a search for some seconds that found the empty network."""
    task = prepared(table, selection=PAIRS).task
    task.sets = dw.find_parent_sets(dw.LocalScores(table), PAIRS, threads=1, time_limit=None)
    task.end_of_sets = "completed"
    task.reason, task.searched = dw.StopReason(reason), seconds
    dag = dw.Dag(table.names, [])
    task.known.offer(dag, task.sets.add_up(dag), at=0.0)
    return task


def test_a_bound_takes_a_ninth_of_the_time_that_a_search_took(wdbc):
    with fake_clock(1.0):
        task = take_step(Bound(), searched(wdbc, 90.0))
    name, seconds, _ = task.known.timings[-1]
    assert (name, seconds) == ("bound", pytest.approx(10, abs=1.5))
    assert task.known.bound < task.sets.relaxed().score
    assert "the clock ended the work on the bound" in task.known.chance


def test_a_bound_after_a_search_that_ended_by_itself_is_counted_not_clocked(some):
    task = take_step(Bound(), searched(some, 1e-9, reason="completed"))
    assert task.known.chance == []
    assert task.known.bound < task.sets.relaxed().score


def test_without_time_for_a_linear_program_there_is_no_bound_to_speak_of(wdbc):
    task = take_step(Bound(), searched(wdbc, 0.5))
    assert names_of_timings(task) == ["table"]


def test_what_is_proved_needs_no_bound(some):
    task = searched(some, 90.0)
    task.known.tighten(task.known.score, task.sets.scope, at=0.0)
    take_step(Bound(), task)
    assert names_of_timings(task) == ["table"]


def test_where_sets_are_missing_a_bound_on_all_networks_takes_their_ceilings(some):
    best = dw.learn(some, threads=1).score
    task = prepared(some, seconds=200).task
    take_step(FindSets(dw.Sequential()), task, share=0.001)
    assert task.end_of_sets == "time"
    dag = dw.Dag(some.names, [])
    task.known.offer(dag, task.scores.add_up(dag), at=0.0)
    take_step(JoinFamilies(), task)
    take_step(BoundBeyond(), task)
    assert task.known.asked == Scope()
    assert best <= task.known.bound < math.fsum(task.ceilings)
