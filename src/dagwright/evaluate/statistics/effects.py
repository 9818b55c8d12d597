"""How large a difference is, not only whether there is one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.evaluate.statistics.wilcoxon import signed_ranks

__all__ = ["probability_of_superiority", "rank_biserial"]


def rank_biserial(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return the matched-pairs rank-biserial correlation of two methods on the same problems.

    The share of rank sums that favour the first minus the share that favour the second: 1 if the
    first always scores more, 0 if neither does more often or by more.

    Parameters
    ----------
    first, second
        Scores of two methods on the same problems.

    References
    ----------
    D. S. Kerby (2014). The simple difference formula. Comprehensive Psychology 3.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import rank_biserial
    >>> rank_biserial([5, 6, 7], [1, 1, 8])
    0.6666666666666666
    """
    plus, minus = signed_ranks(np.asarray(first, np.float64) - np.asarray(second, np.float64))
    total = float(plus.sum() + minus.sum())
    return float(plus.sum() - minus.sum()) / total if total else 0.0


def probability_of_superiority(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Return how often a random score of the first exceeds one of the second; ties count half.

    Vargha and Delaney's A, for runs that are not paired.

    Parameters
    ----------
    first, second
        Scores, not necessarily equally many.

    References
    ----------
    A. Vargha and H. D. Delaney (2000). A critique and improvement of the CL common language effect
    size statistics. Journal of Educational and Behavioral Statistics 25.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import probability_of_superiority
    >>> probability_of_superiority([1, 2, 3], [2, 2])
    0.5
    """
    one, other = np.asarray(first, np.float64)[:, None], np.asarray(second, np.float64)[None, :]
    return float(np.mean((one > other) + 0.5 * (one == other)))
