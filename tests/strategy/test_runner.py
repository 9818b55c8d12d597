"""Whole runs on a fake clock: every stage, every way to end, and what is left of it."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from scripted import Scripted, prepared, random_table, scripted

import dagwright as dw
from dagwright.running.control import fake_clock, force_stop_at_check
from dagwright.search.result import TracePoint
from dagwright.strategy.schedule import Schedule, Step
from dagwright.strategy.search_step import Search
from dagwright.strategy.work import FindSets

TICK = 0.002


def run(table, *, seconds=4.0, **options):
    with fake_clock(TICK):
        return prepared(table, seconds=seconds, **options).run()


def stages_of(result):
    return [timing.name for timing in result.timings]


@pytest.fixture(scope="module")
def wide():
    return random_table(101)


@pytest.fixture(scope="module")
def some():
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:8])


@pytest.fixture(scope="module")
def numbers():
    walk = np.random.default_rng(2).normal(size=(400, 8)).cumsum(axis=1)
    return dw.Dataset.from_frame(walk)


def test_very_wide_data_is_searched_over_dags_before_orders(wide):
    result = run(wide)
    assert stages_of(result) == [
        "table",
        "first pass",
        "candidate parent sets",
        "hill-climbing",
        "hill-climbing",
        "minobs",
        "hill-climbing",
        "minobs",
        "bound",
    ]
    assert result.stop_reason == "time"
    assert not result.reproducible
    scores = [point.score for point in result.trace]
    assert scores == sorted(scores)
    assert scores[-1] == pytest.approx(result.score)
    assert dw.verify(result) == pytest.approx(result.score)


def test_all_stages_together_keep_to_the_time(wide):
    result = run(wide)
    spent = [timing.seconds for timing in result.timings]
    assert sum(spent) == pytest.approx(result.seconds, abs=0.1)
    # A stage may take a few checks to notice that its time is over.
    assert 3.5 < result.seconds <= 4.0 + 10 * TICK


@pytest.mark.parametrize("n", [5, 65])
def test_sets_that_are_complete_in_time_need_no_search_over_dags(n):
    selection = dw.Sequential(max_parents=1)
    with fake_clock(1e-5):
        result = prepared(random_table(n), seconds=20, selection=selection).run()
    assert stages_of(result) == ["table", "candidate parent sets", "exact"]
    assert result.status == "optimal"
    assert "hill climbing" not in result.explain()


def test_a_proof_that_fails_leaves_the_rest_to_the_search_and_a_bound():
    with fake_clock(1e-3):
        result = prepared(
            random_table(65), seconds=20, selection=dw.Sequential(max_parents=1)
        ).run()
    assert stages_of(result) == ["table", "candidate parent sets", "exact", "minobs", "bound"]


def test_a_search_over_dags_that_does_not_fit_is_left_out(wide):
    single, chains = (
        kind.estimate_bytes(dw.LocalScores(wide))
        for kind in (dw.HillClimbing(), dw.HillClimbing(neighbourhood="extended"))
    )
    assert single < chains
    between = 4 * (single + chains) // 2  # searches on scores have a quarter of the memory
    result = run(wide, memory=between)
    assert stages_of(result).count("hill-climbing") == 2
    assert stages_of(run(wide)).count("hill-climbing") == 3


def test_memory_that_does_not_suffice_is_refused_only_where_nothing_is_left(wide):
    with pytest.raises(dw.ResourceError):
        run(wide, memory=1000, method="hill-climbing")


@pytest.mark.parametrize("n", [40, 65, 101])
def test_required_parents_survive_every_stage(n):
    data = random_table(n)
    crowd = [(parent, data.names[-1]) for parent in data.names[:6]]
    limits = dw.Constraints(required=crowd, forbidden=[(data.names[7], data.names[8])])
    for seconds in (0.3, 1.0, 4.0):
        result = run(data, seconds=seconds, constraints=limits)
        assert stages_of(result).count("hill-climbing") == 3
        assert set(crowd) <= set(result.dag.edges)
        assert limits.violations(result.dag) == []


def test_a_start_with_many_parents_is_never_lost():
    # No move of one edge leads to a parity, and no enumeration comes to six parents in time.
    codes = np.random.default_rng(0).integers(0, 2, (300, 101))
    codes[:, -1] = codes[:, :6].sum(axis=1) % 2
    data = dw.Dataset.from_frame(codes, as_is=True)
    start = dw.Dag(data.names, [(parent, data.names[-1]) for parent in data.names[:6]])
    assert set(run(data, start=start).dag.edges) >= set(start.edges)
    assert not set(run(data).dag.edges) >= set(start.edges)
    with force_stop_at_check(3):
        assert run(data, start=start).dag == start


class StopIn(dw.Callback):
    def __init__(self, stage):
        self.stage, self.seen, self.ended = stage, [], []

    def on_start(self, progress):
        self.seen.append(progress.stage)

    def on_progress(self, progress):
        return progress.stage == self.stage

    def on_end(self, result):
        self.ended.append(result)


@pytest.mark.parametrize("stage", ["first pass", "parent sets", "hill-climbing", "minobs", "bound"])
def test_a_very_wide_search_can_be_interrupted_in_every_stage(wide, stage):
    watch = StopIn(stage)
    result = run(wide, seconds=8.0, callbacks=watch)
    assert watch.seen[-1] == stage
    assert watch.ended == [result]
    assert result.stop_reason == "interrupted"
    assert not result.reproducible
    assert result.dag.n_edges > 0
    assert dw.verify(result) == pytest.approx(result.score)


def test_an_interrupt_does_not_cost_the_network_of_the_first_pass(wide):
    first = run(wide, callbacks=StopIn("first pass"))
    later = run(wide, callbacks=StopIn("parent sets"))
    names = stages_of(later)
    assert names == ["table", "first pass", "candidate parent sets"]
    edges = int(later.timings[1].remark.split()[0])
    assert edges > first.dag.n_edges
    whole = dw.score_network(dw.Dag(wide.names, []), wide, dw.BIC()).total
    assert later.score > first.score > whole


@pytest.mark.parametrize("check", [1, 2, 3, 7, 20, 50, 100, 150, 200, 400, 800, 1500])
def test_a_stop_at_any_check_leaves_a_network_that_keeps_the_rules(wide, check):
    limits = dw.Constraints(required=[(wide.names[0], wide.names[1])], max_parents=3)
    with force_stop_at_check(check):
        result = run(wide, constraints=limits)
    assert result.stop_reason == "interrupted"
    assert limits.violations(result.dag) == []
    assert dw.verify(result) == pytest.approx(result.score)


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.0, 4.0, 8.0, 30.0])
@pytest.mark.parametrize("method", ["auto", "hill-climbing", "minobs"])
def test_the_network_that_the_cuts_follow_is_never_lost(numbers, method, seconds):
    result = run(numbers, seconds=seconds, method=method)
    assert result.table.provisional == ()
    assert dw.verify(result) == pytest.approx(result.score)
    with fake_clock(TICK):
        ready = prepared(numbers, seconds=seconds, method=method)
        schedule, _ = scripted(ready.schedule)  # searches that find nothing beyond their start
        cut = replace(ready, schedule=Schedule(schedule.steps[:1])).run()
    assert cut.dag.n_edges > 0
    assert cut.table == result.table
    assert result.score >= cut.score - 1e-9


def test_the_clock_that_ends_the_cutting_is_named(numbers):
    result = run(numbers, seconds=0.3)
    assert "the clock ended the cutting of numbers" in result.irreproducible
    assert not result.reproducible


def test_sets_that_the_clock_cut_short_make_a_result_not_reproducible():
    table = random_table(40)
    result = run(table, seconds=1.0, method=dw.MINOBS(generations=1))
    assert result.irreproducible[0] == "the clock ended the search for candidate sets"
    assert not result.reproducible
    assert result.stop_reason == "time"
    complete = run(table, seconds=400.0, method=dw.MINOBS(generations=1), selection=_singles())
    assert complete.reproducible
    assert complete.stop_reason == "completed"


def _singles():
    return dw.Sequential(max_parents=1)


def test_the_same_run_on_a_fake_clock_is_the_same_to_the_last_bit(wide):
    first, second = run(wide, seed=4), run(wide, seed=4)
    assert (first.dag, first.score, first.bound) == (second.dag, second.score, second.bound)
    assert (first.trace, first.bound_trace) == (second.trace, second.bound_trace)
    assert first.timings[1:] == second.timings[1:]
    assert first.counters.keys() == second.counters.keys()
    assert all(
        count == second.counters[name]
        for name, count in first.counters.items()
        if not name.endswith("microseconds")  # of the processor, whatever the clock
    )
    assert run(wide, seed=5).trace != first.trace


@dataclass(frozen=True)
class Improver(Scripted):
    """Finds two networks after some of its iterations, of which there are a hundred."""

    edges: tuple = ()

    def run(self, problem, run):
        began, names = run.control.began, run.start.names
        while run.control.seconds < 2 and not run.control.should_stop():
            pass
        dags = [dw.Dag(names, self.edges[: k + 1]) for k in range(2)]
        points = [
            TracePoint(k + 1, 10 * (k + 1), problem.add_up(dag)) for k, dag in enumerate(dags)
        ]
        run.known.offer(dags[-1], points[-1].score, points, at=began)
        run.known.count({"moves": 3}, iterations=100)


def test_the_searches_of_a_run_make_one_trace(some):
    edges = dw.learn(some, threads=1).dag.edges
    steps = (Step(Search(Improver(edges=edges[:2]))), Step(Search(Improver(edges=edges[1:3]))))
    with fake_clock(0.01):
        ready = prepared(some, method="hill-climbing")
        result = replace(ready, schedule=Schedule(steps)).run()
    assert result.counters["moves"] == 6
    scores = [point.score for point in result.trace]
    assert scores == sorted(scores)
    moments = [(point.seconds, point.iterations) for point in result.trace]
    # The first network of the second search is worse than what was known.
    assert moments == [
        (pytest.approx(seconds, abs=0.05), iterations)
        for seconds, iterations in ((1, 10), (2, 20), (4, 120))
    ]
    assert [timing.seconds for timing in result.timings[1:]] == pytest.approx([2, 2], abs=0.05)


@dataclass(frozen=True)
class Prover(Scripted):
    """Lowers the trivial bound by these units at these seconds, then stays busy for ten more."""

    lowers: tuple = ()

    def run(self, problem, run):
        control = run.control
        run.known.offer(run.start, problem.add_up(run.start), at=control.began)
        for second, units in (*self.lowers, (self.lowers[-1][0] + 10, 0)):
            while control.seconds < second and not control.should_stop():
                pass
            control.core.report_bound(problem.relaxed().score - units)


def test_a_bound_is_dated_when_it_was_proved_and_kept_while_a_search_runs(some):
    seen = []

    class Watch(dw.Callback):
        def on_progress(self, progress):
            seen.append(progress.bound)

    first = Prover(needs="parent sets", lowers=((20, 1),))
    second = Prover(needs="parent sets", proves=True, lowers=((2, 2), (5, 3)))
    with fake_clock(0.01):
        ready = prepared(some, method=second, selection=_singles(), callbacks=Watch())
        find = [step for step in ready.schedule.steps if isinstance(step.work, FindSets)]
        steps = (*find, Step(Search(first)), Step(Search(second)))
        result = replace(ready, schedule=Schedule(steps)).run()
    began = result.seconds - 15  # of the second search
    dates = [point.seconds for point in result.bound_trace[-3:]]
    assert dates == pytest.approx([began - 10, began + 2, began + 5], abs=0.1)
    bounds = [point.bound for point in result.bound_trace[-4:]]
    assert bounds == pytest.approx([bounds[0] - units for units in range(4)])
    assert seen[-1] == bounds[-1]
    assert set(bounds) <= set(seen)


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        ({"busy": True}, "time"),
        ({"interrupts": True}, "interrupted"),
        ({}, "completed"),
    ],
)
def test_why_a_run_ended(some, ends, reason):
    result = run(some, seconds=1000.0, method=Scripted(**ends))
    assert result.stop_reason == reason
    on_sets = Scripted(needs="parent sets", proves=True, **ends)
    assert run(some, seconds=1000.0, method=on_sets).stop_reason == reason


def test_a_search_that_ends_does_not_hide_that_the_sets_did_not(some):
    result = run(random_table(40), seconds=1.0, method=Scripted(needs="parent sets"))
    assert result.stop_reason == "time"


def test_what_was_asked_for_is_in_the_result(some):
    assert run(some, seed=3, memory=None).asked == {"seed": 3}
