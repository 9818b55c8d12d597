"""Nemenyi's test, which methods differ."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError
from dagwright.evaluate.statistics.inputs import Numbers, as_table, scipy_stats
from dagwright.evaluate.statistics.ranks import rank_rows

__all__ = ["NemenyiResult", "nemenyi_test"]


@dataclass(frozen=True)
class NemenyiResult:
    """What `nemenyi_test` found.

    Attributes
    ----------
    mean_ranks
        Of the methods; 1 is best.
    critical_difference
        Methods whose mean ranks differ by more differ significantly.
    p
        The p-value of every pair, methods x methods.
    alpha
        The level.
    """

    mean_ranks: tuple[float, ...]
    critical_difference: float
    p: Numbers
    alpha: float


def nemenyi_test(
    scores: npt.ArrayLike, *, alpha: float = 0.05, higher_is_better: bool = True
) -> NemenyiResult:
    r"""Compare k methods in pairs by their mean ranks over m problems.

    The critical difference is :math:`q_\alpha \sqrt{k (k+1) / (6 m)}`, with
    :math:`q_\alpha` the studentised range for infinite degrees of freedom, divided by
    :math:`\sqrt 2`.

    Parameters
    ----------
    scores
        One row per problem, one column per method; at least two methods.
    alpha
        The level of all comparisons together.
    higher_is_better
        Whether rank 1 goes to the highest number.

    References
    ----------
    J. Demšar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import nemenyi_test
    >>> round(nemenyi_test([[3, 2, 1]] * 20).critical_difference, 3)
    0.741
    """
    if not 0 < alpha < 1:
        raise DagwrightError(f"alpha={alpha!r}: give a number between 0 and 1")
    stats = scipy_stats()
    table = as_table(scores, 2, 1)
    m, k = table.shape
    ranks = rank_rows(table, higher_is_better).mean(axis=0)
    unit = math.sqrt(k * (k + 1) / (6 * m))
    quantile = float(stats.studentized_range.ppf(1 - alpha, k, np.inf)) / math.sqrt(2)
    distances = np.abs(ranks[:, None] - ranks[None, :]) / unit * math.sqrt(2)
    return NemenyiResult(
        mean_ranks=tuple(float(rank) for rank in ranks),
        critical_difference=quantile * unit,
        p=np.asarray(stats.studentized_range.sf(distances, k, np.inf)),
        alpha=alpha,
    )
