"""What every search method must do, whatever it is: run over `METHODS`."""

import functools
import pickle
import signal
import threading

import numpy as np
import pytest
from amount import some
from exact_cases import every_step, two_components
from strategies import make_dataset

import dagwright as dw
from dagwright.running import fake_clock, force_stop_at_check

N_VARIABLES = 12
# What each kind of method is tried on: local scores of data, lists of parent sets.
KINDS = {"scores": ["scores", "sets"], "data": ["scores"], "parent sets": ["sets"]}
CASES = [(name, kind) for name in sorted(dw.METHODS) for kind in KINDS[dw.METHODS[name].needs]]
every_case = pytest.mark.parametrize(("name", "kind"), CASES)
# What ends by itself within a blink cannot be interrupted.
every_slow_case = pytest.mark.parametrize(
    ("name", "kind"), [case for case in CASES if case != ("ges", "sets")]
)


def small_data(seed=0, rows=300, variables=N_VARIABLES):
    rng = np.random.default_rng(seed)
    codes = [rng.integers(0, 3, rows)]
    for v in range(1, variables):
        model = codes[rng.integers(0, v)]
        codes.append(np.where(rng.random(rows) < 0.7, model, rng.integers(0, 3, rows)))
    return make_dataset(codes, [3] * variables)


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(small_data(), "bic", memory_limit="64M")


def as_problem(kind, scores, constraints=None):
    return scores if kind == "scores" else dw.find_parent_sets(scores, constraints=constraints)


@functools.cache
def slow_problem(name, kind):
    """A problem that keeps a method busy for a while."""
    if name == "ges":
        data = make_dataset(np.random.default_rng(2).integers(0, 2, (150, 20)), [2] * 150)
        return dw.LocalScores(data, lambda table, child, parents: -abs(len(parents) - 1))
    if dw.METHODS[name].needs == "data":
        return dw.LocalScores(small_data(rows=4000, variables=150), "bic", memory_limit="256M")
    if kind == "scores":
        return dw.LocalScores(small_data(rows=200_000), "bic", memory_limit="256M")
    rng = np.random.default_rng(1)
    names = [f"v{i}" for i in range(24 if name == "dp" else 60)]
    lists = {}
    for name in names:
        others = [other for other in names if other != name]
        drawn = {tuple(sorted(rng.choice(others, 3, replace=False))) for _ in range(300)}
        lists[name] = [(-5.0, ()), *((float(-rng.random()), some) for some in drawn)]
    return dw.ParentSets.from_lists(names, lists)


def total(problem, dag):
    if isinstance(problem, dw.LocalScores):
        return dw.score_network(dag, problem).total
    return sum(problem.find(name, dag.parents(name)).score for name in dag.names)


def solve(problem, name, **options):
    return dw.solve(problem, name, **{"time_limit": 20, **options})


def same(one, other):
    traces = [[(p.iterations, p.score) for p in r.trace] for r in (one, other)]
    return (one.dag, one.score, traces[0]) == (other.dag, other.score, traces[1])


@every_case
def test_the_result_is_complete_and_verified(scores, name, kind):
    problem = as_problem(kind, scores)
    result = solve(problem, name, seed=3, iterations=2000)
    assert dw.verify(result) == pytest.approx(result.score)
    assert dw.verify(result, scores.data) == pytest.approx(result.score)
    assert result.dag.names == scores.names
    assert result.bound >= result.score
    assert result.trace[-1].score == pytest.approx(result.score)
    assert [p.score for p in result.trace] == sorted(p.score for p in result.trace)
    assert result.seconds > 0
    assert result.seed == 3
    assert result.method.name == name
    assert result.score >= total(problem, dw.Dag.empty(scores.names))
    assert str(result)


@every_case
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(scores, name, kind):
    problem = as_problem(kind, scores)
    fresh = as_problem(kind, dw.LocalScores(small_data(), "bic", memory_limit="1M"))
    limits = {} if dw.METHODS[name]().completes else {"time_limit": None, "iterations": 2000}
    first = solve(problem, name, seed=5, threads=1, **limits)
    assert first.reproducible
    assert same(first, solve(fresh, name, seed=5, threads=2, **limits))


@every_case
def test_an_iteration_limit_is_reproducible(scores, name, kind):
    problem = as_problem(kind, scores)
    first = solve(problem, name, seed=5, iterations=4, threads=1)
    assert same(first, solve(problem, name, seed=5, iterations=4, threads=2))
    assert first.stop_reason == "iterations" or first.status == "optimal"
    assert first.reproducible


def count_checks(problem, method, **options):
    """Return how often an undisturbed run asks whether to stop: a fake clock counts that.

    Searches plan their work by the pace of it, so the runs to be stopped have that clock too.
    """
    with fake_clock(1.0):
        return round(dw.solve(problem, method, threads=1, **options).seconds)


def stop_at(check, problem, method, **options):
    with force_stop_at_check(check), fake_clock(1.0):
        result = dw.solve(problem, method, threads=1, **options)
    dw.verify(result)
    assert result.bound >= result.score
    assert (result.stop_reason == "interrupted") == (not result.reproducible)
    return result


@every_case
def test_a_stop_at_any_check_leaves_a_complete_network(scores, name, kind):
    problem = as_problem(kind, scores)
    whole = solve(problem, name, threads=1, time_limit=None, iterations=2000)
    checks = count_checks(problem, name, iterations=2000)
    # All candidate sets are there: their best network is the best of all.
    optimum = dw.solve(dw.find_parent_sets(scores), "dp").score
    empty = total(problem, dw.Dag.empty(scores.names))
    for check in [*range(1, 41), 60, 100, checks, checks + 1]:
        result = stop_at(check, problem, name, iterations=2000)
        assert (result.stop_reason == "interrupted") == (check <= checks), check
        assert empty <= result.score <= whole.score
        assert result.bound >= optimum - 1e-6


@pytest.mark.parametrize("branching_first", [True, False])
def test_a_stop_at_any_step_of_exact_leaves_a_complete_network(branching_first):
    problem = two_components()
    method = every_step() if branching_first else every_step(order_graph=33, root_programs=9)
    whole = dw.solve(problem, method, threads=1)
    optimum = dw.solve(problem, "astar").score
    assert whole.score == pytest.approx(optimum)
    used = "ilp, then bfbnb" if branching_first else ": bfbnb"
    assert any(used in note for note in whole.notes)
    assert whole.counters["components"] == 3
    checks = count_checks(problem, method)
    bounds = []
    for check in [*range(1, checks, 97), *range(checks - 5, checks + 2)]:
        result = stop_at(check, problem, method)
        assert (result.stop_reason == "interrupted") == (check <= checks), check
        assert result.score <= whole.score
        assert result.bound >= optimum - 1e-6
        bounds.append(result.bound)
    # What was proved before a stop is not lost by a later one.
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == whole.bound


@every_case
def test_constraints_hold_in_every_result(scores, name, kind):
    v = scores.names
    constraints = dw.Constraints(
        required=[(v[11], v[0]), (v[5], v[1])],
        forbidden=[(v[0], v[2]), (v[2], v[0])],
        tiers=[[v[8], v[9]], [v[3], v[4]]],
        max_parents=2,
    )
    problem = as_problem(kind, scores, constraints)
    for check in (1, 5, 20, 10**5):
        with force_stop_at_check(check):
            result = solve(problem, name, constraints=constraints, iterations=500)
        assert constraints.violations(result.dag) == []
        dw.verify(result)


@every_case
def test_unknown_names_in_constraints_are_refused_before_any_work(scores, name, kind):
    with pytest.raises(dw.ConstraintError, match="nowhere"):
        solve(
            as_problem(kind, scores),
            name,
            constraints=dw.Constraints(forbidden=[("nowhere", "v1")]),
        )


@every_case
def test_a_start_is_kept_or_improved(scores, name, kind):
    v = scores.names
    start = dw.Dag(v, [(v[3], v[1]), (v[1], v[7])])
    problem = as_problem(kind, scores)
    if kind == "sets":
        start = problem.best_network(start.topological_order())
    result = solve(problem, name, start=start, iterations=500)
    assert result.score >= total(problem, start)
    with force_stop_at_check(1):
        assert solve(problem, name, start=start).score >= total(problem, start)


@every_case
def test_a_start_that_breaks_the_constraints_is_refused(scores, name, kind):
    v = scores.names
    start = dw.Dag(v, [(v[3], v[1])])
    forbidden = dw.Constraints(forbidden=[(v[3], v[1])])
    with pytest.raises(dw.ConstraintError, match="v3 -> v1 is forbidden"):
        solve(as_problem(kind, scores), name, start=start, constraints=forbidden)


@every_case
def test_a_target_ends_the_search(scores, name, kind):
    problem = as_problem(kind, scores)
    best = solve(problem, name, seed=1, iterations=2000)
    target = best.trace[len(best.trace) // 2].score
    result = solve(problem, name, seed=1, target=target)
    assert result.stop_reason == "target" or result.status == "optimal"
    assert target <= result.score


@every_case
def test_no_time_at_all_still_gives_a_network(scores, name, kind):
    result = solve(as_problem(kind, scores), name, time_limit=0)
    assert result.stop_reason == "time"
    assert not result.reproducible
    dw.verify(result)


class PressCtrlC(dw.Callback):
    """Sends SIGINT once: at the k-th look, or from another thread some time after the start."""

    def __init__(self, look=None, delay=None):
        self.look, self.delay = look, delay
        self.looks, self.thread, self.ended = 0, None, threading.Event()

    def on_start(self, progress):
        if self.delay is not None and self.thread is None:
            self.thread = threading.Thread(target=self._press_later)
            self.thread.start()

    def on_progress(self, progress):
        self.looks += 1
        if self.looks == self.look:
            signal.raise_signal(signal.SIGINT)

    def on_end(self, result):
        self.ended.set()
        if self.thread is not None:
            self.thread.join()

    def _press_later(self):
        if not self.ended.wait(self.delay):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


@every_slow_case
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("when", [{"delay": 0.0}, {"delay": 0.05}, {"look": 2}], ids=str)
def test_ctrl_c_ends_the_search_with_the_best_network(name, kind, threads, when):
    assert threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    press = PressCtrlC(**when)
    result = dw.solve(
        slow_problem(name, kind), endless(name), callbacks=press, threads=threads, time_limit=600
    )
    assert result.stop_reason == "interrupted"
    assert press.ended.is_set()
    dw.verify(result)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("delay", [0.01 * k for k in some(range(20))])
def test_ctrl_c_at_any_step_of_exact_and_ilp_ends_with_the_best_network(delay):
    for method in (every_step(), dw.ILP()):
        result = dw.solve(two_components(), method, callbacks=PressCtrlC(delay=5 * delay))
        assert result.stop_reason == "interrupted" or result.status == "optimal"
        dw.verify(result)


def endless(name):
    """The method with parameters that keep it busy until it is stopped."""
    method = dw.METHODS[name]()
    return type(method)(restarts=None) if hasattr(method, "restarts") else method


@every_slow_case
@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_callback_comes_through(name, kind, threads):
    slow = slow_problem(name, kind)
    ended = []

    class Broken(dw.Callback):
        def on_progress(self, progress):
            raise ValueError("mine")

        def on_end(self, result):
            ended.append(result)

    with pytest.raises(ValueError, match="mine"):
        dw.solve(slow, endless(name), callbacks=Broken(), threads=threads, time_limit=60)
    assert ended == [None]


@every_case
def test_methods_and_results_pickle(scores, name, kind):
    method = dw.METHODS[name]()
    assert pickle.loads(pickle.dumps(method)) == method
    result = solve(as_problem(kind, scores), name, iterations=500)
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert copy.problem is None
    with pytest.raises(dw.DagwrightError, match="give verify the data"):
        dw.verify(copy)
    assert dw.verify(copy, scores.data) == pytest.approx(result.score)


@pytest.mark.parametrize("name", sorted(dw.METHODS))
def test_methods_are_frozen_values(name):
    method = dw.METHODS[name]()
    assert method == dw.METHODS[name]()
    with pytest.raises(AttributeError):
        method.name = "other"


@every_case
def test_a_python_function_as_score_is_searched_too(name, kind):
    data = small_data(rows=300)  # enough for the tests of those methods that make some

    def few_edges_to_late_names(table, child, parents):
        return -10 * abs(len(parents) - 1) - 0.01 * sum(p > child for p in parents)

    problem = as_problem(kind, dw.LocalScores(data, few_edges_to_late_names))
    result = solve(problem, name, iterations=500)
    dw.verify(result)
    assert result.score > -10 * N_VARIABLES
    if kind == "scores":
        assert result.gap == float("inf")


@every_case
def test_one_variable_is_solved_to_optimality(name, kind):
    problem = as_problem(kind, dw.LocalScores(make_dataset([[0, 1, 1]], [2])))
    result = solve(problem, name, iterations=500)
    assert result.status == "optimal"
    assert result.gap == 0.0
    assert result.dag == dw.Dag.empty(["v0"])


@every_case
def test_constant_columns_get_no_edges(name, kind):
    data = make_dataset([[0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]], [2, 1, 1])
    result = solve(as_problem(kind, dw.LocalScores(data)), name, iterations=500)
    assert result.dag.n_edges == 0
