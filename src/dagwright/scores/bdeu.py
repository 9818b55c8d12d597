"""The Bayesian Dirichlet score with a uniform prior."""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma
from typing import ClassVar

from dagwright.parameters import Parameters, parameter
from dagwright.scores.base import SCORES, Counts

__all__ = ["BDeu"]


@SCORES.register
@dataclass(frozen=True)
class BDeu(Parameters):
    r"""Bayesian Dirichlet equivalent uniform score: a log marginal likelihood.

    .. math:: s(i \mid S) = \sum_j \Big[ \ln\frac{\Gamma(\alpha/q)}{\Gamma(\alpha/q + N_j)}
              + \sum_k \ln\frac{\Gamma(\alpha/(q r) + N_{jk})}{\Gamma(\alpha/(q r))} \Big]

    with :math:`\alpha` the equivalent sample size, :math:`q` the number of parent configurations
    and :math:`r` the number of states of the child. Gives the same score to Markov equivalent
    networks.

    References
    ----------
    Buntine (1991), Theory refinement on Bayesian networks. Heckerman, Geiger & Chickering (1995),
    Learning Bayesian networks: the combination of knowledge and statistical data.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> round(dw.LocalScores(data, dw.BDeu(ess=1))("b", ["a"]), 6)
    -1.750937
    """

    name: ClassVar[str] = "bdeu"

    ess: float = parameter(
        1.0, above=0, help="Equivalent sample size. Larger values give denser networks."
    )

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:  # noqa: ARG002
        """Return the local score; see `Score.from_counts`."""
        row = self.ess / configurations
        cell = row / counts.shape[1]
        return sum(
            lgamma(row)
            - lgamma(row + sum(states))
            + sum(lgamma(cell + n) - lgamma(cell) for n in states)
            for states in counts.tolist()
        )
