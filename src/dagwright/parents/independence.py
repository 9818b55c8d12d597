"""Sets of parents, best first on an estimate that costs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parameters import parameter
from dagwright.parents.selection import SELECTIONS, Selection

__all__ = ["Independence"]


@SELECTIONS.register
@dataclass(frozen=True)
class Independence(Selection):
    r"""Best first on what two sets would explain together if they told nothing of each other.

    All single parents are scored first. Then, with Y scored and j one more parent, the estimate of
    BIC(Y + j) is

    .. math:: BIC^*(Y + j) = BIC(Y) + BIC(j) - BIC(\emptyset)
              + w (r - 1) (q_Y + r_j - q_Y r_j - 1)

    which is off by N times the interaction information; the set with the best estimate is scored
    next. For AIC and the log-likelihood the same with their own w; for BDeu and K2, whose penalty
    is not apart from the fit, the scores themselves are added.

    References
    ----------
    Scanagatta, de Campos, Corani & Zaffalon (2015), Learning Bayesian networks with thousands of
    variables. Perez & Mauá (2016), eq. 3-4.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Independence(max_evaluations=500))
    >>> sets.complete_size["diagnosis"]
    1
    """

    name: ClassVar[str] = "independence"

    max_open: int = parameter(
        2**20,
        at_least=1,
        help="The most sets that wait for their turn; beyond it the worse half is dropped.",
    )
    subsets_first: bool = parameter(
        False, help="Score every subset of a set before the set itself."
    )
