"""What a score is, and how users name one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from dagwright.registry import Registry

if TYPE_CHECKING:
    from dagwright.data import Dataset

__all__ = [
    "MOST_SCORE",
    "SCORES",
    "Counts",
    "CustomScore",
    "Score",
    "describe_score",
    "log_likelihood",
    "resolve_score",
]

MOST_SCORE = 1e15
"""Scores of real data are far smaller; sums of up to 65 535 such scores are exact to 2^-4."""

Counts: TypeAlias = npt.NDArray[np.int64]

CustomScore: TypeAlias = Callable[["Dataset", str, Sequence[str]], float]
"""A function of the user's: (data, child, parents) -> local score, higher is better.

It must be a finite number up to `MOST_SCORE`; a low one such as -1e9 says "never".
"""


@runtime_checkable
class Score(Protocol):
    """A decomposable score: a number for each variable and its parents, higher is better.

    The C++ core computes it fast; `from_counts` states it as the formula that documents it and
    by which results are verified.
    """

    name: ClassVar[str]

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:
        """Return the local score.

        Parameters
        ----------
        counts
            N_jk: how often state k of the child occurs with parent configuration j; rows of
            configurations that never occur are left out.
        configurations
            q: the number of parent configurations, occurring or not.
        total
            N: the number of rows (the sum of their weights).
        """
        ...


SCORES: Registry[Score] = Registry("score", Score, "BDeu(ess=1)")  # type: ignore[type-abstract]
"""The built-in scores by name."""


def resolve_score(score: Score | CustomScore | str) -> Score | CustomScore:
    """Return the score that a user's word, object or function stands for."""
    is_function = callable(score) and not isinstance(score, type | Score)
    return score if is_function else SCORES.resolve(score)  # type: ignore[return-value, arg-type]


def describe_score(score: Score | CustomScore) -> str:
    """Return a text that distinguishes scores; of a custom function only its name."""
    if isinstance(score, Score):
        return repr(score)
    return str(getattr(score, "__qualname__", type(score).__qualname__))


def log_likelihood(counts: Counts) -> float:
    """Return sum_jk N_jk ln(N_jk / N_j), with 0 ln 0 = 0."""
    totals = np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape)
    seen = counts > 0
    return float(np.sum(counts[seen] * np.log(counts[seen] / totals[seen])))
