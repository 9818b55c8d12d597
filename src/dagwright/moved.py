"""Names that are elsewhere now; the old ones work for one more release, with a warning."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

__all__ = ["MOVED"]

MOVED = {
    "Annealing": "walk",
    "Cycle": "crossover",
    "DfsOrder": "initial",
    "FasOrder": "initial",
    "GreedyOrder": "initial",
    "OrderBased": "crossover",
    "Pruning": "selection",
    "RandomOrder": "initial",
    "Rank": "crossover",
    "Tabu": "walk",
}
"""The module of the package in which each name is now."""


def __getattr__(name: str) -> Any:
    """Return what has moved: for the package, which has this function too."""
    if name not in MOVED:
        raise AttributeError(f"module 'dagwright' has no attribute {name!r}")
    now = f"dagwright.{MOVED[name]}"
    words = f"dagwright.{name} has moved: write {now}.{name}"
    warnings.warn(words, DeprecationWarning, stacklevel=2)
    return getattr(import_module(now), name)
