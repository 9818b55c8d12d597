"""What a lower bound for the searches in the order graph is."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.registry import Registry

__all__ = ["HEURISTICS", "Heuristic"]


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

    name: ClassVar[str]

    def options(self, sets: ParentSets) -> _core.HeuristicOptions:
        """Return it in the form that the core takes."""
        ...


HEURISTICS: Registry[Heuristic] = Registry("heuristic", Heuristic, "StaticPatterns()")  # type: ignore[type-abstract]
"""The heuristics by name."""
