"""Answers about a few labels, which thousands of columns of a wide table may share."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

__all__ = ["FEW_LABELS", "MOST_ANSWERS", "remembered"]

FEW_LABELS = 32
"""Up to this many labels are likely to be those of another column too."""

MOST_ANSWERS = 4096

T = TypeVar("T")


def remembered(function: Callable[[tuple[str, ...]], T]) -> Callable[[tuple[str, ...]], T]:
    """Let a function of labels remember its answers where these are few."""
    known = lru_cache(maxsize=MOST_ANSWERS)(function)

    @wraps(function)
    def answer(labels: tuple[str, ...]) -> T:
        return known(labels) if len(labels) <= FEW_LABELS else function(labels)

    return answer
