"""Akaike's information criterion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.scores.base import SCORES, Counts, log_likelihood

__all__ = ["AIC"]


@SCORES.register
@dataclass(frozen=True)
class AIC:
    r"""Akaike information criterion.

    .. math:: s(i \mid S) = \sum_{jk} N_{jk} \ln\frac{N_{jk}}{N_j} - (r_i - 1) q_S

    Punishes less than `BIC` from eight rows on, so it gives denser networks; meant for prediction
    rather than for finding the true structure.

    References
    ----------
    Akaike (1974), A new look at the statistical model identification.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> dw.LocalScores(data, dw.AIC())("b", ["a"])
    -2.0
    """

    name: ClassVar[str] = "aic"

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:  # noqa: ARG002
        """Return the local score; see `Score.from_counts`."""
        arity: int = counts.shape[1]
        return log_likelihood(counts) - (arity - 1) * configurations
