import math

import pytest

import dagwright as dw
from dagwright.evaluate.statistics import (
    expected_time_to_target,
    performance_profile,
    time_to_target,
)


def test_the_profile_at_one_counts_wins_and_shares_ties():
    assert performance_profile([[1, 1], [2, 1], [3, 9]], [1]).tolist() == [[2 / 3, 2 / 3]]


def test_failures_never_come_within_any_factor():
    found = performance_profile([[1, math.inf], [math.inf, math.inf]], [1, 1e9])
    assert found.tolist() == [[0.5, 0], [0.5, 0]]


def test_rounding_does_not_put_a_cost_beyond_its_own_factor():
    assert performance_profile([[0.1, 0.3]], [3]).tolist() == [[1, 1]]


def test_costs_must_be_positive():
    with pytest.raises(dw.DagwrightError, match="above 0"):
        performance_profile([[0, 1]], [1])


def test_the_time_to_a_target_is_that_of_the_first_point_that_reaches_it():
    trace = [(1, 5, -9.0), (2, 6, -5.0), (3, 7, -1.0)]
    assert time_to_target(trace, -5.0) == 2
    assert time_to_target(trace, 0.0) is None


def test_without_success_the_expected_time_is_infinite():
    assert expected_time_to_target([None, None], 5) == math.inf
    assert expected_time_to_target([1.0, None], 5) == 6
