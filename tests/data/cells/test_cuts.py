"""Cuts between fine cells, and cells of equal frequency."""

import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagwright.data.cells import (
    NumberColumn,
    cut_at,
    cut_by_user,
    equal_frequency,
    make_fine_cells,
    provisional,
    starting,
)
from dagwright.data.cells.short_number import shortest_between


@pytest.mark.parametrize(
    ("low", "high", "cut"),
    [
        (41.98, 42.3, 42),
        (41.98, 42, 42),
        (42, 42.3, 42.1),
        (10.3, 19.2, 15),
        (-0.5, 0.5, 0),
        (-0.5, 0.0, 0),
        (0.0, 0.5, 0.2),
        (-3.2, -2.9, -3),
        (8, 1100, 1000),
        (5e-324, 1e-323, 1e-323),
        (0.3, math.nextafter(0.3, 1), math.nextafter(0.3, 1)),
        (91, float(np.finfo(float).max), 100),
        (-float(np.finfo(float).max), -91, -100),
    ],
)
def test_the_shortest_number_between_two(low, high, cut):
    assert shortest_between(low, high) == cut


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False))
def test_a_cut_always_separates(one, other):
    low, high = sorted((one, min(max(other, -1.7e308), 1.7e308)))
    if low < high:
        assert low < shortest_between(low, high) <= high


def test_a_value_at_a_cut_belongs_above_it():
    cells = make_fine_cells([1.0, 2.0, 3.0])
    cuts = cut_at(cells, [1], "reader")
    assert cuts.values == (2.0,)
    assert cuts.labels == ("below_2", "from_2")
    assert cuts.lookup[cells.codes].tolist() == [0, 1, 1]
    assert cuts.states_of([1.9, 2.0, -9.0, 9.0, np.nan]).tolist() == [0, 1, 0, 1, 2]


def test_cuts_and_raw_values_agree():
    values = np.random.default_rng(1).normal(size=2000)
    cells = make_fine_cells(values)
    cuts = cut_at(cells, provisional(cells, None), "reader")
    assert np.array_equal(cuts.states_of(values), cuts.lookup[cells.codes])


def test_cuts_of_the_user_are_kept_though_they_separate_nothing():
    values = np.arange(20.0)
    cells = make_fine_cells(values, required_cuts=[-1, 4.5, 4.6, 99])
    column = NumberColumn(cells, cut_by_user(cells, [-1, 4.5, 4.6, 99]))
    assert column.cuts.made_by == "user"
    assert len(column.states) == 5
    assert np.bincount(column.codes, minlength=5).tolist() == [0, 5, 0, 15, 0]
    assert np.array_equal(column.cuts.states_of(values), column.codes)


def test_missing_values_are_the_last_state():
    cells = make_fine_cells([1.0, np.nan, 5.0])
    column = NumberColumn(cells, cut_at(cells, [1], "reader"), missing_state=True)
    assert column.states == ("below_3", "from_3", "missing")
    assert column.codes.tolist() == [0, 2, 1]
    assert pickle.loads(pickle.dumps(column)).states == column.states


def entropy(counts):
    return -sum(n * math.log(n) for n in counts if n)


def test_equal_frequency_is_the_fairest_of_all_divisions():
    rng = np.random.default_rng(2)
    for _ in range(40):
        counts = rng.integers(1, 30, rng.integers(2, 9)) ** rng.integers(1, 3)
        cells = make_fine_cells(np.arange(float(len(counts))), counts)
        for k in (2, 3, 4):
            found = equal_frequency(cells, counts, k)
            assert len(found) == min(k, len(counts)) - 1
            best = max(
                entropy(np.add.reduceat(counts, (0, *cuts)))
                for cuts in itertools.combinations(range(1, len(counts)), len(found))
            )
            assert math.isclose(entropy(np.add.reduceat(counts, (0, *found))), best, abs_tol=1e-6)


def test_a_value_that_most_rows_share_stands_alone():
    values = np.concatenate([np.zeros(700), np.arange(1.0, 301)])
    cells = make_fine_cells(values)
    assert np.bincount(
        cut_at(cells, starting(cells, None), "reader").lookup[cells.codes]
    ).tolist() == [
        700,
        150,
        150,
    ]


def test_two_values_are_always_two_states():
    cells = make_fine_cells([0.0] * 9999 + [1.0])
    assert starting(cells, None) == provisional(cells, None) == (1,)


def test_one_value_or_none_is_not_cut():
    assert starting(make_fine_cells([3.0, 3.0]), None) == ()
    assert starting(make_fine_cells([np.nan]), None) == ()


def test_values_without_weight_make_no_state():
    weights = np.array([1, 0, 1, 0])
    cells = make_fine_cells([1.0, 2.0, 3.0, 4.0])
    assert starting(cells, weights) == (2,)


@pytest.mark.parametrize(
    ("rows", "states"), [(2, 2), (26, 2), (27, 3), (999, 9), (1000, 10), (9999, 16)]
)
def test_a_table_that_was_only_read_has_the_cube_root_of_its_rows(rows, states):
    cells = make_fine_cells(np.arange(float(rows)))
    assert len(provisional(cells, None)) == states - 1
