"""`Exact`: nothing that its parts find or prove is lost, hidden or done twice."""

import math
from collections import Counter

import pytest
from exact_cases import EVERY_STEP, every_step, two_components

import dagwright as dw
from dagwright.running import fake_clock, force_stop_at_check
from dagwright.search.exact.forecast import Pilot
from dagwright.search.exact.relaxation import Relaxation

# At every check, instead of every 50 ms.
LOOK_ALWAYS = 0.06


class Watch(dw.Callback):
    def __init__(self):
        self.seen, self.ended = [], []

    def on_progress(self, progress):
        self.seen.append(progress)

    def on_end(self, result):
        self.ended.append(result)


@pytest.fixture(scope="module")
def sets():
    return two_components()


def search_first(sets, generations):
    """Return what MINOBS does for `Exact`, which lets it begin with the first network."""
    start = sets.best_network(dw.Dag.empty(sets.names).topological_order())
    minobs = dw.MINOBS(generations=generations)
    return dw.solve(sets, minobs, start=start, bound=False, threads=1)


@pytest.fixture(scope="module")
def first(sets):
    return search_first(sets, 1)


# What the parts prove.


@pytest.mark.parametrize("nodes", [1, 20, 400, 3999])
def test_a_bound_of_the_trial_counts_when_the_run_is_stopped_in_it(sets, first, nodes):
    moves = first.counters["iterations"]
    alone = dw.solve(sets, "astar", start=first.dag, iterations=nodes, threads=1)
    inside = dw.solve(sets, every_step(), iterations=moves + nodes, threads=1)
    assert inside.stop_reason == "iterations"
    assert inside.counters["expanded"] == alone.counters["expanded"] == nodes
    assert inside.score <= inside.bound <= alone.bound < sets.relaxed().score
    assert inside.score >= first.score


def test_a_bound_of_the_trial_survives_the_steps_after_it(sets, first):
    moves, nodes = first.counters["iterations"], EVERY_STEP.trial_nodes
    alone = dw.solve(sets, "astar", start=first.dag, iterations=nodes, threads=1)
    for programs in (1, 2, 5):
        inside = dw.solve(sets, every_step(), iterations=moves + nodes + programs, threads=1)
        assert inside.counters["linear_programs"] == programs
        assert inside.bound <= alone.bound


@pytest.mark.parametrize("nodes", [10, 1000])
def test_default_options_keep_the_bound_of_the_trial_too(sets, nodes):
    found = search_first(sets, 40)
    alone = dw.solve(sets, "astar", start=found.dag, iterations=nodes, threads=1)
    iterations = found.counters["iterations"] + nodes
    inside = dw.solve(sets, "exact", iterations=iterations, threads=1)
    assert inside.bound <= alone.bound < sets.relaxed().score


# What observers see.


@pytest.fixture(scope="module")
def watched(sets):
    watch = Watch()
    with fake_clock(LOOK_ALWAYS):
        result = dw.solve(sets, every_step(), callbacks=watch, threads=1)
    return watch, result


def test_the_last_look_is_the_result(watched):
    watch, result = watched
    last = watch.seen[-1]
    assert watch.ended == [result]
    assert last.best_score == pytest.approx(result.score, abs=1e-9)
    assert last.bound == pytest.approx(result.bound, abs=1e-6)
    assert last.seconds == result.seconds


def test_observers_see_every_step_by_name(watched):
    watch, _ = watched
    stages = {p.stage for p in watch.seen}
    inner = {"minobs", "astar", "dp", "bfbnb"}
    assert {f"exact: {name}" for name in inner} <= stages
    assert "exact" in stages


def test_observers_see_improvements_of_the_searches_inside(watched, first):
    watch, result = watched
    scores = sorted({p.best_score for p in watch.seen if math.isfinite(p.best_score)})
    trace = [point.score for point in result.trace]
    assert all(any(math.isclose(score, t, abs_tol=1e-9) for t in trace) for score in scores)
    assert len(scores) > 3
    ways = [point.score for point in first.trace]
    assert len(ways) > 1
    assert all(any(math.isclose(score, t, abs_tol=1e-9) for t in trace) for score in ways[1:])


def test_more_generations_search_longer_for_the_first_network(sets):
    moves = []
    for generations in (1, 5):
        watch = Watch()
        with fake_clock(LOOK_ALWAYS):
            dw.solve(sets, dw.Exact(generations=generations), callbacks=watch, threads=1)
        moves.append(max(p.iterations for p in watch.seen if p.stage == "exact: minobs"))
    assert moves[0] < moves[1]


def test_iterations_are_those_of_all_steps(watched, first):
    watch, result = watched
    counted = result.counters["expanded"] + result.counters["linear_programs"]
    moves = first.counters["iterations"]
    assert watch.seen[-1].iterations >= moves + result.counters["linear_programs"]
    assert [p.iterations for p in watch.seen] == sorted(p.iterations for p in watch.seen)
    assert result.trace[-1].iterations <= moves + counted


def test_a_bound_is_seen_while_it_runs_and_only_comes_down(watched, sets):
    watch, result = watched
    bounds = [p.bound for p in watch.seen]
    assert all(map(math.isfinite, bounds))
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == sets.relaxed().score
    assert len(set(bounds)) > 10
    assert {point.bound for point in result.bound_trace} >= set(bounds[:-1])
    while_astar = {p.bound for p in watch.seen if p.stage == "exact: astar"}
    assert len(while_astar) > 5


def test_bounds_are_dated_when_they_were_proved(watched):
    watch, result = watched
    for point in result.bound_trace[1:-1]:
        looked = [p.seconds for p in watch.seen if p.bound == point.bound]
        # It is there at the first look after the proof, which is at the next check.
        assert min(looked) - 2 * LOOK_ALWAYS <= point.seconds <= min(looked)


def test_a_bound_that_was_proved_early_is_dated_then(sets):
    # Between two looks, of which the fake clock makes few here, and long before the end.
    with fake_clock(1e-6):
        result = dw.solve(sets, every_step(), threads=1)
        end = round(result.seconds / 1e-6)
        with force_stop_at_check(end - 1):
            stopped = dw.solve(sets, every_step(), threads=1)
    assert stopped.stop_reason == "interrupted"
    assert stopped.bound_trace[-1].bound == stopped.bound
    assert stopped.bound_trace[-1].seconds < stopped.seconds - 5e-6


def test_a_trivial_bound_is_dated_to_the_beginning(sets):
    with fake_clock(1.0):
        result = dw.solve(sets, dw.MINOBS(generations=1), bound=False, threads=1)
    assert result.bound_trace == ((0.0, sets.relaxed().score),)
    assert result.seconds > 100


# What is done once.


@pytest.fixture
def counted(monkeypatch):
    """How often each part is tried, and its linear program made and begun, by its size."""
    count = Counter()
    run, make, tighten = Pilot.run.__func__, Relaxation.__init__, Relaxation.tighten_root

    def spy_run(cls, sets, *args, **options):
        count["trial", sets.n_variables] += 1
        return run(cls, sets, *args, **options)

    def spy_make(self, problem, incumbent):
        count["program", problem.n_variables] += 1
        make(self, problem, incumbent)

    def spy_tighten(self, patience, most=math.inf, begun=None):
        count["begun" if begun is None else "continued", self.problem.n_variables] += 1
        return tighten(self, patience, most, begun)

    monkeypatch.setattr(Pilot, "run", classmethod(spy_run))
    monkeypatch.setattr(Relaxation, "__init__", spy_make)
    monkeypatch.setattr(Relaxation, "tighten_root", spy_tighten)
    return count


@pytest.mark.parametrize("order_graph", [0, 33])
def test_every_part_is_tried_once_and_its_root_solved_once(sets, counted, order_graph):
    result = dw.solve(sets, every_step(order_graph=order_graph), threads=1)
    assert result.status == "optimal"
    whole, part = sets.n_variables, sets.n_variables - 3
    assert counted == {
        (what, n): 1 for what in ("trial", "program", "begun") for n in (whole, part)
    }


def test_a_root_that_was_left_early_is_continued_and_not_begun_again(sets, counted):
    # No trial tells what the order graph takes, so branch and bound follows.
    method = every_step(trial_nodes=10, order_graph=33, root_programs=2)
    result = dw.solve(sets, method, threads=1, iterations=2000)
    part = sets.n_variables - 3
    assert counted["trial", part] == counted["program", part] == counted["begun", part] == 1
    assert counted["continued", part] == 1
    assert result.counters["nodes"] > 0


def test_a_problem_that_cannot_be_split_is_tried_and_relaxed_once(counted):
    sets = two_components(cycle=False)
    result = dw.solve(sets, every_step(), threads=1)
    assert result.status == "optimal"
    assert counted == {(what, sets.n_variables): 1 for what in ("trial", "program", "begun")}
    assert result.counters["linear_programs"] > 0
