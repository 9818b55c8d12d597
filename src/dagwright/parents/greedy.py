"""Sets of parents, best first on the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parameters import parameter
from dagwright.parents.selection import SELECTIONS, Selection

__all__ = ["Greedy"]


@SELECTIONS.register
@dataclass(frozen=True)
class Greedy(Selection):
    """Best first on the score: extends the best set found so far by every other variable.

    For many variables under a limit, where good sets are supersets of good sets.

    References
    ----------
    Perez & Mauá (2016), Algorithm 1 with the greedy heuristic.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Greedy(max_evaluations=500))
    >>> max(sets.evaluations.values())
    500
    """

    name: ClassVar[str] = "greedy"

    max_open: int = parameter(
        2**20,
        at_least=1,
        help="The most sets that wait for their turn; beyond it the worse half is dropped.",
    )
