"""All pairs of methods by Wilcoxon's test, with Bonferroni's correction."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright.evaluate.statistics.effects import rank_biserial
from dagwright.evaluate.statistics.wilcoxon import wilcoxon_test
from dagwright.evaluate.statistics.wins import TIE, Wins, count_wins

__all__ = ["PairwiseResult", "pairwise_wilcoxon"]


@dataclass(frozen=True)
class PairwiseResult:
    """One pair of methods.

    Attributes
    ----------
    first, second
        Their names.
    p_first, p_second
        One-sided p-values: that the first, or the second, scores more by chance alone.
    level
        What a p-value must be below.
    effect
        The rank-biserial correlation, from -1 (the second always) to 1 (the first always).
    wins
        On how many problems each scored more.
    """

    first: str
    second: str
    p_first: float
    p_second: float
    level: float
    effect: float
    wins: Wins

    @property
    def sign(self) -> str:
        """``"+"`` if the first is significantly better, ``"-"`` if the second is, else ``"~"``."""
        if self.p_first < self.level:
            return "+"
        return "-" if self.p_second < self.level else "~"


def pairwise_wilcoxon(
    scores: Mapping[str, npt.ArrayLike],
    *,
    alpha: float = 0.05,
    comparisons: int | None = None,
    tie: float = TIE,
) -> tuple[PairwiseResult, ...]:
    """Compare every two methods by one-sided signed-rank tests at the level alpha / comparisons.

    Parameters
    ----------
    scores
        For each method one number per problem, higher is better.
    alpha
        The level of all comparisons together.
    comparisons
        How many there are in all; by default the pairs of these methods.
    tie
        Relative difference below which two scores count as equal.

    References
    ----------
    J. Vandel, B. Mangin and S. de Givry (2012), section 4.1.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import pairwise_wilcoxon
    >>> (pair,) = pairwise_wilcoxon({"a": [3, 4, 5, 6, 7], "b": [1, 1, 1, 1, 1]})
    >>> pair.sign, pair.wins.first
    ('+', 5)
    """
    pairs = list(itertools.combinations(scores, 2))
    level = alpha / (len(pairs) if comparisons is None else comparisons)
    found = []
    for one, other in pairs:
        first = np.asarray(scores[one], np.float64)
        second = np.asarray(scores[other], np.float64)
        # What counts as a tie must not count as a small difference.
        first = np.where(np.abs(first - second) <= tie * np.abs(second), second, first)
        found.append(
            PairwiseResult(
                first=one,
                second=other,
                p_first=wilcoxon_test(first, second, alternative="greater").p,
                p_second=wilcoxon_test(first, second, alternative="less").p,
                level=level,
                effect=rank_biserial(first, second),
                wins=count_wins(first, second, tie=tie),
            )
        )
    return tuple(found)
