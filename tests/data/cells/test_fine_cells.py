"""Numbers in fine cells."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagwright.data.cells import MISSING_CELL, MOST_CELLS, make_fine_cells
from dagwright.errors import DataError


def check(cells, values):
    """Check that each number is in its cell and that cells follow one another."""
    present = ~np.isnan(values)
    assert (cells.codes[~present] == MISSING_CELL).all()
    codes = cells.codes[present]
    assert (cells.lows <= cells.highs).all()
    assert (cells.highs[:-1] < cells.lows[1:]).all()
    assert (cells.lows[codes] <= values[present]).all()
    assert (values[present] <= cells.highs[codes]).all()


def test_up_to_255_values_are_a_cell_each():
    values = np.repeat(np.arange(255.0), 3)
    cells = make_fine_cells(np.random.default_rng(1).permutation(values))
    assert cells.is_exact
    assert cells.n_cells == 255
    assert cells.counts().tolist() == [3] * 255


def test_more_values_are_shared_out_evenly():
    values = np.random.default_rng(2).normal(size=25_500)
    cells = make_fine_cells(values)
    check(cells, values)
    assert cells.n_cells == MOST_CELLS
    assert set(cells.counts().tolist()) == {100}


def test_a_frequent_value_is_a_cell_of_its_own():
    rng = np.random.default_rng(3)
    values = np.concatenate([np.zeros(5000), np.full(80, 1.5), rng.normal(size=5000)])
    cells = make_fine_cells(values)
    check(cells, values)
    for value in (0.0, 1.5):
        at = int(np.searchsorted(cells.lows, value))
        assert cells.lows[at] == cells.highs[at] == value


def test_many_frequent_values_between_rare_ones_still_fit():
    frequent = np.repeat(np.arange(200.0), 50)
    rare = np.arange(400) / 2 + 0.1
    values = np.concatenate([frequent, rare])
    cells = make_fine_cells(values)
    check(cells, values)
    assert 150 < cells.n_cells <= MOST_CELLS


def test_no_cell_straddles_a_required_cut():
    values = np.random.default_rng(4).normal(size=10_000)
    cuts = [-5.0, -0.501, 0.0, 0.0001, float(values[7]), 9.0]
    cells = make_fine_cells(values, required_cuts=sorted(cuts))
    check(cells, values)
    for cut in cuts:
        assert ((cells.highs < cut) | (cells.lows >= cut)).all()


def test_254_required_cuts_are_the_most():
    values = np.random.default_rng(5).random(5000)
    cuts = np.linspace(0, 1, 256)[1:-1]
    assert make_fine_cells(values, required_cuts=cuts).n_cells == MOST_CELLS
    with pytest.raises(DataError, match="255 cuts are too many"):
        make_fine_cells(values, required_cuts=np.linspace(0, 1, 257)[1:-1])
    with pytest.raises(DataError, match="ascend"):
        make_fine_cells(values, required_cuts=[1, 1])


def test_a_row_of_weight_two_counts_like_two_rows_and_one_of_zero_like_none():
    rng = np.random.default_rng(6)
    values = rng.normal(size=3000)
    weights = rng.integers(0, 4, 3000)
    weighted, repeated = make_fine_cells(values, weights), make_fine_cells(values.repeat(weights))
    assert np.array_equal(weighted.lows, repeated.lows)
    assert np.array_equal(weighted.highs, repeated.highs)
    assert np.array_equal(weighted.codes.repeat(weights), repeated.codes)
    assert np.array_equal(weighted.counts(weights), repeated.counts())
    outside = make_fine_cells([-9.0, 1.0, 2.0, 9.0], [0, 1, 1, 0])
    assert outside.codes.tolist() == [0, 0, 1, 1]


def test_large_weights_are_summed_exactly():
    cells = make_fine_cells([1.0, 2.0, 2.0], [2**53 + 1, 2**53, 1])
    assert cells.counts(np.array([2**53 + 1, 2**53, 1])).tolist() == [2**53 + 1, 2**53 + 1]


def test_infinite_values_go_to_the_ends():
    cells = make_fine_cells([np.inf, 1.0, -np.inf, 2.0, -0.0, 0.0])
    assert cells.codes.tolist() == [4, 2, 0, 3, 1, 1]
    assert np.isfinite(cells.lows).all()


def test_a_column_without_any_number():
    cells = make_fine_cells([np.nan, np.nan])
    assert (cells.n_cells, cells.n_missing) == (0, 2)
    assert cells.counts().tolist() == []


def test_numbers_that_differ_in_their_last_bits_only():
    values = 1.0 + np.arange(1000) * 2.0**-52
    cells = make_fine_cells(np.random.default_rng(7).permutation(values))
    assert cells.n_cells == MOST_CELLS
    assert set(cells.counts().tolist()) == {3, 4}


def test_cells_survive_a_pickle_and_cannot_be_changed():
    cells = pickle.loads(pickle.dumps(make_fine_cells([3.0, 1.0, np.nan])))
    assert cells.codes.tolist() == [1, 0, 255]
    with pytest.raises(ValueError, match="read-only"):
        cells.codes[0] = 1


def test_taking_rows_keeps_the_cells():
    cells = make_fine_cells([3.0, 1.0, 2.0]).take(np.array([True, False, True]))
    assert cells.codes.tolist() == [2, 1]
    assert cells.counts().tolist() == [0, 1, 1]


@given(st.lists(st.floats(allow_infinity=False, width=16), max_size=600), st.randoms())
def test_the_order_of_rows_does_not_matter(values, random):
    cells = make_fine_cells(values)
    check(cells, np.array(values))
    order = list(range(len(values)))
    random.shuffle(order)
    other = make_fine_cells([values[i] for i in order])
    assert np.array_equal(other.lows, cells.lows)
    assert np.array_equal(other.codes, cells.codes[order])
