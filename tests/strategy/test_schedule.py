"""A timetable of made-up steps: who is given what, and who is left out."""

from dataclasses import dataclass, field, replace

import pytest
from scripted import MEMORY, pace, prepared, random_table, scripted

import dagwright as dw
from dagwright.constraints import Scope
from dagwright.memory import MemoryLimit
from dagwright.running.control import fake_clock
from dagwright.strategy.price import Price, Quote, TrialSeconds
from dagwright.strategy.schedule import Schedule, Step, When


@dataclass
class Made:
    """A work that takes some seconds, and then does something to the task."""

    seconds: float = 0.0
    then: object = None
    given: list = field(default_factory=list)
    cost: float | None = 0.0

    def run(self, task, control, memory):
        self.given.append((control.seconds_left(), memory.size))
        ends = control.elapsed + self.seconds
        while control.elapsed < ends and not control.should_stop():
            pass
        if self.then is not None:
            self.then(task)

    def price(self, task, quote):
        self.given.append((quote.seconds, quote.memory.size))
        return None if self.cost is None else Price("made", self.cost, quote.seconds, "")


def is_proved(task):
    task.known.offer(dw.Dag(task.table.names, []), -1.0, at=0.0)
    task.known.tighten(-1.0, Scope(), at=0.0)


def interrupt(task):
    task.control.stop("interrupted")


@pytest.fixture
def task():
    with fake_clock(0.1):
        yield prepared(random_table(3)).task


def test_a_step_has_its_share_of_the_time_and_memory_left_when_it_begins(task):
    works = [Made(), Made(seconds=20), Made(seconds=1000), Made()]
    steps = (
        Step(works[0], 0.5, memory=1 / 4),
        Step(works[1], 0.25),
        Step(works[2], 0.5, memory=1 / 2),
        Step(works[3]),
    )
    Schedule(steps).run(task)
    given = [seconds for work in works for seconds, _ in work.given]
    assert given == pytest.approx([50, 25, 40, 40], abs=0.5)
    memory = [memory for work in works for _, memory in work.given]
    assert memory == [MEMORY // 4, MEMORY, MEMORY // 2, MEMORY]


def test_without_a_limit_no_step_has_one():
    works = [Made(), Made()]
    task = prepared(random_table(3), seconds=None).task
    schedule = Schedule((Step(works[0], 0.5), Step(works[1])))
    schedule.run(task)
    schedule.price(task)
    assert [seconds for work in works for seconds, _ in work.given] == [None] * 4


def test_prices_are_asked_for_what_the_steps_before_are_expected_to_leave(task):
    works = [Made(cost=20.0), Made(cost=None), Made(cost=None), Made(cost=5.0), Made()]
    shares = (0.5, 0.5, 0.25, 0.25, 1.0)
    schedule = Schedule(tuple(map(Step, works, shares)))
    assert [price.seconds for price in schedule.price(task)] == [20.0, 5.0, 0.0]
    assert [work.given[0][0] for work in works] == pytest.approx([50, 40, 20, 20, 75])


def test_a_step_without_an_estimate_is_expected_to_take_its_whole_share(task):
    class Unknown(Made):
        def price(self, task, quote):
            super().price(task, quote)
            return Price("made", None, quote.seconds, "")

    last = Made()
    Schedule((Step(Unknown(), 0.75), Step(last))).price(task)
    assert last.given[0][0] == pytest.approx(25)


def test_a_step_is_taken_on_its_condition_as_the_steps_before_leave_it(task):
    def complete(task):
        task.end_of_sets = "completed"

    steps = {
        "incomplete": Step(Made(), when=When.SETS_INCOMPLETE, reason="a"),
        "before": Step(Made(), when=When.SETS_COMPLETE, reason="b"),
        "finds": Step(Made(then=complete), reason="c"),
        "after": Step(Made(), when=When.SETS_COMPLETE, reason="b"),
        "too late": Step(Made(), when=When.SETS_INCOMPLETE, reason="a"),
    }
    schedule = Schedule(tuple(steps.values()))
    assert schedule.reasons() == ("a", "b", "c")
    schedule.run(task)
    assert [name for name, step in steps.items() if step.work.given] == [
        "incomplete",
        "finds",
        "after",
    ]
    assert schedule.reasons(task) == ("b", "c")


@pytest.mark.parametrize("end", [is_proved, interrupt])
def test_nothing_is_done_after_a_proof_or_an_interrupt(task, end):
    last = Made()
    schedule = Schedule((Step(Made(then=end)), Step(last)))
    schedule.run(task)
    assert schedule.price(task) == ()
    assert last.given == []


def test_a_step_that_the_clock_ends_does_not_end_the_next_one(task):
    last = Made()
    Schedule((Step(Made(seconds=1000), 0.5), Step(last, 0.5))).run(task)
    assert last.given[0][0] == pytest.approx(25, abs=0.5)


def test_a_trial_takes_no_longer_than_its_step_may():
    assert Quote(None, MemoryLimit(0)).limit_trial(2.0).seconds == 2.0
    assert Quote(1.5, MemoryLimit(0)).limit_trial(2.0).seconds == 1.5
    assert Quote(3.0, MemoryLimit(0)).limit_trial(2.0).seconds == 2.0


def test_the_length_of_trials_reaches_the_works(task):
    class Curious(Made):
        def price(self, task, quote):
            self.given.append(quote.trials)

    work = Curious()
    Schedule((Step(work),), TrialSeconds(proof=0.125)).price(task)
    assert work.given == [TrialSeconds(proof=0.125)]


def walk(table, *, price, **options):
    with fake_clock(0.001):
        ready = prepared(table, **options)
        schedule, _ = scripted(ready.schedule, busy=True)
        schedule, notes = pace(schedule)
        if price:
            schedule.price(ready.task)
        else:
            replace(ready, schedule=schedule).run()
    return notes


@pytest.mark.parametrize("method", ["auto", "minobs", "exact", "hill-climbing"])
@pytest.mark.parametrize("n", [5, 65, 101])
def test_learn_and_plan_walk_the_same_steps_within_the_same_limits(n, method):
    options = {"method": method, "thresholds": None, "seconds": 20}
    run = walk(random_table(n), price=False, **options)
    priced = walk(random_table(n), price=True, **options)
    shown = {name for name, _, _ in priced}
    # What costs too little to be priced is too little to matter to the others.
    expected = [
        (name, pytest.approx(seconds, rel=0.02), memory)
        for name, seconds, memory in run
        if name in shown
    ]
    assert len(shown) == 1 + (method != "hill-climbing") + (method == "auto" and n > 64)
    assert priced == expected
