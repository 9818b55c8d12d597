"""Wilcoxon's signed-rank test, whether one of two methods tends to score more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError
from dagwright.evaluate.statistics.inputs import Numbers, scipy_stats

__all__ = ["WilcoxonResult", "signed_ranks", "wilcoxon_test"]

_EXACT_UP_TO = 25
_ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True)
class WilcoxonResult:
    """What `wilcoxon_test` found.

    Attributes
    ----------
    plus, minus
        Sums of the ranks of positive and of negative differences.
    p
        The p-value.
    pairs
        How many there were.
    exact
        Whether the distribution was enumerated, not approximated by a normal one.
    """

    plus: float
    minus: float
    p: float
    pairs: int
    exact: bool


def signed_ranks(differences: npt.ArrayLike) -> tuple[Numbers, Numbers]:
    """Return the ranks of positive and of negative differences, after Pratt.

    Zeros are ranked with the others and then left out, so that they count against significance.
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1 or len(values) == 0 or np.isnan(values).any():
        raise DagwrightError("give one number per pair, none of them NaN")
    ranks = np.asarray(scipy_stats().rankdata(np.abs(values)))
    return ranks[values > 0], ranks[values < 0]


def wilcoxon_test(
    first: npt.ArrayLike, second: npt.ArrayLike, *, alternative: str = "two-sided"
) -> WilcoxonResult:
    """Test whether paired scores differ, by the signs of their ranked differences.

    Parameters
    ----------
    first, second
        Scores of two methods on the same problems.
    alternative
        ``"two-sided"``, ``"greater"`` (the first scores more) or ``"less"``.

    Notes
    -----
    Up to 25 pairs the distribution is enumerated given the ranks that occurred, so that ties and
    zeros (by Pratt's rule) need no approximation; beyond, it is approximated by a normal one with
    the variance that belongs to those ranks.

    References
    ----------
    F. Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics 1. J. W. Pratt (1959).
    Remarks on zeros and ties in the Wilcoxon signed rank procedures. JASA 54.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import wilcoxon_test
    >>> wilcoxon_test([5, 6, 7, 8, 9], [1, 1, 1, 1, 1], alternative="greater").p
    0.03125
    """
    if alternative not in _ALTERNATIVES:
        known = ", ".join(_ALTERNATIVES)
        raise DagwrightError(f"alternative={alternative!r}: choose {known}")
    one, other = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if one.shape != other.shape:
        raise DagwrightError(f"{one.size} scores and {other.size}: give pairs")
    plus, minus = signed_ranks(one - other)
    ranks = np.concatenate([plus, minus])
    exact = len(ranks) <= _EXACT_UP_TO
    find = _tails_exactly if exact else _tails_approximately
    less, greater = find(ranks, float(plus.sum()))
    p = {"less": less, "greater": greater, "two-sided": min(1.0, 2 * min(less, greater))}
    return WilcoxonResult(float(plus.sum()), float(minus.sum()), p[alternative], len(one), exact)


def _tails_exactly(ranks: Numbers, plus: float) -> tuple[float, float]:
    """Return P(W <= plus) and P(W >= plus) over all 2^m choices of signs."""
    doubled = np.round(2 * ranks).astype(np.int64)  # mean ranks of ties are halves
    ways = np.zeros(int(doubled.sum()) + 1)
    ways[0] = 1
    for rank in doubled:
        moved = np.zeros_like(ways)
        moved[rank:] = ways[: len(ways) - rank]
        ways = (ways + moved) / 2
    place = round(2 * plus)
    return float(ways[: place + 1].sum()), float(ways[place:].sum())


def _tails_approximately(ranks: Numbers, plus: float) -> tuple[float, float]:
    z = (plus - ranks.sum() / 2) / np.sqrt((ranks**2).sum() / 4)
    normal = scipy_stats().norm
    return float(normal.cdf(z)), float(normal.sf(z))
