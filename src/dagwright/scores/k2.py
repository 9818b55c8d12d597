"""The Bayesian Dirichlet score of Cooper and Herskovits."""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma
from typing import ClassVar

from dagwright.scores.base import SCORES, Counts

__all__ = ["K2"]


@SCORES.register
@dataclass(frozen=True)
class K2:
    r"""K2 score: log marginal likelihood under uniform priors on every distribution.

    .. math:: s(i \mid S) = \sum_j \Big[ \ln\frac{(r-1)!}{(N_j + r - 1)!}
              + \sum_k \ln N_{jk}! \Big]

    Not score equivalent: Markov equivalent networks may score differently.

    References
    ----------
    Cooper & Herskovits (1992), A Bayesian method for the induction of probabilistic networks
    from data.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> round(dw.LocalScores(data, dw.K2())("b", ["a"]), 6)
    -2.197225
    """

    name: ClassVar[str] = "k2"

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:  # noqa: ARG002
        """Return the local score; see `Score.from_counts`."""
        arity = counts.shape[1]
        return sum(
            lgamma(arity) - lgamma(arity + sum(states)) + sum(lgamma(n + 1) for n in states)
            for states in counts.tolist()
        )
