"""What every search method must do, whatever it is: run over `METHODS`."""

import os
import pickle
import signal
import threading

import numpy as np
import pytest
from strategies import make_dataset

import dagwright as dw
from dagwright.running.control import force_stop_at_check

METHODS = sorted(dw.METHODS)
N_VARIABLES = 12


def small_data(seed=0, rows=300):
    rng = np.random.default_rng(seed)
    codes = [rng.integers(0, 3, rows)]
    for v in range(1, N_VARIABLES):
        model = codes[rng.integers(0, v)]
        codes.append(np.where(rng.random(rows) < 0.7, model, rng.integers(0, 3, rows)))
    return make_dataset(codes, [3] * N_VARIABLES)


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(small_data(), "bic", memory_limit="64M")


def solve(problem, name, **options):
    return dw.solve(problem, name, **{"time_limit": 20, **options})


def same(one, other):
    traces = [[(p.iterations, p.score) for p in r.trace] for r in (one, other)]
    return (one.dag, one.score, traces[0]) == (other.dag, other.score, traces[1])


@pytest.mark.parametrize("name", METHODS)
def test_the_result_is_complete_and_verified(scores, name):
    result = solve(scores, name, seed=3)
    assert dw.verify(result) == pytest.approx(result.score)
    assert result.dag.names == scores.names
    assert result.bound >= result.score
    assert result.trace[-1].score == pytest.approx(result.score)
    assert [p.score for p in result.trace] == sorted(p.score for p in result.trace)
    assert result.seconds > 0
    assert result.seed == 3
    assert result.method.name == name
    assert result.score >= dw.score_network(dw.Dag.empty(scores.names), scores).total
    assert str(result)


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(scores, name):
    fresh = dw.LocalScores(small_data(), "bic", memory_limit="1M")
    first = solve(scores, name, seed=5, threads=1)
    assert first.reproducible
    assert same(first, solve(fresh, name, seed=5, threads=2))


@pytest.mark.parametrize("name", METHODS)
def test_an_iteration_limit_is_reproducible(scores, name):
    first = solve(scores, name, seed=5, iterations=10, threads=1)
    assert same(first, solve(scores, name, seed=5, iterations=10, threads=2))
    assert first.stop_reason == "iterations"
    assert first.reproducible


@pytest.mark.parametrize("name", METHODS)
def test_a_stop_at_any_check_leaves_a_complete_network(scores, name):
    whole = solve(scores, name, threads=1)
    empty = dw.score_network(dw.Dag.empty(scores.names), scores).total
    reasons = set()
    for check in [*range(1, 40), 60, 100, 1000]:
        with force_stop_at_check(check):
            result = solve(scores, name, threads=1)
        reasons.add(result.stop_reason)
        dw.verify(result)
        assert empty <= result.score <= whole.score or result.stop_reason == "completed"
        assert result.reproducible == (result.stop_reason == "completed")
    assert dw.StopReason.INTERRUPTED in reasons


@pytest.mark.parametrize("name", METHODS)
def test_constraints_hold_in_every_result(scores, name):
    v = scores.names
    constraints = dw.Constraints(
        required=[(v[11], v[0]), (v[5], v[1])],
        forbidden=[(v[0], v[2]), (v[2], v[0])],
        tiers=[[v[8], v[9]], [v[3], v[4]]],
        max_parents=2,
    )
    for check in (1, 5, 20, None):
        if check is None:
            result = solve(scores, name, constraints=constraints)
        else:
            with force_stop_at_check(check):
                result = solve(scores, name, constraints=constraints)
        assert constraints.violations(result.dag) == []
        dw.verify(result)


@pytest.mark.parametrize("name", METHODS)
def test_unknown_names_in_constraints_are_refused_before_any_work(scores, name):
    with pytest.raises(dw.ConstraintError, match="nowhere"):
        solve(scores, name, constraints=dw.Constraints(forbidden=[("nowhere", "v1")]))


@pytest.mark.parametrize("name", METHODS)
def test_a_start_is_kept_or_improved(scores, name):
    v = scores.names
    start = dw.Dag(v, [(v[3], v[1]), (v[1], v[7])])
    result = solve(scores, name, start=start)
    assert result.score >= dw.score_network(start, scores).total
    with force_stop_at_check(1):
        assert solve(scores, name, start=start).dag == start


@pytest.mark.parametrize("name", METHODS)
def test_a_start_that_breaks_the_constraints_is_refused(scores, name):
    v = scores.names
    start = dw.Dag(v, [(v[3], v[1])])
    with pytest.raises(dw.ConstraintError, match="v3 -> v1 is forbidden"):
        solve(scores, name, start=start, constraints=dw.Constraints(forbidden=[(v[3], v[1])]))


@pytest.mark.parametrize("name", METHODS)
def test_a_target_ends_the_search(scores, name):
    best = solve(scores, name, seed=1)
    target = best.trace[len(best.trace) // 2].score
    result = solve(scores, name, seed=1, target=target)
    assert result.stop_reason == "target"
    assert target <= result.score


@pytest.mark.parametrize("name", METHODS)
def test_no_time_at_all_still_gives_a_network(scores, name):
    result = solve(scores, name, time_limit=0)
    assert result.stop_reason == "time"
    assert not result.reproducible
    dw.verify(result)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_the_search_with_the_best_network(name, threads):
    slow = dw.LocalScores(small_data(rows=200_000), "bic", memory_limit="256M")

    class PressCtrlC(dw.Callback):
        def on_progress(self, progress):
            os.kill(os.getpid(), signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    method = endless(name)
    result = dw.solve(slow, method, callbacks=PressCtrlC(), threads=threads, time_limit=60)
    assert result.stop_reason == "interrupted"
    dw.verify(result)


def endless(name):
    """The method with parameters that keep it busy until it is stopped."""
    method = dw.METHODS[name]()
    return type(method)(restarts=None) if hasattr(method, "restarts") else method


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_callback_comes_through(name, threads):
    slow = dw.LocalScores(small_data(rows=200_000), "bic", memory_limit="256M")
    ended = []

    class Broken(dw.Callback):
        def on_progress(self, progress):
            raise ValueError("mine")

        def on_end(self, result):
            ended.append(result)

    with pytest.raises(ValueError, match="mine"):
        dw.solve(slow, endless(name), callbacks=Broken(), threads=threads, time_limit=60)
    assert ended == [None]


@pytest.mark.parametrize("name", METHODS)
def test_methods_and_results_pickle(scores, name):
    method = dw.METHODS[name]()
    assert pickle.loads(pickle.dumps(method)) == method
    result = solve(scores, name)
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert copy.problem is None
    with pytest.raises(dw.DagwrightError, match="give verify the data"):
        dw.verify(copy)
    assert dw.verify(copy, scores.data) == pytest.approx(result.score)


@pytest.mark.parametrize("name", METHODS)
def test_methods_are_frozen_values(name):
    method = dw.METHODS[name]()
    assert method == dw.METHODS[name]()
    with pytest.raises(AttributeError):
        method.name = "other"


@pytest.mark.parametrize("name", METHODS)
def test_a_python_function_as_score_is_searched_too(name):
    data = small_data(rows=30)

    def few_edges_to_late_names(table, child, parents):
        return -abs(len(parents) - 1) - 0.01 * sum(p > child for p in parents)

    scores = dw.LocalScores(data, few_edges_to_late_names)
    result = solve(scores, name)
    dw.verify(result)
    assert result.score > -N_VARIABLES
    assert result.gap == float("inf")


@pytest.mark.parametrize("name", METHODS)
def test_one_variable_is_solved_to_optimality(name):
    result = solve(dw.LocalScores(make_dataset([[0, 1, 1]], [2])), name)
    assert result.status == "optimal"
    assert result.gap == 0.0
    assert result.dag == dw.Dag.empty(["v0"])


@pytest.mark.parametrize("name", METHODS)
def test_constant_columns_get_no_edges(name):
    data = make_dataset([[0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]], [2, 1, 1])
    result = solve(dw.LocalScores(data), name)
    assert result.dag.n_edges == 0
