"""`Known`: monotone, checks itself, and the only writer of traces."""

import math
import random

import pytest

import dagwright as dw
from dagwright.running import Control, fake_clock
from dagwright.search.known import Known
from dagwright.search.result import StopReason, TracePoint
from dagwright.search.tolerance import proof_tolerance

NAMES = ("a", "b", "c")
EMPTY = dw.Dag.empty(NAMES)
CHAIN = dw.Dag(NAMES, [("a", "b"), ("b", "c")])
FORK = dw.Dag(NAMES, [("a", "c"), ("b", "c")])
ALL, NARROW = dw.Scope(), dw.Scope(max_parents=1)


def result_of(known, **facts):
    return known.result(
        stop_reason=StopReason.COMPLETED,
        seconds=9.0,
        method=dw.HillClimbing(),
        seed=0,
        scoring=dw.BIC(),
        constraints=dw.Constraints(),
        **facts,
    )


def points(*values):
    return [TracePoint(*value) for value in values]


# Networks.


def test_nothing_is_known_at_the_beginning():
    known = Known(ALL)
    assert (known.dag, known.score, known.bound, known.trace) == (None, -math.inf, math.inf, ())
    assert not known.is_proved


def test_only_a_better_network_is_kept():
    known = Known(ALL)
    assert known.offer(CHAIN, -5.0, at=1.0)
    before = known.trace
    assert not known.offer(EMPTY, -7.0, at=2.0)
    assert not known.offer(EMPTY, -5.0, at=3.0)
    assert (known.dag, known.score, known.trace) == (CHAIN, -5.0, before)
    assert known.offer(FORK, -4.0, at=4.0)
    assert known.dag == FORK
    assert [tuple(point) for point in known.trace] == [(1.0, 0, -5.0), (4.0, 0, -4.0)]


def test_the_way_to_a_network_counts_from_where_the_search_began():
    known = Known(ALL)
    known.offer(EMPTY, -8.0, points((0.0, 0, -9.0), (1.0, 5, -8.0)), at=2.0)
    known.count({"moves": 6}, iterations=6)
    known.offer(CHAIN, -4.0, points((0.5, 1, -8.5), (1.5, 2, -6.0), (2.5, 3, -4.0)), at=10.0)
    assert [tuple(point) for point in known.trace] == [
        (2.0, 0, -9.0),
        (3.0, 5, -8.0),
        (11.5, 8, -6.0),
        (12.5, 9, -4.0),
    ]


def test_a_search_that_ends_lower_leaves_no_trace():
    known = Known(ALL)
    known.offer(CHAIN, -5.0, at=1.0)
    assert not known.offer(EMPTY, -6.0, points((1.0, 1, -8.0), (2.0, 2, -6.0)), at=1.0)
    assert [tuple(point) for point in known.trace] == [(1.0, 0, -5.0)]


def test_a_score_that_was_added_up_in_another_order_does_not_add_a_point():
    known, rounded = Known(ALL), math.nextafter(-5.0, math.inf)
    known.offer(CHAIN, -5.0, points((0.0, 0, -9.0), (1.0, 5, rounded)), at=0.0)
    assert [tuple(point) for point in known.trace] == [(0.0, 0, -9.0), (1.0, 5, -5.0)]


def test_a_way_that_ends_higher_by_rounding_only_leaves_no_trace():
    known, above, below = Known(ALL), math.nextafter(-5.0, 0.0), math.nextafter(-5.0, -6.0)
    known.offer(CHAIN, -5.0, at=1.0)
    assert not known.offer(FORK, below, points((1.0, 1, above)), at=1.0)
    assert [tuple(point) for point in known.trace] == [(1.0, 0, -5.0)]


@pytest.mark.parametrize("seed", range(20))
def test_the_trace_rises_and_ends_at_the_score_whatever_is_offered(seed):
    rng, known, best = random.Random(seed), Known(ALL), -math.inf
    for step in range(30):
        way = []
        score = rng.uniform(-100, -1)
        for k in range(rng.randrange(4)):
            way.append(TracePoint(rng.random(), k, score))
            score += rng.random()
        before = known.trace
        score = way[-1].score if way else score
        is_best = known.offer(CHAIN, score, way, at=float(rng.uniform(0, step + 1)))
        known.count({}, iterations=rng.randrange(3))
        assert is_best == (score > best)
        best = max(best, score)
        assert known.score == best
        assert known.trace[: len(before)] == before
        for one, other in zip(known.trace, known.trace[1:], strict=False):
            assert one.score < other.score
            assert one.seconds <= other.seconds
            assert one.iterations <= other.iterations
        assert known.trace[-1].score == best


# Bounds.


def test_only_a_better_bound_is_kept():
    known = Known(ALL)
    assert known.tighten(-2.0, ALL, at=1.0)
    assert not known.tighten(-1.0, ALL, at=2.0)
    assert not known.tighten(-2.0, ALL, at=2.0)
    assert (known.bound, known.proved_at) == (-2.0, 1.0)
    assert known.tighten(-3.0, dw.Scope(), at=4.0)
    assert (known.bound, known.proved_at) == (-3.0, 4.0)


@pytest.mark.parametrize("nothing", [math.inf, -math.inf, math.nan])
def test_what_is_not_a_number_proves_nothing(nothing):
    known = Known(ALL)
    assert not known.tighten(nothing, ALL, at=1.0)
    assert known.bound == math.inf


def test_a_bound_counts_for_the_classes_that_its_own_includes():
    known = Known(NARROW)
    known.tighten(-1.0, ALL, at=1.0)
    assert known.bound == -1.0
    known.tighten(-3.0, NARROW, at=2.0)
    assert (known.bound, known.bound_over(NARROW), known.bound_over(ALL)) == (-3.0, -3.0, -1.0)
    wide = Known(ALL)
    wide.tighten(-3.0, NARROW, at=2.0)
    assert (wide.bound, wide.bound_over(NARROW)) == (math.inf, -3.0)
    wide.offer(FORK, -2.0, at=3.0)
    assert not wide.is_proved


def test_bounds_about_a_table_that_was_cut_say_so():
    known = Known(ALL, given_cuts=True)
    known.offer(CHAIN, -5.0, at=0.0)
    known.tighten(-5.0, ALL, at=1.0)
    assert known.is_proved
    assert known.bound_over(ALL) == -5.0
    result = result_of(known)
    assert all(bound.scope.given_cuts for bound in result.bounds)
    assert result.bound_scope.given_cuts


@pytest.mark.parametrize("bound_first", [True, False])
def test_a_bound_below_a_network_that_it_covers_is_an_error_at_once(bound_first):
    known = Known(ALL)
    steps = [lambda: known.tighten(-6.0, ALL, at=0.0), lambda: known.offer(CHAIN, -5.0, at=0.0)]
    first, second = steps if bound_first else reversed(steps)
    first()
    with pytest.raises(dw.DagwrightError, match=r"bug.*bound -6.0 over all networks is below"):
        second()


@pytest.mark.parametrize("bound_first", [True, False])
def test_a_bound_below_a_network_that_it_does_not_cover_is_none_of_its_business(bound_first):
    known = Known(ALL)
    steps = [lambda: known.tighten(-6.0, NARROW, at=0.0), lambda: known.offer(FORK, -5.0, at=0.0)]
    first, second = steps if bound_first else reversed(steps)
    first()
    second()
    assert (known.score, known.bound_over(NARROW)) == (-5.0, -6.0)
    result = result_of(known)
    assert result.bounds[0].score == -6.0


def test_worse_networks_are_checked_too():
    known = Known(ALL)
    known.offer(FORK, -3.0, at=0.0)
    known.tighten(-6.0, NARROW, at=0.0)
    with pytest.raises(dw.DagwrightError, match="bug"):
        known.offer(CHAIN, -5.0, at=0.0)


@pytest.mark.parametrize("bound_first", [True, False])
def test_rounding_within_the_tolerance_does_not_cost_a_proof(bound_first):
    known, score = Known(ALL), -5.0
    lower = score - 0.9 * proof_tolerance(score)
    steps = [lambda: known.tighten(lower, ALL, at=2.0), lambda: known.offer(CHAIN, score, at=1.0)]
    first, second = steps if bound_first else reversed(steps)
    first()
    second()
    assert known.is_proved
    result = result_of(known)
    assert (result.bound, result.gap, str(result.status)) == (score, 0.0, "optimal")
    assert result.bound_trace[-1] == (2.0, score)


def test_a_score_near_its_bound_is_proved_within_the_tolerance_only():
    known, tolerance = Known(ALL), proof_tolerance(-5.0)
    known.offer(CHAIN, -5.0, at=0.0)
    known.tighten(-5.0 + 2 * tolerance, ALL, at=1.0)
    assert not known.is_proved
    known.tighten(-5.0 + 0.5 * tolerance, ALL, at=2.0)
    assert known.is_proved


# When.


def test_bounds_are_dated_when_they_were_proved():
    known = Known(ALL)
    known.tighten(-1.0, ALL, at=1.0)
    known.tighten(-2.0, NARROW, at=2.0)
    known.tighten(-3.0, ALL, at=3.0)
    known.offer(CHAIN, -4.0, at=5.0)
    result = result_of(known)
    assert result.bound_trace == ((1.0, -1.0), (3.0, -3.0))
    assert result.seconds == 9.0


def test_dates_of_bounds_never_go_back():
    known = Known(ALL)
    known.tighten(-1.0, ALL, at=3.0)
    known.tighten(-2.0, ALL, at=1.0)
    assert known.proved_at == 3.0
    assert known.bound == -2.0


def test_without_a_bound_the_trace_says_that_nothing_is_known():
    known = Known(ALL)
    known.offer(CHAIN, -4.0, at=5.0)
    assert result_of(known).bound_trace == ((9.0, math.inf),)


def test_what_a_stage_proves_is_taken_over_while_it_runs_and_dated_then():
    known = Known(NARROW)
    with fake_clock(1.0):
        control = Control("root")
    part = control.child("part")
    assert known.see(control) == math.inf
    known.follow(part, ALL)
    part.should_stop()
    part.core.report_bound(-2.0)
    part.should_stop()
    part.should_stop()
    assert known.see(control) == -2.0
    assert known.proved_at == 1.0
    part.core.report_bound(-3.0)
    assert known.see(control) == -3.0
    assert known.proved_at == 3.0
    assert known.bound_over(ALL) == -3.0


# Two together.


def other_known():
    other = Known(ALL)
    other.offer(CHAIN, -4.0, points((1.0, 2, -6.0), (2.0, 3, -4.0)), at=5.0)
    other.tighten(-1.0, ALL, at=6.0)
    other.tighten(-2.0, NARROW, at=7.0)
    other.count({"moves": 3}, iterations=4)
    other.notes.append("theirs")
    other.memory_decided = True
    other.may_differ("the clock")
    return other


def test_all_that_is_known_elsewhere_is_taken_over():
    known = Known(NARROW)
    known.offer(EMPTY, -8.0, at=0.0)
    known.count({"moves": 1}, iterations=10)
    known.notes.append("mine")
    assert known.take(other_known())
    assert (known.dag, known.score) == (CHAIN, -4.0)
    assert known.trace == ((0.0, 0, -8.0), (6.0, 12, -6.0), (7.0, 13, -4.0))
    assert (known.bound, known.bound_over(ALL)) == (-2.0, -1.0)
    assert (known.counters["moves"], known.iterations) == (4, 14)
    assert known.notes == ["mine", "theirs"]
    assert known.memory_decided
    assert known.chance == ["the clock"]


def test_a_worse_network_is_not_taken_over_but_its_bounds_and_costs_are():
    known = Known(ALL)
    known.offer(FORK, -3.0, at=0.0)
    assert not known.take(other_known())
    assert (known.dag, known.score, len(known.trace)) == (FORK, -3.0, 1)
    assert known.bound == -1.0
    assert known.counters["moves"] == 3


def test_notes_and_reasons_are_not_repeated():
    known = Known(ALL)
    known.take(other_known())
    known.take(other_known())
    assert known.notes == ["theirs"]
    assert known.chance == ["the clock"]


def test_a_contradiction_between_two_is_an_error():
    known = Known(ALL)
    known.tighten(-6.0, ALL, at=0.0)
    with pytest.raises(dw.DagwrightError, match="bug"):
        known.take(other_known())
