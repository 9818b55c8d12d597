"""What ends a run besides being done."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dagwright.errors import DagwrightError

__all__ = ["NO_LIMITS", "Limits", "TimeLimit", "check_target", "check_time_limit"]

TimeLimit: TypeAlias = float | Literal["auto"] | None
"""Of `learn`: seconds, None for no limit, or "auto": 60, and none beside a number of iterations."""


@dataclass(frozen=True)
class Limits:
    """What ends a run besides being done; None where nothing does.

    Attributes
    ----------
    seconds
        After which it ends.
    iterations
        The most iterations of all its work together.
    target
        The score of a network that is good enough.
    """

    seconds: float | None = None
    iterations: int | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        check_time_limit(self.seconds)
        _check_iterations(self.iterations)
        check_target(self.target)


def check_time_limit(seconds: float | None) -> None:
    """Refuse a time limit that is neither None nor a number of at least 0."""
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise DagwrightError(f"time_limit={seconds!r}: give seconds from 0, or None")


def _check_iterations(iterations: int | None) -> None:
    if iterations is None:
        return
    if (
        isinstance(iterations, bool)
        or not isinstance(iterations, int)
        or not 0 <= iterations < 2**63
    ):
        raise DagwrightError(f"iterations={iterations!r}: give a whole number from 0, or None")


def check_target(target: float | None) -> None:
    """Refuse a target that is neither None nor a number."""
    if target is None:
        return
    if isinstance(target, bool) or not isinstance(target, (int, float)) or math.isnan(target):
        raise DagwrightError(f"target={target!r}: give a score, or None")


NO_LIMITS = Limits()
