"""Failures of random calls are found, made small, and printed so that they can be made again."""

import os

import pytest
from claims.cases import KINDS, REFUSALS, REFUSED, check
from claims.chance import Chance
from claims.shrink import reduce, shrink, symptom
from claims.story import BEGINNING, Story

import dagwright as dw

ENOUGH = 400
"""Cases among which a planted bug is found."""
TRIES = 100


def first_failure():
    for number in range(ENOUGH):
        wrong = check(number)
        if wrong and wrong != [REFUSED]:
            return number, wrong
    pytest.fail("nothing was found")


def test_draws_become_few_and_simple():
    def fails(draws):
        return sum(draw > 0.6 for draw in draws) >= 2

    chance = Chance(1)
    small = reduce(fails, [chance.share() for _ in range(100)])
    assert len(small) == 2
    assert all(len(str(draw)) == 3 for draw in small)


def test_places_that_matter_are_kept():
    def fails(draws):
        return len(draws) > 5 and draws[5] > 0.6 and draws[2] > 0

    chance = Chance(2)
    small = reduce(fails, [chance.share() for _ in range(100)])
    assert [bool(draw) for draw in small] == [False, False, True, False, False, True]


def test_a_constraint_that_is_ignored_is_found_and_made_small(monkeypatch):
    solve = dw.solve

    def careless(problem, *arguments, constraints=None, **options):
        return solve(problem, *arguments, **options)

    monkeypatch.setattr(dw, "solve", careless)
    number, wrong = first_failure()
    draws, small = shrink(number, TRIES)
    assert symptom(small) == symptom(wrong)
    assert len("".join(small)) < len("".join(wrong))
    assert any("constraints=Constraints(" in line for line in small)
    assert check(number) == wrong
    # The draws alone make the same case again.
    assert len(draws) < 200


def test_a_bound_that_is_a_little_too_low_is_found(monkeypatch):
    bound = dw.bound

    class TooLow:
        def __init__(self, proved):
            self.scope, self.score = proved.scope, proved.score - 1e-6 * (1 + abs(proved.score))

    monkeypatch.setattr(dw, "bound", lambda *given, **options: TooLow(bound(*given, **options)))
    dw.bound.__name__ = "bound"
    _, wrong = first_failure()
    assert symptom(wrong) == "certified bound "


def test_a_crash_is_a_failure(monkeypatch):
    monkeypatch.setattr(dw, "solve", lambda *given, **options: os._exit(3))
    draws, wrong = shrink(1, TRIES)
    assert wrong == ["a crash: exit code 3"]
    assert draws == [0.0] * len(draws)


def test_what_does_not_fail_is_not_made_small():
    assert shrink(1) is None


@pytest.mark.parametrize("number", range(2 * len(KINDS)))
def test_the_printed_code_makes_the_same_calls(number, monkeypatch, tmp_path):
    answers = []
    ask = Story.ask

    def remember(story, *given, **options):
        answers.append(ask(story, *given, **options))
        return answers[-1]

    monkeypatch.setattr(Story, "ask", remember)
    story = Story("")
    try:
        assert not list(KINDS[number % len(KINDS)](Chance(number), number // len(KINDS), story))
    except REFUSALS:
        pytest.skip("the library refuses this one")
    monkeypatch.chdir(tmp_path)  # the code goes to a folder of its own; this is where we return to
    made = {}
    exec("\n".join([BEGINNING, *story.lines]), made)
    if answers:
        assert made["result"].score == answers[-1].score
