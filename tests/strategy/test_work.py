"""The steps before the search: what each does with what it is given, and what it will take."""

import math

import numpy as np
import pytest
from scripted import MEMORY, ask_price, prepared, take_step

import dagwright as dw
from dagwright.memory import MemoryLimit
from dagwright.running import Control
from dagwright.running.control import fake_clock, force_stop_at_check
from dagwright.strategy import work
from dagwright.strategy.work import CutNumbers, FindSets, FirstPass, JoinFamilies

SINGLES, PAIRS = dw.Sequential(max_parents=1), dw.Sequential(max_parents=2)


@pytest.fixture(autouse=True)
def clock():
    with fake_clock(0.01):
        yield


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(1)
    a = rng.normal(size=500)
    b = np.where(a > 1, 3.0, 0.0) + rng.normal(size=500) / 2
    return dw.Dataset.from_frame({"a": a, "b": b, "c": b + rng.normal(size=500)})


@pytest.fixture(scope="module")
def wdbc():
    return dw.load_dataset("wdbc")


@pytest.fixture(scope="module")
def some(wdbc):
    return wdbc.select(wdbc.names[:8])


def names_of_timings(task):
    return [timing.name for timing in task.known.timings]


@pytest.fixture
def recorded(monkeypatch):
    """Let a function that the steps call note what it is given."""

    def record(name):
        calls, real = [], getattr(work, name)

        def note(*args, **options):
            (control,) = [each for each in (*args, *options.values()) if isinstance(each, Control)]
            calls.append({**options, "seconds": control.seconds_left()})
            return real(*args, **options)

        monkeypatch.setattr(work, name, note)
        return calls

    return record


# Cutting numbers


def test_cutting_is_given_what_the_step_and_the_task_have(numbers, recorded):
    calls = recorded("cut_and_learn")
    task = prepared(numbers, seed=5, threads=2, cutting_rounds=1).task
    take_step(CutNumbers(), task, memory=1 << 25, share=0.25)
    (given,) = calls
    wanted = {"seed": 5, "threads": 2, "rounds": 1, "memory": MemoryLimit(1 << 25)}
    assert {name: given[name] for name in wanted} == wanted
    assert given["seconds"] == pytest.approx(25, abs=0.1)


def test_cutting_leaves_the_table_and_the_network_that_its_cuts_follow(numbers):
    task = take_step(CutNumbers(), prepared(numbers).task)
    assert task.table.provisional == ()
    assert task.known.dag.n_edges == 2
    assert task.known.score == pytest.approx(task.scores.add_up(task.known.dag))
    assert names_of_timings(task) == ["table", "cuts"]


def test_the_network_of_a_cutting_that_judged_otherwise_is_not_offered(numbers):
    task = take_step(CutNumbers(), prepared(numbers, score=lambda data, child, parents: 0.0).task)
    assert task.table.provisional == ()
    assert task.known.dag is None


def test_a_table_without_numbers_to_cut_is_left_alone(some):
    task = prepared(some).task
    take_step(CutNumbers(), task)
    assert task.table is some
    assert names_of_timings(task) == ["table"]
    assert ask_price(CutNumbers(), prepared(some).task) is None


def test_the_price_of_cuts_that_a_trial_finishes(numbers):
    task = prepared(numbers).task
    found = ask_price(CutNumbers(), task, 25.0, cuts=20)
    assert found.most_seconds == 25
    assert 0 < found.seconds < 20
    assert found.remark.startswith("3 columns of numbers cut to follow the network:")
    assert names_of_timings(task) == ["table"]
    other = take_step(CutNumbers(), prepared(numbers).task)
    assert found.seconds == pytest.approx(other.known.timings[-1].seconds)
    assert task.table == other.table


def test_cuts_that_a_trial_does_not_finish_are_left_for_later(numbers):
    task = prepared(numbers).task
    found = ask_price(CutNumbers(), task, 25.0, cuts=0)
    assert (found.seconds, found.most_seconds) == (None, 25)
    assert found.remark == "3 columns of numbers, cut and learned up to 3 times"
    assert task.table.provisional == ()
    assert task.uncut is numbers


# A first pass


def test_a_first_pass_finds_a_network_as_good_as_single_parents_allow(some):
    task = take_step(FirstPass(), prepared(some).task)
    (dag,) = task.dags
    assert dag.n_edges == 7
    assert max(len(dag.parents(name)) for name in dag.names) == 1
    assert names_of_timings(task) == ["table", "first pass"]
    assert task.known.chance == []


@pytest.mark.parametrize("method", ["auto", "minobs"])
def test_a_first_pass_that_the_clock_ends_says_so_whatever_comes_next(some, method):
    task = take_step(FirstPass(), prepared(some, seconds=0.3, method=method).task, share=0.1)
    assert task.known.chance == ["the clock ended the first pass"]
    assert 0 < task.dags[0].n_edges < 7


def test_a_first_pass_that_a_person_ends_says_so(some):
    with force_stop_at_check(4):
        task = take_step(FirstPass(), prepared(some).task)
    assert task.known.chance == ["a person or a callback ended the first pass"]


# Candidate sets


def test_an_enumeration_is_given_what_the_step_and_the_task_have(some, recorded):
    calls = recorded("enumerate_parent_sets")
    limits = dw.Constraints(max_parents=2)
    task = prepared(some, threads=2, constraints=limits).task
    take_step(FindSets(PAIRS), task, memory=1 << 25, share=0.5)
    (given,) = calls
    wanted = {"threads": 2, "memory": 1 << 25, "constraints": limits, "executor": None}
    assert {name: given[name] for name in wanted} == wanted
    assert given["seconds"] == pytest.approx(50, abs=0.1)


def test_complete_sets_are_not_found_again(some, recorded):
    task = take_step(FindSets(SINGLES), prepared(some).task)
    calls = recorded("enumerate_parent_sets")
    FindSets(PAIRS).run(task, task.control.child(""), MEMORY)
    assert calls == []


@pytest.mark.parametrize(
    ("end", "given", "why"),
    [
        ("completed", {}, []),
        ("time", {}, ["the clock ended the search for candidate sets"]),
        ("interrupted", {}, ["a person or a callback ended the search for candidate sets"]),
        ("memory", {"memory": MEMORY}, []),
        (
            "memory",
            {"memory": None},
            ["the default memory limit, half of what was free, cut the candidate sets short"],
        ),
        (
            "memory",
            {"threads": 2},
            ["threads that share the memory limit cut the candidate sets short"],
        ),
    ],
)
def test_sets_that_another_run_might_not_find_say_why(some, monkeypatch, end, given, why):
    sets = dw.find_parent_sets(dw.LocalScores(some), SINGLES, threads=1, time_limit=None)
    monkeypatch.setattr(work, "enumerate_parent_sets", lambda *args, **options: (sets, end))
    task = take_step(FindSets(SINGLES), prepared(some, **given).task)
    assert task.known.chance == why
    assert task.end_of_sets == end
    # There is a network of them at once if nothing else will look for one.
    assert (task.known.dag is not None) == (end == "interrupted")


def test_the_price_of_sets_that_a_trial_completes(some):
    task = prepared(some).task
    found = ask_price(FindSets(SINGLES), task)
    assert found.remark == f"{task.sets.n_sets:,} sets"
    other = take_step(FindSets(SINGLES), prepared(some).task)
    assert found.seconds == other.known.timings[-1].seconds
    assert found.bytes == other.sets.nbytes


@pytest.mark.parametrize(("seconds", "reached"), [(0.2, 0), (1.0, 1), (20.0, 2), (1e3, 4)])
def test_how_far_sets_that_a_trial_does_not_complete_will_come(wdbc, seconds, reached):
    task = prepared(wdbc, seconds=None).task
    found = ask_price(FindSets(dw.Sequential()), task, seconds, sets=0.2)
    assert (found.seconds, found.most_seconds) == (None, seconds)
    rate, n = sum(task.sets.evaluations.values()) / 0.2, wdbc.n_variables

    def seconds_up_to(size):
        return n * sum(math.comb(n - 1, k) for k in range(1, size + 1)) / rate

    assert seconds_up_to(reached) < seconds < seconds_up_to(reached + 1)
    assert found.remark.endswith(f" all of up to {reached} parents or more")


def test_without_a_limit_only_the_rate_is_told(wdbc):
    found = ask_price(FindSets(dw.Sequential()), prepared(wdbc, seconds=None).task, sets=0.2)
    assert found.remark.endswith(" sets scored per second")


# Families


def test_families_of_all_networks_join_sets_that_are_incomplete(some):
    good = dw.solve(dw.LocalScores(some), dw.HillClimbing(restarts=20)).dag
    task = prepared(some, selection=SINGLES).task
    # Asked about all networks, of which these sets do not have all.
    task.limits = dw.Constraints()
    task.sets = dw.find_parent_sets(task.scores, SINGLES, threads=1, time_limit=None)
    before = task.sets.n_sets
    task.dags.append(good)
    take_step(JoinFamilies(), task)
    assert task.sets.n_sets > before
    order = good.topological_order()
    joined = task.sets.add_up(task.sets.best_network(order))
    assert joined == pytest.approx(task.scores.add_up(good))
    highest = [task.sets.best(name, some.names).score for name in some.names]
    assert all(most >= one for most, one in zip(task.ceilings, highest, strict=True))


def test_the_families_of_the_users_start_join_too(some):
    start = dw.solve(dw.LocalScores(some), dw.HillClimbing(restarts=20)).dag
    task = prepared(some, start=start).task
    task.sets = dw.find_parent_sets(task.scores, SINGLES, threads=1, time_limit=None)
    take_step(JoinFamilies(), task)
    assert all(task.sets.find(name, start.parents(name)) is not None for name in some.names)


def test_sets_that_cover_the_question_are_left_alone(some):
    task = take_step(FindSets(SINGLES), prepared(some, selection=SINGLES).task)
    sets = task.sets
    task.dags.append(dw.solve(dw.LocalScores(some), "hill-climbing").dag)
    JoinFamilies().run(task, task.control, MEMORY)
    assert task.sets is sets
