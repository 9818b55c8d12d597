"""All sets of parents, the small ones first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from dagwright.parents.pruning import Pruning
from dagwright.parents.selection import check_limits, register

__all__ = ["Sequential"]


@register
@dataclass(frozen=True)
class Sequential:
    """Breadth first by size: exact when it completes.

    Every set that no pruning rule excludes is scored, smaller ones first. If a limit ends it, all
    sets up to `complete_size` are covered, and what was found of the next size is kept.

    Parameters
    ----------
    max_parents
        The most parents of a set; None for no limit but the proven ones.
    seconds_per_variable
        The most time for one variable; None for a fair share of the whole time.
    max_evaluations
        The most sets scored for one variable: a limit that gives the same lists every time.
    pruning
        The rules in force.

    References
    ----------
    Perez & Mauá (2016), Algorithm 1 with the sequential heuristic.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> sets.n_sets
    6421
    """

    name: ClassVar[str] = "sequential"

    max_parents: int | None = None
    seconds_per_variable: float | None = None
    max_evaluations: int | None = None
    pruning: Pruning = field(default_factory=Pruning)

    def __post_init__(self) -> None:
        check_limits(self)

    def core_options(self) -> tuple[int, bool]:
        """Return the size of the open list and whether subsets are scored first: unused here."""
        return 1, False
