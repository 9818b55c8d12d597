"""Looking at a search while it runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from dagwright.errors import DagwrightError

__all__ = ["USEFUL_GAP", "Callback", "CallbackChain", "Progress", "WithoutBound"]

USEFUL_GAP = 0.2
"""A gap above this says more about the bound than about the network, and is not shown."""


@dataclass(frozen=True)
class Progress:
    """What a callback sees.

    Attributes
    ----------
    stage
        What is going on, e.g. the name of the method.
    seconds
        Since the search began.
    iterations
        Moves so far, of all threads.
    best_score
        The best score so far.
    work_done, work_total
        Work items (climbs, ...) finished, and of how many; None if only a stop rule ends it.
    seconds_left
        Estimate of the time left, None if nothing is known.
    unit, work_unit
        What an iteration is (a move, a set scored, ...), and a work item.
    bound
        No network scores higher; inf if nothing is known.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.Progress("hill-climbing", 2.0, 100, -7000.0, 5, 20, None).rate
    50.0
    """

    stage: str
    seconds: float
    iterations: int
    best_score: float
    work_done: int
    work_total: int | None
    seconds_left: float | None
    unit: str = "moves"
    work_unit: str = "local optima"
    bound: float = math.inf

    @property
    def rate(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds > 0 else 0.0

    @property
    def gap(self) -> float:
        """How far the best score is below the bound, relative to it; inf if one is not known."""
        if not math.isfinite(self.best_score) or not math.isfinite(self.bound):
            return math.inf
        missing = max(0.0, self.bound - self.best_score)
        return missing / abs(self.best_score) if self.best_score else math.inf


class Callback:
    """Base class of callbacks: override what you need.

    They are called from the thread that called the search, at most every 50 ms.

    Examples
    --------
    >>> import dagwright as dw
    >>> class StopAtOnce(dw.Callback):
    ...     def on_progress(self, progress):
    ...         return True
    >>> result = dw.learn(dw.load_dataset("wdbc"), time_limit=5, callbacks=StopAtOnce(),
    ...                   method=dw.HillClimbing(restarts=None))
    >>> result.stop_reason
    <StopReason.INTERRUPTED: 'interrupted'>
    """

    def on_start(self, progress: Progress) -> None:
        """Before the search begins."""

    def on_progress(self, progress: Progress) -> bool | None:
        """From time to time; return True to stop with the best network so far."""

    def on_improvement(self, progress: Progress) -> None:
        """When the best score is better than at the last look."""

    def on_end(self, result: Any) -> None:
        """After the work: its Result or ParentSets, or None if an error ended it."""


class WithoutBound(Callback):
    """Hides the bound from a callback, where it is about other networks than were asked for."""

    def __init__(self, callback: Callback) -> None:
        self._callback = callback

    def on_start(self, progress: Progress) -> None:
        """Pass on."""
        self._callback.on_start(progress)

    def on_progress(self, progress: Progress) -> bool | None:
        """Pass on without the bound."""
        return self._callback.on_progress(replace(progress, bound=math.inf))

    def on_improvement(self, progress: Progress) -> None:
        """Pass on without the bound."""
        self._callback.on_improvement(replace(progress, bound=math.inf))

    def on_end(self, result: Any) -> None:
        """Pass on."""
        self._callback.on_end(result)


class CallbackChain(Callback):
    """Several callbacks as one."""

    def __init__(self, callbacks: Callback | Iterable[Callback] | None) -> None:
        if callbacks is None:
            callbacks = ()
        self._callbacks = (callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks)
        for callback in self._callbacks:
            if not isinstance(callback, Callback):
                raise DagwrightError(f"{callback!r} is no Callback: derive from dagwright.Callback")
        self._best = float("-inf")

    def on_start(self, progress: Progress) -> None:
        """Pass on."""
        for callback in self._callbacks:
            callback.on_start(progress)

    def on_progress(self, progress: Progress) -> bool:
        """Pass on; the wish of one is enough to stop."""
        if progress.best_score > self._best:
            self._best = progress.best_score
            for callback in self._callbacks:
                callback.on_improvement(progress)
        wishes = [callback.on_progress(progress) for callback in self._callbacks]
        return any(wishes)

    def on_end(self, result: Any) -> None:
        """Pass on."""
        for callback in self._callbacks:
            callback.on_end(result)
