"""What is chosen, and the timetable that comes of it."""

from dataclasses import replace

import pytest
from scripted import MEMORY, pace, prepared, random_table, scripted

import dagwright as dw
from dagwright.running.control import fake_clock
from dagwright.strategy.auto import Thresholds, choose, make_schedule
from dagwright.strategy.price import TrialSeconds
from dagwright.strategy.settings import Settings

COMPLETE = dw.Sequential(max_parents=1)
TICK = 0.01


def constant(data, child, parents):
    return 0.0


@pytest.mark.parametrize(
    ("n", "method", "selection"),
    [
        (5, "exact", "sequential"),
        (64, "exact", "sequential"),
        (65, "minobs", "sequential"),
        (100, "minobs", "sequential"),
        (101, "minobs", "independence"),
    ],
)
def test_the_choice_follows_the_number_of_variables(n, method, selection):
    choice = choose(n, dw.BIC(), "auto", "auto")
    assert (choice.method.name, choice.selection.name) == (method, selection)
    assert [entrant.neighbourhood for entrant in choice.entrants] == ["adr", "extended"]


def test_thresholds_are_data():
    thresholds = Thresholds(exact=3, sequential=4)
    chosen = [choose(n, dw.BIC(), "auto", "auto", thresholds) for n in (3, 4, 5)]
    assert [choice.method.name for choice in chosen] == ["exact", "minobs", "minobs"]
    assert [choice.selection.name for choice in chosen] == ["sequential"] * 2 + ["independence"]
    assert "at most 3 variables" in chosen[0].why_method
    assert "more than 4 variables" in chosen[2].why_selection


def test_a_score_in_python_is_climbed_on_with_many_restarts():
    choice = choose(5, constant, "auto", "auto", Thresholds(restarts=17))
    assert choice.method == dw.HillClimbing(restarts=17)
    assert (choice.selection, choice.entrants) == (None, ())
    assert choose(5, constant, "auto", "auto").method.restarts == 200


def test_what_was_asked_for_is_taken_and_said_to_be_asked_for():
    choice = choose(5, dw.BIC(), "minobs", "greedy")
    assert choice.why_selection == "Candidate parent sets: greedy, as asked."
    assert choice.why_method == "Method: minobs, as asked."
    assert choice.entrants == ()


def test_candidate_sets_do_not_apply_to_a_method_without_them():
    with pytest.raises(
        dw.DagwrightError,
        match=r"hill-climbing does not use candidate parent sets, so selection= does not apply",
    ):
        choose(5, dw.BIC(), "hill-climbing", "greedy")


def test_a_limit_of_the_selection_holds_for_every_network():
    choice = choose(5, dw.BIC(), "auto", dw.Sequential(max_parents=2))
    assert choice.limits(None).max_parents == 2
    assert choice.limits(dw.Constraints(max_parents=1)).max_parents == 1


@pytest.mark.parametrize(("given", "meant"), [(0, 0.3), (0.29, 0.3), (5, 5), (None, None)])
def test_the_least_limit(given, meant):
    assert Settings(time_limit=given).limits.seconds == meant


def run_scripted(n, *, complete, seed=0, **options):
    """Walk the schedule for n variables with busy searches; return what each was given."""
    with fake_clock(TICK):
        ready = prepared(random_table(n), seed=seed, **options)
        schedule, calls = scripted(ready.schedule, busy=True)
        schedule, notes = pace(schedule)
        if complete:
            sets = dw.find_parent_sets(
                dw.LocalScores(random_table(n)), COMPLETE, threads=1, time_limit=None
            )
            ready.task.sets, ready.task.end_of_sets = sets, "completed"
        result = replace(ready, schedule=schedule).run()
    return result, calls, notes


def seconds_of(calls):
    return [(call.name, call.seconds) for call in calls]


def approximately(pairs):
    return [(name, pytest.approx(seconds, abs=1.2)) for name, seconds in pairs]


# What is left of 100 seconds when each search takes all that it is given; the first pass and the
# moments in between take less than a second. Sets that are there already take nothing.
@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (5, [("search: exact", 100)]),
        (65, [("proof: exact", 50), ("search: minobs", 45)]),
        (101, [("proof: exact", 49), ("search: minobs", 45)]),
    ],
)
def test_shares_of_time_when_the_candidate_sets_are_complete(n, expected):
    _, calls, _ = run_scripted(n, complete=True)
    assert seconds_of(calls) == approximately(expected)
    assert {call.on for call in calls} == {"sets"}


def incomplete(sets, trials, proves):
    """Return the shares of a run in which candidate sets take all their time."""
    left = 100 - sets
    dags = trials * left
    last = left - dags
    search = last * (1.0 if proves else 0.9) * 0.9
    after_trials = 0.6 * dags
    return [
        ("trial: hill-climbing", 0.2 * dags),
        ("trial: hill-climbing", 0.2 * dags),
        ("joining: minobs", 0.1 * after_trials),
        ("trial: hill-climbing", 0.9 * after_trials),
        ("search: exact" if proves else "search: minobs", search),
    ]


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        # 15 % for the sets, 80 % of the rest for searches over DAGs, and half and half where
        # complete sets would allow a proof.
        (40, incomplete(50, 0.5, proves=True)),
        (65, incomplete(15, 0.8, proves=False)),
        (101, incomplete(15, 0.8, proves=False)),
    ],
)
def test_shares_of_time_when_the_candidate_sets_are_not_complete(n, expected):
    result, calls, _ = run_scripted(n, complete=False)
    assert seconds_of(calls) == approximately(expected)
    assert [call.on for call in calls] == ["scores", "scores", "sets", "scores", "sets"]
    assert result.stop_reason == "time"


@pytest.mark.parametrize(
    ("method", "complete", "expected"),
    [
        ("exact", True, [("search: exact", 100)]),
        ("minobs", True, [("search: minobs", 90)]),
        # Half of the time for the sets; then a tenth each for a bound on the networks of the sets,
        # which exact proves itself, and for one on all networks.
        ("exact", False, [("search: exact", 45)]),
        ("minobs", False, [("search: minobs", 40.5)]),
        ("hill-climbing", False, [("search: hill-climbing", 100)]),
    ],
)
def test_shares_of_time_of_a_method_that_was_asked_for(method, complete, expected):
    _, calls, _ = run_scripted(40, complete=complete, method=method)
    assert seconds_of(calls) == approximately(expected)


@pytest.mark.parametrize(
    ("n", "method", "complete", "expected"),
    [
        # Sets that cover all networks leave nothing beyond them: that step returns at once.
        (40, "minobs", True, {"Bound": 10, "BoundBeyond": 10}),
        (40, "minobs", False, {"Bound": 9.5 / 2, "BoundBeyond": 9.5}),  # nothing takes the first
        (40, "exact", False, {"BoundBeyond": 5}),
        (40, "exact", True, {}),  # it has taken all the time, and no step begins without any
        (65, "auto", True, {"Bound": 5, "BoundBeyond": 5}),
        (65, "auto", False, {"Bound": 17 * 0.19 / 2, "BoundBeyond": 17 * 0.19}),
    ],
)
def test_the_time_after_a_search_is_for_bounds(n, method, complete, expected):
    _, _, notes = run_scripted(n, complete=complete, method=method)
    left = {name: seconds for name, seconds, _ in notes if name.startswith("Bound")}
    assert left == {name: pytest.approx(seconds, abs=0.3) for name, seconds in expected.items()}


@pytest.mark.parametrize(("n", "seconds"), [(101, 25), (65, 85 / 4)])
def test_a_first_pass_has_a_quarter_of_the_time_left(n, seconds):
    _, _, notes = run_scripted(n, complete=False)
    (left,) = [left for name, left, _ in notes if name == "FirstPass"]
    assert left == pytest.approx(seconds, abs=0.1)


def test_every_search_gets_the_seed_the_threads_and_its_share_of_the_memory():
    _, calls, notes = run_scripted(65, complete=False, seed=11)
    assert {(call.seed, call.threads) for call in calls} == {(11, 1)}
    quarter, most = MEMORY // 4, MEMORY * 5 // 8
    assert [call.memory for call in calls] == [quarter] * 4 + [most]
    shares = {name: memory for name, _, memory in notes}
    assert shares["CutNumbers"] == MEMORY // 2
    assert shares["FindSets"] == quarter
    _, calls, _ = run_scripted(65, complete=True, seed=12)
    assert {(call.seed, call.memory) for call in calls} == {(12, most)}
    _, calls, _ = run_scripted(5, complete=False, seed=13, method="hill-climbing")
    assert {(call.seed, call.memory) for call in calls} == {(13, quarter)}


def test_a_first_pass_comes_first_where_there_are_many_variables():
    def order(n):
        schedule = make_schedule(choose(n, dw.BIC(), "auto", "auto"), n)
        return [type(step.work).__name__ for step in schedule.steps[:3]]

    assert order(100) == ["CutNumbers", "FindSets", "FirstPass"]
    assert order(101) == ["CutNumbers", "FirstPass", "FindSets"]


def test_thresholds_reach_the_timetable():
    thresholds = Thresholds(sets=0.4, cuts=0.7, trials=TrialSeconds(sets=0.01))
    ready = prepared(random_table(65), thresholds=thresholds)
    shares = {type(step.work).__name__: step.share for step in reversed(ready.schedule.steps)}
    assert (shares["CutNumbers"], shares["FindSets"]) == (0.7, 0.4)
    assert ready.schedule.trials.sets == 0.01
