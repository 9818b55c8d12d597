"""The Bayesian information criterion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from dagwright.scores.base import SCORES, Counts, log_likelihood

__all__ = ["BIC"]


@SCORES.register
@dataclass(frozen=True)
class BIC:
    r"""Bayesian information criterion, the negative of the minimum description length.

    .. math:: s(i \mid S) = \sum_{jk} N_{jk} \ln\frac{N_{jk}}{N_j} - \frac{\ln N}{2} (r_i - 1) q_S

    with :math:`r_i` the number of states of the child and :math:`q_S` the number of parent
    configurations, all of them and not only those that occur. Consistent; needs no parameter;
    tends to sparse networks.

    References
    ----------
    Schwarz (1978), Estimating the dimension of a model. Lam & Bacchus (1994), Learning Bayesian
    belief networks: an approach based on the MDL principle.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> round(dw.LocalScores(data, dw.BIC())("b", ["a"]), 6)
    -1.386294
    """

    name: ClassVar[str] = "bic"

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:
        """Return the local score; see `Score.from_counts`."""
        arity: int = counts.shape[1]
        return log_likelihood(counts) - math.log(total) / 2 * (arity - 1) * configurations
