"""The trials on made-up searches: what each is given, and what comes of it."""

from dataclasses import replace

import pytest
from scripted import Scripted, prepared

import dagwright as dw
from dagwright.memory import MemoryLimit
from dagwright.running.control import fake_clock
from dagwright.strategy.trials import Trials

SECONDS = 100


@pytest.fixture(scope="module")
def table():
    data = dw.load_dataset("wdbc")
    return data.select(data.names[:10])


@pytest.fixture(scope="module")
def halves(table):
    """Two networks, each good on every second variable and empty on the others."""
    whole = dw.solve(dw.LocalScores(table), dw.HillClimbing(restarts=50)).dag

    def half(which):
        good = set(table.names[which::2])
        return dw.Dag(table.names, [edge for edge in whole.edges if edge[1] in good])

    return half(0), half(1)


def run(table, single, chains, joiner=None, constraints=None, **given):
    """Run the trials; return the task afterwards, and what the searches were given."""
    calls = []
    single, chains = (replace(each, calls=calls) for each in (single, chains))
    joiner = dw.MINOBS(generations=2) if joiner is None else replace(joiner, calls=calls)
    with fake_clock(0.01):
        task = prepared(table, seconds=SECONDS, constraints=constraints, **given).task
        task.dags.append(dw.Dag(table.names, [] if constraints is None else constraints.required))
        with task.control:
            control = task.control.child("")
            Trials((single, chains), 0.2, 0.5, joiner).run(task, control, MemoryLimit(1000))
    return task, calls


def total(table, dag):
    return dw.LocalScores(table).add_up(dag)


def test_the_leader_continues_from_the_best_of_all_families(table, halves):
    task, calls = run(
        table,
        Scripted(name="single", finds=halves[0]),
        Scripted(name="chains", finds=halves[1]),
        Scripted(name="joining", needs="parent sets"),
    )
    assert [call.name for call in calls[:3]] == ["single", "chains", "joining"]
    # Every family of one network goes with every one of the other: the orders agree.
    joined = calls[3].start
    assert total(table, joined) > max(total(table, dag) for dag in halves)
    assert task.known.score == pytest.approx(total(table, joined))
    assert len(task.dags) == 4  # of the first pass, the two trials, and the leader once more


def test_a_join_that_does_not_fit_leaves_the_best_trial(table, halves):
    _, calls = run(
        table,
        Scripted(name="single", finds=halves[0]),
        Scripted(name="chains", finds=halves[1]),
        Scripted(name="joining", needs="parent sets", bytes_needed=1001),
    )
    assert len(calls) == 3
    assert calls[-1].start == max(halves, key=lambda dag: total(table, dag))


def test_the_second_entrant_can_lead(table, halves):
    better = max(halves, key=lambda dag: total(table, dag))
    nothing = dw.Dag(table.names, [])
    for single, chains, leader in ((better, nothing, "single"), (nothing, better, "chains")):
        _, calls = run(
            table, Scripted(name="single", finds=single), Scripted(name="chains", finds=chains)
        )
        assert calls[-1].name == leader


def test_every_trial_has_the_same_time_and_the_leader_the_rest(table):
    joiner = Scripted(name="joining", needs="parent sets", busy=True)
    _, calls = run(
        table, Scripted(name="single", busy=True), Scripted(name="chains", busy=True), joiner
    )
    seconds = [call.seconds for call in calls]
    assert seconds == pytest.approx([20, 20, 30, 30], abs=0.2)


def test_a_trial_that_ends_early_leaves_its_time_to_the_leader_only(table):
    _, calls = run(
        table,
        Scripted(name="single"),
        Scripted(name="chains"),
        Scripted(name="joining", needs="parent sets"),
    )
    assert [call.seconds for call in calls] == pytest.approx([20, 20, 50, 100], abs=0.2)


def test_the_searches_get_the_seed_the_threads_and_the_memory_of_the_step(table):
    joiner = Scripted(name="joining", needs="parent sets")
    _, calls = run(
        table, Scripted(name="single"), Scripted(name="chains"), joiner, seed=7, threads=3
    )
    assert {(call.seed, call.threads, call.memory) for call in calls} == {(7, 3, 1000)}


def test_the_searches_begin_from_the_users_network_or_the_first_pass(table, halves):
    for start, expected in ((halves[0], halves[0]), (None, dw.Dag(table.names, []))):
        _, calls = run(table, Scripted(name="single"), Scripted(name="chains"), start=start)
        assert [call.start for call in calls[:2]] == [expected, expected]


def test_one_that_does_not_fit_into_memory_is_left_out(table, halves):
    task, calls = run(
        table, Scripted(name="single", bytes_needed=1001), Scripted(name="chains", finds=halves[0])
    )
    assert [call.name for call in calls] == ["chains", "chains"]
    assert task.known.memory_decided
    assert task.known.score >= total(table, halves[0])


def test_none_that_fits_leaves_what_there_was(table):
    too_large = Scripted(bytes_needed=1001)
    task, calls = run(table, too_large, too_large)
    assert calls == []
    assert len(task.dags) == 1
    assert task.known.dag is None


def test_an_interrupt_in_a_trial_ends_them_all_and_keeps_its_network(table, halves):
    task, calls = run(
        table, Scripted(name="single", finds=halves[0], interrupts=True), Scripted(name="chains")
    )
    assert [call.name for call in calls] == ["single"]
    assert task.control.is_interrupted
    assert task.known.dag == halves[0]
    assert "a person or a callback ended the search" in task.known.chance


def test_an_interrupt_while_joining_keeps_what_was_joined(table, halves):
    even, odd = halves
    task, calls = run(
        table,
        Scripted(name="single", finds=even),
        Scripted(name="chains", finds=odd),
        Scripted(name="joining", needs="parent sets", interrupts=True),
    )
    assert calls[-1].name == "joining"
    assert task.known.score > max(total(table, dag) for dag in halves)


def test_required_parents_are_in_every_family(table, halves):
    names = table.names
    constraints = dw.Constraints(required=[(names[0], names[9])])
    dag = dw.Dag(names, [(names[0], names[9]), (names[1], names[9])])
    task, calls = run(
        table,
        Scripted(name="single", finds=dag),
        Scripted(name="chains", finds=dag),
        constraints=constraints,
    )
    assert all((names[0], names[9]) in call.start.edges for call in calls)
    assert all((names[0], names[9]) in found.edges for found in task.dags)
