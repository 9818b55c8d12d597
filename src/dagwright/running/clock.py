"""How much is left of a time limit."""

from __future__ import annotations

import time

__all__ = ["Clock"]


class Clock:
    """How much is left of a time limit."""

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._began = time.perf_counter()

    def passed(self) -> float:
        """Return the seconds since the clock was made."""
        return time.perf_counter() - self._began

    def left(self, share: float = 1.0) -> float | None:
        """Return a share of what is left, None if there is no limit."""
        if self._limit is None:
            return None
        return max(0.0, share * (self._limit - self.passed()))
