"""The race on made-up searches: what each stage is given, and what comes of it."""

from dataclasses import replace

import pytest

import dagwright as dw
from dagwright.errors import ResourceError
from dagwright.race import Race, RaceRun
from dagwright.running import Clock

SINGLE = dw.HillClimbing()
CHAINS = dw.HillClimbing(neighbourhood="extended")
RACE = Race((SINGLE, CHAINS), share_for_trial=0.2, share_for_joining=0.5)


@pytest.fixture(scope="module")
def scores():
    data = dw.load_dataset("wdbc")
    return dw.LocalScores(data.select(data.names[:10]), "bic")


def half(scores, which):
    """A network that is good on every second variable, and empty on the others."""
    names = scores.names
    whole = dw.solve(scores, dw.HillClimbing(restarts=50)).dag
    good = set(names[which::2])
    return dw.Dag(names, [edge for edge in whole.edges if edge[1] in good])


class Solver:
    """Takes the trials from a script, and solves the rest; notes what it was asked."""

    def __init__(self, scores, script, interrupted=()):
        self.scores = scores
        self.script = dict(script)
        self.interrupted = interrupted
        self.asked = []

    def __call__(self, problem, method, start, seconds):
        on_sets = isinstance(problem, dw.ParentSets)
        self.asked.append(("join" if on_sets else method, start, seconds))
        if not on_sets and method in self.script:
            dag = self.script.pop(method)
            if dag is None:
                raise ResourceError("too large")
            return dw.solve(problem, method, start=dag, iterations=0)
        result = dw.solve(problem, method, start=start, iterations=20)
        if on_sets not in self.interrupted:
            return result
        return replace(result, stop_reason=dw.StopReason.INTERRUPTED)


def race(scores, script, constraints=None, **options):
    solver = Solver(scores, script, **options)
    run = RaceRun(RACE, scores, constraints, solver, Clock(100))
    return run.run(None), solver.asked, run


def test_the_leader_goes_on_from_the_best_of_all_families(scores):
    even, odd = half(scores, 0), half(scores, 1)
    trials = {dag: dw.score_network(dag, scores).total for dag in (even, odd)}
    result, asked, run = race(scores, {SINGLE: even, CHAINS: odd})
    leader = SINGLE if trials[even] > trials[odd] else CHAINS
    assert [what for what, _, _ in asked] == [SINGLE, CHAINS, "join", leader]
    joined = asked[-1][1]
    # Every family of one network goes with every one of the other: the orders agree.
    assert dw.score_network(joined, scores).total > max(trials.values())
    assert result.score >= dw.score_network(joined, scores).total
    assert len(run.dags) == 3


def test_every_trial_has_the_same_time_and_the_leader_the_rest(scores):
    _, asked, _ = race(scores, {SINGLE: half(scores, 0), CHAINS: half(scores, 1)})
    first, second, join, rest = (seconds for _, _, seconds in asked)
    assert first == second == pytest.approx(20, rel=0.1)
    assert join == pytest.approx(50, rel=0.1)
    assert rest == pytest.approx(100, rel=0.1)  # no trial used any time


def test_one_that_does_not_fit_into_memory_is_left_out(scores):
    result, asked, run = race(scores, {SINGLE: None})
    assert [what for what, _, _ in asked] == [SINGLE, CHAINS, "join", CHAINS]
    assert result.method == CHAINS
    assert len(run.dags) == 2


def test_a_join_that_does_not_fit_leaves_the_best_trial(scores):
    even, odd = half(scores, 0), half(scores, 1)
    solver = Solver(scores, {SINGLE: even, CHAINS: odd})

    def solve(problem, *rest):
        if isinstance(problem, dw.ParentSets):
            raise ResourceError("too large")
        return solver(problem, *rest)

    RaceRun(RACE, scores, None, solve, Clock(100)).run(None)
    assert solver.asked[-1][1] in (even, odd)


def test_none_that_fits_gives_no_result(scores):
    result, asked, _ = race(scores, {SINGLE: None, CHAINS: None})
    assert result is None
    assert len(asked) == 2


def test_an_interrupt_in_a_trial_ends_the_race(scores):
    result, asked, _ = race(scores, {}, interrupted=(False,))
    assert len(asked) == 1
    assert result.stop_reason == "interrupted"


def test_an_interrupt_while_joining_keeps_what_was_joined(scores):
    even, odd = half(scores, 0), half(scores, 1)
    result, asked, _ = race(scores, {SINGLE: even, CHAINS: odd}, interrupted=(True,))
    assert asked[-1][2] == 0.0
    assert result.stop_reason == "interrupted"
    assert result.score >= dw.score_network(asked[-1][1], scores).total


def test_required_parents_are_in_every_family(scores):
    names = scores.names
    constraints = dw.Constraints(required=[(names[0], names[9])])
    dag = dw.Dag(names, [(names[0], names[9]), (names[1], names[9])])
    _, asked, _ = race(scores, {SINGLE: dag, CHAINS: dag}, constraints)
    assert (names[0], names[9]) in asked[-1][1].edges
