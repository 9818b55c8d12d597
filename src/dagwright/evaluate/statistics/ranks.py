"""Ranks of methods, problem by problem."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.evaluate.statistics.inputs import Numbers, as_table, scipy_stats

__all__ = ["mean_ranks", "rank_rows"]


def rank_rows(table: Numbers, higher_is_better: bool) -> Numbers:
    """Return the rank of every method on every problem: 1 is best, equal ones share the mean."""
    stats = scipy_stats()
    return np.asarray(stats.rankdata(-table if higher_is_better else table, axis=1))


def mean_ranks(scores: npt.ArrayLike, *, higher_is_better: bool = True) -> Numbers:
    """Return the mean rank of each method over all problems; 1 is best.

    Parameters
    ----------
    scores
        One row per problem, one column per method.
    higher_is_better
        Whether rank 1 goes to the highest number.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import mean_ranks
    >>> mean_ranks([[9, 7, 7], [8, 6, 5]]).tolist()
    [1.0, 2.25, 2.75]
    """
    return np.asarray(rank_rows(as_table(scores, 1, 1), higher_is_better).mean(axis=0))
