"""Wins, ties and losses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["TIE", "Wins", "count_wins"]

TIE = 1e-9
"""Relative difference below which scores are equal: equivalent networks differ by rounding."""


class Wins(NamedTuple):
    """On how many problems the first scored more, neither, or the second."""

    first: int
    ties: int
    second: int


def count_wins(
    first: npt.ArrayLike, second: npt.ArrayLike, *, tie: float = TIE, higher_is_better: bool = True
) -> Wins:
    """Count on how many problems each of two methods scored more.

    Parameters
    ----------
    first, second
        Scores of two methods on the same problems.
    tie
        Relative difference below which two scores count as equal.
    higher_is_better
        Whether the higher number wins.

    Examples
    --------
    >>> from dagwright.evaluate.statistics import count_wins
    >>> count_wins([3, 2, 1], [1, 2, 3])
    Wins(first=1, ties=1, second=1)
    """
    one, other = np.asarray(first, np.float64), np.asarray(second, np.float64)
    equal = np.abs(one - other) <= tie * np.maximum(np.abs(one), np.abs(other))
    more = (one > other) if higher_is_better else (one < other)
    wins = int((more & ~equal).sum())
    return Wins(wins, int(equal.sum()), len(one) - wins - int(equal.sum()))
