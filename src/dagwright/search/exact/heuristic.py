"""What a lower bound for the searches in the order graph is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parents import ParentSets

__all__ = ["Heuristic", "check_heuristic"]


@runtime_checkable
class Heuristic(Protocol):
    """A lower bound on what placing the remaining variables costs.

    `SimpleHeuristic`, `DynamicPatterns` and `StaticPatterns` are the ones there are.

    Examples
    --------
    >>> import dagwright as dw
    >>> isinstance(dw.SimpleHeuristic(), dw.Heuristic)
    True
    """

    def plan(self, sets: ParentSets) -> _core.HeuristicPlan:
        """Return it in the form that the core takes."""
        ...


def check_heuristic(method: object, heuristic: object) -> None:
    """Refuse what is not a heuristic."""
    if isinstance(heuristic, type) or not isinstance(heuristic, Heuristic):
        raise DagwrightError(
            f"{type(method).__name__}(heuristic={heuristic!r}): give SimpleHeuristic(), "
            "DynamicPatterns() or StaticPatterns()"
        )
