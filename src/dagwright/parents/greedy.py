"""Sets of parents, best first on the score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from dagwright.parents.pruning import Pruning
from dagwright.parents.selection import check_limits, register

__all__ = ["Greedy"]


@register
@dataclass(frozen=True)
class Greedy:
    """Best first on the score: extends the best set found so far by every other variable.

    For many variables under a limit, where good sets are supersets of good sets.

    Parameters
    ----------
    max_parents, seconds_per_variable, max_evaluations, pruning
        As for `Sequential`.
    max_open
        The most sets that wait for their turn; beyond it the worse half is dropped.

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

    max_parents: int | None = None
    seconds_per_variable: float | None = None
    max_evaluations: int | None = None
    pruning: Pruning = field(default_factory=Pruning)
    max_open: int = 2**20

    def __post_init__(self) -> None:
        check_limits(self)

    def core_options(self) -> tuple[int, bool]:
        """Return the size of the open list and whether subsets are scored first."""
        return self.max_open, False
