"""The maximised log-likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.scores.base import SCORES, Counts, log_likelihood

__all__ = ["LogLikelihood"]


@SCORES.register
@dataclass(frozen=True)
class LogLikelihood:
    r"""Log-likelihood of the data under the best parameters.

    .. math:: s(i \mid S) = \sum_{jk} N_{jk} \ln\frac{N_{jk}}{N_j}

    It never falls when a parent is added, so as a search criterion it needs a limit on the
    number of parents; it is meant for looking at fits.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1]})
    >>> round(dw.LocalScores(data, dw.LogLikelihood())("b"), 6)
    -2.772589
    """

    name: ClassVar[str] = "log-likelihood"

    def from_counts(self, counts: Counts, configurations: float, total: int) -> float:  # noqa: ARG002
        """Return the local score; see `Score.from_counts`."""
        return log_likelihood(counts)
