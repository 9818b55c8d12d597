import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

import dagwright as dw
from dagwright.evaluate.statistics import friedman_test, mean_ranks, nemenyi_test

TABLES = st.tuples(st.integers(2, 12), st.integers(3, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 4))
)


@given(TABLES)
def test_the_statistic_is_scipys_with_and_without_ties(table):
    result = friedman_test(table)
    if all(len(set(row)) == 1 for row in table.tolist()):
        assert result.p == 1
        return
    expected = stats.friedmanchisquare(*table.T)
    assert result.chi2 == pytest.approx(expected.statistic)
    assert result.p == pytest.approx(expected.pvalue)


def test_iman_and_davenport_of_demsars_example():
    # Demšar (2006), Table 6: mean ranks 3.143, 2.000, 2.893, 1.964 over 14 data sets give
    # chi2 = 9.28 and F = 3.69.
    chi2, m, k = 9.28, 14, 4
    assert (m - 1) * chi2 / (m * (k - 1) - chi2) == pytest.approx(3.69, abs=0.01)
    table = np.random.RandomState(0).random_sample((14, 4))
    result = friedman_test(table)
    assert result.f == pytest.approx(13 * result.chi2 / (42 - result.chi2))
    assert result.p_f == pytest.approx(stats.f.sf(result.f, 3, 39))


def test_perfect_agreement_is_as_significant_as_can_be():
    result = friedman_test([[3, 2, 1]] * 5)
    assert result.p_f == 0
    assert result.mean_ranks == (1, 2, 3)


def test_lower_can_be_better():
    assert friedman_test([[1, 2]] * 3, higher_is_better=False).mean_ranks == (1, 2)


def test_ties_share_their_ranks():
    assert mean_ranks([[5, 5, 1]]).tolist() == [1.5, 1.5, 3]


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)])
def test_critical_differences_are_demsars(k, q):
    # Demšar (2006), Table 5.
    found = nemenyi_test([list(range(k))] * 30).critical_difference
    assert found == pytest.approx(q * np.sqrt(k * (k + 1) / 180), abs=2e-3)


def test_a_pair_at_the_critical_difference_has_p_equal_to_alpha():
    table = np.random.RandomState(1).random_sample((20, 3))
    result = nemenyi_test(table)
    unit = np.sqrt(3 * 4 / 120)
    for i in range(3):
        for j in range(3):
            distance = abs(result.mean_ranks[i] - result.mean_ranks[j])
            assert (distance > result.critical_difference) == (result.p[i, j] < 0.05)
            expected = stats.studentized_range.sf(distance / unit * np.sqrt(2), 3, np.inf)
            assert result.p[i, j] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("table", "words"),
    [([[1, 2]], "shape"), ([[1], [2]], "shape"), ([[1, float("nan")]] * 2, "NaN")],
)
def test_tables_that_make_no_sense_are_refused(table, words):
    with pytest.raises(dw.DagwrightError, match=words):
        friedman_test(table)


def test_a_level_out_of_range_is_refused():
    with pytest.raises(dw.DagwrightError, match="alpha=2"):
        nemenyi_test([[1, 2]] * 3, alpha=2)


def test_without_scipy_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(dw.DagwrightError, match=r"pip install 'dagwright\[experiments\]'"):
        friedman_test([[1, 2]] * 3)
