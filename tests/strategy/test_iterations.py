"""A budget of iterations: the same answer on any number of threads, at any pace of the clock."""

import contextlib

import numpy as np
import pytest
from resumable import answer_of_learn, learn_table

import dagwright as dw
from dagwright.running.control import Control, fake_clock
from dagwright.running.limits import Limits
from dagwright.strategy.settings import Settings

WAYS = [(1, None), (2, None), (1, 1e-3), (2, 0.7)]
"""Threads, and seconds from one look at the clock to the next; None: the real clock."""


def answers(data, **options):
    for threads, pace in WAYS:
        with contextlib.nullcontext() if pace is None else fake_clock(pace):
            yield dw.learn(data, threads=threads, memory_limit="256M", **options)


def assert_same(data, **options):
    first, *others = answers(data, **options)
    assert first.reproducible
    for other in others:
        assert answer_of_learn(other) == answer_of_learn(first)
    dw.verify(first)
    return first


def chain(n_variables, rows=200):
    rng = np.random.default_rng(n_variables)
    columns = {"v0": rng.integers(0, 2, rows)}
    for v in range(1, n_variables):
        model = columns[f"v{rng.integers(0, v)}"]
        columns[f"v{v}"] = np.where(rng.random(rows) < 0.75, model, rng.integers(0, 2, rows))
    return dw.Dataset.from_frame(columns)


@pytest.mark.parametrize("iterations", [0, 1, 30, 2_000])
def test_numbers_are_cut_and_learned_within_a_budget(iterations):
    result = assert_same(learn_table(), iterations=iterations)
    assert result.stop_reason == "iterations"
    assert result.trace[-1].iterations <= iterations


@pytest.mark.parametrize("iterations", [0, 20, 1_500])
def test_a_sample_of_alarm_takes_a_budget(iterations):
    data = dw.load_network("alarm").sample(500, seed=1)
    result = assert_same(data, iterations=iterations, seed=3)
    assert result.stop_reason == "iterations"
    assert iterations < 1_000 or result.score > -6_500  # -8 500 is without edges


@pytest.mark.parametrize("n_variables", [66, 102], ids=["minobs", "by independence"])
def test_many_variables_take_a_budget(n_variables):
    result = assert_same(chain(n_variables), iterations=600)
    assert result.method.name == "minobs"
    assert result.bound < np.inf


@pytest.mark.parametrize("method", ["minobs", "exact", dw.HillClimbing(restarts=None), "tabu"])
def test_a_named_method_takes_a_budget(method):
    selection = {} if not isinstance(method, str) or method == "tabu" else {"selection": "greedy"}
    assert_same(chain(15), method=method, iterations=400, **selection)


def test_a_budget_that_is_not_used_up_changes_nothing():
    data = chain(8)
    result = assert_same(data, iterations=10**6)
    free = dw.learn(data, time_limit=None, memory_limit="256M")
    assert (result.stop_reason, result.status) == ("completed", "optimal")
    assert (result.dag, result.score, result.bound) == (free.dag, free.score, free.bound)


def test_a_larger_budget_finds_no_less():
    data = dw.load_network("alarm").sample(500, seed=1)
    scores = [dw.learn(data, iterations=n).score for n in (0, 100, 3_000)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_tables_without_any_move_end():
    apart = dw.Constraints(forbidden=[("a", "b"), ("b", "a")])
    table = {"a": [0, 1] * 9, "b": [0, 1] * 9}
    for method in (dw.HillClimbing(restarts=None), "minobs", "auto"):
        result = dw.learn(table, method=method, constraints=apart, iterations=50)
        assert result.dag.n_edges == 0
    constant = {"a": [0, 1] * 9, **{f"c{i}": [7] * 18 for i in range(5)}}
    assert dw.learn(constant, iterations=3).reproducible


def test_the_selections_own_limit_is_kept_within_the_budget():
    data, own = chain(12), dw.Sequential(max_evaluations=5)
    tight = dw.learn(data, method="exact", selection=own, iterations=10**6)
    assert tight.stop_reason == "completed"
    small = dw.learn(
        data, method="exact", selection=dw.Sequential(max_evaluations=100), iterations=8
    )
    assert small.stop_reason == "iterations"


def test_a_time_limit_beside_a_budget_still_ends_the_work():
    data = chain(20)
    with fake_clock(0.01):
        result = dw.learn(data, time_limit=1, iterations=10**7, threads=1)
    assert result.stop_reason == "time"
    assert not result.reproducible
    long = dw.learn(data, time_limit=10**6, iterations=300, memory_limit="256M")
    assert long.reproducible
    assert answer_of_learn(long) == answer_of_learn(
        dw.learn(data, iterations=300, memory_limit="256M")
    )


def test_without_iterations_there_is_a_minute():
    assert Settings(time_limit="auto", iterations=None).limits == Limits(seconds=60.0)
    assert Settings(time_limit="auto", iterations=5).limits == Limits(iterations=5)
    assert Settings(time_limit=7, iterations=5).limits == Limits(seconds=7, iterations=5)
    assert Settings(time_limit=None, iterations=None).limits == Limits()


@pytest.mark.parametrize("iterations", [-1, 2.5, True, "many"])
def test_what_is_no_number_of_iterations_is_refused(iterations):
    with pytest.raises(dw.DagwrightError, match="iterations="):
        dw.learn({"a": [0, 1]}, iterations=iterations)
    with pytest.raises(dw.DagwrightError, match="iterations="):
        dw.plan({"a": [0, 1]}, iterations=iterations)


def test_a_word_that_is_no_time_limit_is_refused():
    with pytest.raises(dw.DagwrightError, match="time_limit='long'"):
        dw.learn({"a": [0, 1]}, time_limit="long")


def test_a_budget_is_shared_like_time():
    whole = Control("", Limits(iterations=100))
    half = whole.child("", share=0.5)
    assert (half.iterations_left(), whole.iterations_left(0.25)) == (50, 25)
    half.spend(30)
    assert (half.iterations_left(), whole.iterations_left()) == (20, 70)
    whole.spend(60)
    assert (half.iterations_left(), half.child("", share=0.5).iterations_left()) == (10, 5)
    half.spend(11)
    assert half.iterations_left() == whole.iterations_left() == 0
    assert Control("").child("", share=0.5).iterations_left() is None


def test_a_plan_with_a_budget_says_so_and_is_followed():
    table = chain(20)
    plan = dw.plan(table, iterations=2_000, memory_limit="256M")
    assert (plan.most_iterations, plan.most_seconds) == (2_000, None)
    assert {stage.most_iterations for stage in plan.stages} <= set(range(2_001))
    assert "2,000 iterations" in plan.explain()
    learned = dw.learn(table, iterations=2_000, memory_limit="256M")
    assert answer_of_learn(plan.learn()) == answer_of_learn(learned)
    assert answer_of_learn(plan.learn()) == answer_of_learn(learned)
