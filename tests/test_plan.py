"""What `learn` would do, what it would cost, and how to continue from there."""

import importlib
import pickle

import numpy as np
import pytest
from scripted import Scripted, random_table

import dagwright as dw
from dagwright.running.control import fake_clock, force_stop_at_check
from dagwright.strategy import work

SHORT, LONG = 1e-5, 1e-3
"""Seconds between two checks: with the first, trials on small tables end by themselves."""


@pytest.fixture(autouse=True)
def clock():
    with fake_clock(LONG):
        yield


def plan(table, **options):
    return dw.plan(table, threads=1, **options)


def learn(table, **options):
    return dw.learn(table, threads=1, **options)


@pytest.fixture
def small():
    wet = [0, 0, 1, 1] * 8 + [0, 1, 1, 1]
    with fake_clock(SHORT):
        yield {"rain": [0, 0, 1, 1] * 9, "wet": wet, "coin": [0, 1] * 18}


@pytest.fixture
def numbers():
    rng = np.random.default_rng(1)
    a = rng.normal(size=300)
    with fake_clock(SHORT):
        yield {"a": a, "b": np.where(a > 1, 3.0, 0.0) + rng.normal(size=300) / 2}


def test_a_plan_says_what_would_be_chosen():
    chosen = plan(random_table(65), time_limit=2)
    assert (chosen.method.name, chosen.selection.name) == ("minobs", "sequential")
    assert [method.neighbourhood for method in chosen.first] == ["adr", "extended"]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "minobs", "selection": "greedy"},
        {"method": dw.HillClimbing(restarts=3)},
        {"score": lambda data, child, parents: -float(len(parents))},
    ],
    ids=["auto", "names", "object", "function"],
)
def test_learn_does_what_plan_says(small, options):
    planned = plan(small, time_limit=0.5, **options)
    result = learn(small, time_limit=0.5, **options)
    assert result.method == planned.method
    assert result.reasons == planned.reasons
    stages = [stage.name for stage in planned.stages]
    assert [s.name for s in result.timings if s.name not in {"table", "bound"}] == stages


@pytest.mark.parametrize(
    ("table", "options"),
    [
        (random_table(5), {}),
        (random_table(40), {}),
        (random_table(65), {}),
        (random_table(65), {"selection": dw.Sequential(max_parents=1)}),
        (random_table(101), {}),
        (random_table(40), {"method": "minobs"}),
    ],
    ids=["5", "40", "65", "65-complete", "101", "40-minobs"],
)
def test_the_stages_of_a_plan_are_those_of_learn_within_the_same_limits(table, options):
    planned = plan(table, time_limit=4, **options)
    result = learn(table, time_limit=4, **options)
    # Too short to be planned, or parts of what is.
    parts = {"table", "first pass", "bound", "minobs"}
    taken = {}
    for timing in result.timings:
        taken.setdefault(timing.name, []).append(timing.seconds)
    names = list(dict.fromkeys(stage.name for stage in planned.stages))
    assert [name for name in taken if name in names] == names
    assert set(taken) - set(names) <= parts
    for stage in planned.stages:
        if stage.seconds is not None:
            assert taken[stage.name] == [pytest.approx(stage.seconds, abs=LONG)]
        else:
            assert all(seconds <= stage.most_seconds * 1.02 for seconds in taken[stage.name])


def test_what_was_asked_for_is_said_to_be_asked_for(small):
    planned = plan(small, method="minobs", selection="greedy")
    assert planned.reasons == (
        "Candidate parent sets: greedy, as asked.",
        "Method: minobs, as asked.",
    )


def test_a_plan_that_trials_complete_has_an_estimate(small):
    planned = plan(small)
    result = learn(small)
    assert planned.seconds == pytest.approx(result.seconds)
    assert f"About {planned.seconds:.2g} s." in str(planned)


def test_a_plan_reads_well():
    lines = str(plan(random_table(5), memory_limit="1G", method="hill-climbing")).splitlines()
    assert lines[:-1] == [
        "What would be chosen, and why",
        "  Method: hill-climbing, as asked.",
        "What it would cost",
        "  At most 60 s.",
        "  hill-climbing  at most 60 s  (scoring every single parent takes about 0.005 s)",
    ]
    assert lines[-1].startswith("  Memory: ")
    assert lines[-1].endswith(" or more, at most 1 GB.")


def test_a_plan_warns_of_what_could_mislead(small):
    lines = str(plan(small)).splitlines()
    assert lines[0] == "Warnings"
    assert lines[1].startswith("  only 36 rows")


def test_what_no_trial_tells_has_a_limit_only():
    planned = plan(dw.load_dataset("wdbc"), score="aic", method="minobs", time_limit=7)
    assert planned.seconds is None
    assert planned.most_seconds == 7
    assert "At most 7 s." in planned.explain()
    sets, search = (stage.most_seconds for stage in planned.stages)
    assert sets == pytest.approx(3.5)
    assert search == pytest.approx(3.5 * 0.81)  # two tenths go into bounds


def test_no_time_limit_is_not_a_promise():
    planned = plan(dw.load_dataset("wdbc"), method="minobs", time_limit=None)
    assert planned.seconds is None
    assert planned.explain().count("no estimate, no limit") == 2
    assert "No estimate, no limit." in planned.explain()


def test_memory_that_does_not_suffice_is_foretold():
    data = random_table(300)
    planned = plan(data, method="hill-climbing", memory_limit="4M")
    assert not planned.fits
    assert "learn will refuse" in planned.explain()
    with pytest.raises(dw.ResourceError):
        learn(data, method="hill-climbing", memory_limit="4M")


def test_a_plan_keeps_to_the_memory():
    planned = plan(
        dw.load_dataset("wdbc"), selection=dw.Sequential(max_parents=2), memory_limit="4M"
    )
    assert planned.stages[-1].seconds is None
    assert planned.method.name == planned.stages[-1].name == "minobs"
    assert planned.fits
    assert planned.most_memory == 4 * 2**20


def test_a_mistake_is_found_without_running(small):
    with pytest.raises(dw.ConstraintError, match="snow"):
        plan(small, constraints=dw.Constraints(required=[("snow", "wet")]))
    with pytest.raises(dw.DagwrightError, match="unknown method"):
        plan(small, method="luck")
    with pytest.raises(dw.DagwrightError, match="selection= does not apply"):
        plan(small, method="hill-climbing", selection="greedy")


def test_no_time_means_the_same_as_in_learn():
    table = {"a": [0, 1] * 30, "b": [0, 1] * 30}
    assert plan(table, as_is=True, time_limit=0).most_seconds == 0.3


def test_an_interrupted_plan_is_not_half_a_plan(small):
    for check in (1, 3, 5):
        with force_stop_at_check(check), pytest.raises(KeyboardInterrupt):
            plan(small)


def test_numbers_are_cut_in_the_plan_as_in_learn(numbers):
    planned = plan(numbers)
    result = learn(numbers)
    assert [stage.name for stage in planned.stages] == [s.name for s in result.timings[1:]]
    cuts = planned.stages[0]
    assert (cuts.name, cuts.most_seconds) == ("cuts", pytest.approx(15))
    assert [stage.seconds for stage in planned.stages] == pytest.approx(
        [timing.seconds for timing in result.timings[1:]]
    )
    remarks = [timing.remark for timing in result.timings[1:3]]
    assert [stage.remark for stage in planned.stages[:2]] == remarks


def test_cuts_that_the_trial_does_not_finish_have_a_limit_only(numbers):
    with fake_clock(1.0):
        planned = plan(numbers, time_limit=8)
    assert planned.stages[0].seconds is None
    assert planned.stages[0].most_seconds == pytest.approx(2)
    assert planned.seconds is None
    assert "2 columns of numbers, cut and learned up to 3 times" in planned.explain()


def test_numbers_that_the_user_cut_are_not_cut_in_the_plan(numbers):
    planned = plan(numbers, cuts={"a": [1], "b": [0, 2]})
    assert "cuts" not in [stage.name for stage in planned.stages]


# From a plan to a result


@pytest.fixture
def counted(monkeypatch):
    """Count how often numbers are cut, and candidate sets found."""
    counts = {"cut_and_learn": 0, "enumerate_parent_sets": 0}

    def count(name):
        real = getattr(work, name)

        def again(*args, **options):
            counts[name] += 1
            return real(*args, **options)

        monkeypatch.setattr(work, name, again)

    for name in counts:
        count(name)
    return counts


def test_what_trials_finished_is_not_done_again(numbers, counted):
    planned = plan(numbers)
    assert counted == {"cut_and_learn": 1, "enumerate_parent_sets": 1}
    result = planned.learn()
    assert counted == {"cut_and_learn": 1, "enumerate_parent_sets": 1}
    expected = learn(numbers)
    assert (result.dag, result.score, result.bound) == (
        expected.dag,
        expected.score,
        expected.bound,
    )
    assert result.table == expected.table
    assert result.status == "optimal"
    assert result.stop_reason == "completed"


def test_what_trials_did_not_finish_is_done(numbers, counted):
    with fake_clock(1.0):
        planned = plan(numbers, time_limit=8)
    before = dict(counted)
    result = planned.learn()
    assert counted == {name: count + 1 for name, count in before.items()}
    expected = learn(numbers)
    assert (result.table, result.score) == (expected.table, expected.score)


def test_complete_sets_are_used_where_only_the_search_is_left(counted):
    table = dw.load_dataset("wdbc")
    planned = plan(table, selection=dw.Sequential(max_parents=1), method=dw.MINOBS(generations=2))
    result = planned.learn()
    assert counted["enumerate_parent_sets"] == 1
    assert [timing.name for timing in result.timings] == ["table", "minobs", "bound"]


@pytest.mark.parametrize(
    ("seconds_per_check", "chance"),
    [(1e-6, ()), (3e-3, ("in a trial of the plan, the clock ended the search",))],
)
def test_a_run_that_begins_where_the_clock_ended_a_trial_is_not_reproducible(
    seconds_per_check, chance
):
    data = dw.load_dataset("wdbc")
    table = data.select(data.names[:18])
    with fake_clock(seconds_per_check):
        planned = plan(table, constraints=dw.Constraints(max_parents=2), time_limit=None)
    with fake_clock(1e-6):
        result = planned.learn()
    assert result.status == "optimal"
    assert (result.irreproducible, result.reproducible) == (chance, not chance)


@pytest.mark.parametrize("n", [5, 30, 65, 101])
def test_a_plan_leads_to_nothing_worse_than_learn(n):
    table = random_table(n)
    planned, direct = plan(table, time_limit=4), learn(table, time_limit=4)
    result = planned.learn()
    assert result.score >= direct.score - 1e-9
    assert result.bound <= direct.bound + 1e-9
    assert result.seconds <= 4.1
    assert dw.verify(result) == pytest.approx(result.score)


def test_a_run_from_a_plan_dates_nothing_after_its_own_end(small):
    for options in ({}, {"method": dw.MINOBS(generations=2)}):
        result = plan(small, **options).learn()
        moments = [point.seconds for point in (*result.trace, *result.bound_trace)]
        assert max(moments) <= result.seconds


def test_a_run_from_a_plan_knows_what_was_asked_and_who_watches(small):
    ended = []

    class Watch(dw.Callback):
        def on_end(self, result):
            ended.append(result)

    method = Scripted()
    planned = plan(small, method=method, seed=5, time_limit=9)
    result = planned.learn(callbacks=Watch())
    assert ended == [result]
    assert result.asked == {"method": method, "seed": 5, "time_limit": 9}
    assert method.calls[0].seed == 5
    assert method.calls[0].seconds == pytest.approx(9, abs=0.1)


def test_a_plan_can_be_used_more_than_once(small):
    planned = plan(small)
    assert planned.learn().dag == planned.learn().dag


def test_a_plan_travels_without_its_table(small):
    planned = pickle.loads(pickle.dumps(plan(small)))
    assert planned.method.name == "exact"
    with pytest.raises(dw.DagwrightError, match="call learn instead"):
        planned.learn()


def test_the_module_is_not_hidden_by_the_function():
    assert importlib.import_module("dagwright.plan").plan is dw.plan
