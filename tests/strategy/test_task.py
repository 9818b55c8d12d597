"""What one run hands on to the next, and what is known along the way."""

import numpy as np
import pytest
from scripted import MEMORY, ask_price, prepared, take_step

import dagwright as dw
from dagwright.data.core_table import bytes_for_counting
from dagwright.running import Control
from dagwright.running.control import fake_clock
from dagwright.strategy.search_step import Search
from dagwright.strategy.work import CutNumbers, FindSets


@pytest.fixture(autouse=True)
def clock():
    with fake_clock(0.01):
        yield


@pytest.fixture(scope="module")
def some():
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:8])


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(1)
    a = rng.normal(size=300)
    b = np.where(a > 1, 3.0, 0.0) + rng.normal(size=300) / 2
    return dw.Dataset.from_frame({"a": a, "b": b})


@pytest.fixture(scope="module")
def optimum(some):
    return dw.learn(some, threads=1)


@pytest.mark.parametrize(("more", "proved"), [(0.0, True), (1e-11, True), (-1e-3, False)])
def test_rounding_does_not_cost_a_proof(some, optimum, more, proved):
    task = prepared(some).task
    task.known.offer(optimum.dag, optimum.score + more, at=0.0)
    task.known.tighten(optimum.score, task.known.asked, at=0.0)
    assert task.known.is_proved == proved


def test_a_network_above_a_bound_is_an_error_at_once(some, optimum):
    task = prepared(some).task
    task.known.tighten(optimum.score, task.known.asked, at=0.0)
    with pytest.raises(dw.DagwrightError, match="this is a bug in dagwright"):
        task.known.offer(optimum.dag, optimum.score + 1e-3, at=0.0)


def test_a_run_begins_with_what_an_earlier_one_finished(some):
    first = prepared(some, seconds=None).task
    ask_price(FindSets(dw.Sequential()), first)
    ask_price(Search(dw.Exact()), first, proof=1e3)
    first.known.may_differ("the clock ended a trial")
    assert first.control.elapsed > 0
    task = first.again(Control(""))
    assert task.sets is first.sets
    assert task.sets_are_complete
    assert task.known.is_proved
    assert (task.known.dag, task.known.score) == (first.known.dag, first.known.score)
    assert task.known.notes == first.known.notes
    assert task.known.chance == ["in a trial of the plan, the clock ended a trial"]
    # For this run it was there from the start.
    assert task.known.trace[-1].seconds == task.known.proved_at == 0.0
    assert [timing.name for timing in task.known.timings] == ["table"]


def test_a_bound_on_candidate_sets_is_handed_on_too(some):
    first = prepared(some, selection=dw.Independence(max_evaluations=9)).task
    take_step(FindSets(dw.Independence(max_evaluations=9)), first)
    scope = first.sets.scope
    assert scope != first.known.asked
    bound = first.sets.relaxed().score
    first.known.tighten(bound, scope, at=1.0)
    task = first.again(Control(""))
    assert task.known.bound_over(scope) == bound
    assert task.known.bound_over(task.known.asked) == float("inf")


def test_what_was_not_finished_is_not_handed_on(some):
    first = prepared(some).task
    ask_price(FindSets(dw.Sequential()), first, sets=0.02)
    first.dags.append(dw.Dag(some.names, []))
    task = first.again(Control(""))
    assert first.sets is not None
    assert (task.sets, task.end_of_sets, task.dags) == (None, "", [])


def test_nothing_that_is_about_other_cuts_is_handed_on(numbers):
    first = prepared(numbers).task
    ask_price(CutNumbers(), first, cuts=0.0)
    ask_price(FindSets(dw.Sequential()), first)
    dag = dw.Dag(numbers.names, [])
    first.known.offer(dag, first.scores.add_up(dag), at=0.0)
    assert first.sets_are_complete
    task = first.again(Control(""))
    assert task.table is numbers
    assert task.uncut is None
    assert (task.sets, task.known.dag) == (None, None)
    assert [timing.name for timing in task.known.timings] == ["table"]


def test_cuts_that_are_final_are_handed_on(numbers):
    first = prepared(numbers).task
    ask_price(CutNumbers(), first, cuts=50.0)
    task = first.again(Control(""))
    assert task.table is first.table
    assert task.table.provisional == ()
    assert task.known.score == first.known.score


def test_the_best_network_is_where_a_search_begins(some):
    order = tuple(reversed(some.names))
    task = prepared(some, start=order).task
    assert task.best_start == order
    task.known.offer(dw.Dag(some.names, []), -1e9, at=0.0)
    assert task.best_start == task.known.dag


def test_a_start_in_another_order_of_its_variables_is_put_in_the_tables(some):
    names = some.names
    start = dw.Dag(list(reversed(names)), [(names[0], names[1])])
    task = prepared(some, start=start).task
    assert task.start.names == names
    assert task.start.edges == ((names[0], names[1]),)


def test_scores_have_half_of_the_memory_until_they_are_dropped(some):
    task = prepared(some).task
    scores = task.scores
    (_, _, memory) = scores.__reduce__()[1]
    assert memory.size == MEMORY // 2 + bytes_for_counting(some)
    assert task.scores is scores
    task.drop_scores()
    assert task.scores is not scores


def test_a_lack_of_memory_in_a_search_leaves_the_network_that_there_is(some, optimum, monkeypatch):
    def fails(*_):
        raise MemoryError

    monkeypatch.setattr("dagwright.strategy.task.run_method", fails)
    task = prepared(some).task
    with pytest.raises(dw.ResourceError, match="not enough memory"):
        take_step(Search(dw.HillClimbing()), task)
    task.known.offer(optimum.dag, optimum.score, at=0.0)
    take_step(Search(dw.HillClimbing()), task)
    assert task.known.dag == optimum.dag
    assert task.reason is dw.StopReason.MEMORY
    assert "hill-climbing ended early: not enough memory" in task.known.notes[-1]
    assert task.known.chance
