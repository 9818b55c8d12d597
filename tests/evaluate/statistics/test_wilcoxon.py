import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import dagwright as dw
from dagwright.evaluate.statistics import (
    count_wins,
    pairwise_wilcoxon,
    probability_of_superiority,
    rank_biserial,
    wilcoxon_test,
)

DIFFERENCES = st.lists(st.integers(-4, 4), min_size=1, max_size=8)


@given(DIFFERENCES)
def test_up_to_25_pairs_the_p_value_is_that_of_all_choices_of_signs(differences):
    values = np.array(differences, float)
    ranks = stats.rankdata(np.abs(values))[values != 0]
    plus = stats.rankdata(np.abs(values))[values > 0].sum()
    sums = [
        sum(rank for rank, positive in zip(ranks, signs, strict=True) if positive)
        for signs in itertools.product([False, True], repeat=len(ranks))
    ]
    result = wilcoxon_test(values, np.zeros(len(values)), alternative="greater")
    assert result.exact
    assert result.p == pytest.approx(np.mean([total >= plus - 1e-9 for total in sums]))
    other = wilcoxon_test(values, np.zeros(len(values)), alternative="less")
    assert other.p == pytest.approx(np.mean([total <= plus + 1e-9 for total in sums]))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_without_ties_it_is_scipys_exact_test(alternative):
    draws = np.random.RandomState(0)
    first, second = draws.random_sample(15), draws.random_sample(15)
    expected = stats.wilcoxon(first, second, alternative=alternative, method="exact").pvalue
    assert wilcoxon_test(first, second, alternative=alternative).p == pytest.approx(expected)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_with_many_pairs_it_is_scipys_approximation_with_pratts_zeros(alternative):
    draws = np.random.RandomState(1)
    first, second = draws.randint(0, 9, 80), draws.randint(0, 8, 80)
    with np.errstate(all="ignore"):
        expected = stats.wilcoxon(
            first, second, zero_method="pratt", alternative=alternative, method="asymptotic"
        )
    result = wilcoxon_test(first, second, alternative=alternative)
    assert not result.exact
    # Scipy centres the sum with the zeros' ranks, we without: the same sums, one convention.
    assert result.p == pytest.approx(expected.pvalue, rel=1e-6)


def test_five_pairs_reach_one_in_32():
    # Spec of Vandel et al.: with five networks a group, the least one-sided p-value is 1/32.
    assert wilcoxon_test([1] * 5, [0] * 5, alternative="greater").p == 1 / 32


def test_equal_scores_are_never_significant():
    assert wilcoxon_test([1, 2], [1, 2]).p == 1


def test_effects_span_minus_one_to_one():
    assert rank_biserial([2, 3], [1, 1]) == 1
    assert rank_biserial([1, 1], [2, 3]) == -1
    assert rank_biserial([1, 1], [1, 1]) == 0
    assert probability_of_superiority([3, 4], [1, 2]) == 1


def test_wins_count_ties_within_a_tolerance():
    assert count_wins([1, 1 + 1e-12, 3], [2, 1, 1]) == (1, 1, 1)
    assert count_wins([1, 2], [2, 1], higher_is_better=False) == (1, 0, 1)


def test_pairs_are_tested_at_the_corrected_level():
    better = np.arange(12.0) + 1
    pairs = pairwise_wilcoxon({"a": better, "b": 0 * better, "c": 0 * better})
    assert [(pair.first, pair.second, pair.sign) for pair in pairs] == [
        ("a", "b", "+"),
        ("a", "c", "+"),
        ("b", "c", "~"),
    ]
    assert pairs[0].level == pytest.approx(0.05 / 3)
    (reverse,) = pairwise_wilcoxon({"b": 0 * better, "a": better})
    assert reverse.sign == "-"
    assert pairwise_wilcoxon({"a": better, "b": 0 * better}, comparisons=1000)[0].sign == "~"


def test_rounding_differences_are_ties_in_pairs():
    (pair,) = pairwise_wilcoxon({"a": [-100.0 + 1e-10] * 12, "b": [-100.0] * 12})
    assert pair.sign == "~"
    assert pair.wins.ties == 12


@pytest.mark.parametrize(
    ("first", "second", "alternative", "words"),
    [
        ([1], [1, 2], "less", "give pairs"),
        ([], [], "less", "one number per pair"),
        ([1], [1], "more", "alternative='more'"),
        ([float("nan")], [1], "less", "NaN"),
    ],
)
def test_what_makes_no_sense_is_refused(first, second, alternative, words):
    with pytest.raises(dw.DagwrightError, match=words):
        wilcoxon_test(first, second, alternative=alternative)
