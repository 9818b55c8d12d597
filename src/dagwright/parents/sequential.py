"""All sets of parents, the small ones first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright.parents.selection import SELECTIONS, Selection

__all__ = ["Sequential"]


@SELECTIONS.register
@dataclass(frozen=True)
class Sequential(Selection):
    """Breadth first by size: exact when it completes.

    Every set that no pruning rule excludes is scored, smaller ones first. If a limit ends it, all
    sets up to `complete_size` are covered, and what was found of the next size is kept.

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
