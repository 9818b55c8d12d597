"""Friedman's test, whether methods differ at all."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright.evaluate.statistics.inputs import as_table, scipy_stats
from dagwright.evaluate.statistics.ranks import rank_rows

__all__ = ["FriedmanResult", "friedman_test"]


@dataclass(frozen=True)
class FriedmanResult:
    """What `friedman_test` found.

    Attributes
    ----------
    mean_ranks
        Of the methods; 1 is best.
    chi2, p
        Friedman's statistic, corrected for ties, and its p-value with k - 1 degrees of freedom.
    f, p_f
        Iman and Davenport's statistic, which is less conservative, with (k - 1) and
        (k - 1)(m - 1) degrees of freedom.
    problems
        How many there were.
    """

    mean_ranks: tuple[float, ...]
    chi2: float
    p: float
    f: float
    p_f: float
    problems: int


def friedman_test(scores: npt.ArrayLike, *, higher_is_better: bool = True) -> FriedmanResult:
    r"""Test whether k methods rank alike over m problems.

    With ranks :math:`r_{ij}`, their column sums :math:`R_j` and
    :math:`A = \sum r_{ij}^2`, :math:`C = m k (k+1)^2 / 4`:

    .. math:: \chi^2 = \frac{(k-1)\left(\sum_j R_j^2 - m C\right)}{A - C}, \qquad
              F = \frac{(m-1) \chi^2}{m (k-1) - \chi^2}

    which without ties is Friedman's usual formula.

    Parameters
    ----------
    scores
        One row per problem, one column per method; at least two of each.
    higher_is_better
        Whether rank 1 goes to the highest number.

    References
    ----------
    J. Demšar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7.
    R. L. Iman and J. M. Davenport (1980). Communications in Statistics A 9.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import friedman_test
    >>> result = friedman_test([[3, 2, 1], [6, 5, 4], [9, 7, 8], [3, 2, 1]])
    >>> round(result.p, 4), round(result.p_f, 4)
    (0.0388, 0.0066)
    """
    stats = scipy_stats()
    table = as_table(scores, 2, 2)
    m, k = table.shape
    ranks = rank_rows(table, higher_is_better)
    sums = ranks.sum(axis=0)
    centre = m * k * (k + 1) ** 2 / 4
    spread = float((ranks**2).sum() - centre)
    between = float((sums**2).sum() - m * centre)
    # Without any spread all methods tie on every problem: nothing speaks against equality.
    chi2 = (k - 1) * between / spread if spread > 0 else 0.0
    rest = m * (k - 1) - chi2
    f = (m - 1) * chi2 / rest if rest > 1e-12 * m * k else math.inf
    return FriedmanResult(
        mean_ranks=tuple(float(rank) for rank in np.asarray(sums / m)),
        chi2=chi2,
        p=float(stats.chi2.sf(chi2, k - 1)),
        f=f,
        p_f=0.0 if math.isinf(f) else float(stats.f.sf(f, k - 1, (k - 1) * (m - 1))),
        problems=m,
    )
