"""Looking at a search while it runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dagwright.errors import DagwrightError

__all__ = ["USEFUL_GAP", "Callback", "CallbackChain", "Progress"]

USEFUL_GAP = 0.2
"""A gap above this says more about the bound than about the network, and is not shown."""


@dataclass(frozen=True)
class Progress:
    """What a callback sees.

    Attributes
    ----------
    stage
        What is being done, such as ``"minobs"``, or ``"exact: astar"`` for a search inside another.
    seconds
        Since the whole run began.
    iterations
        Moves of this stage so far, of all threads.
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
    stage_seconds
        Since this stage began; None means with the run.

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
    stage_seconds: float | None = None

    @property
    def rate(self) -> float:
        """Iterations per second of this stage."""
        seconds = self.seconds if self.stage_seconds is None else self.stage_seconds
        return self.iterations / seconds if seconds > 0 else 0.0

    @property
    def gap(self) -> float:
        """How far the best score is below the bound, relative to it; inf if one is not known."""
        if not math.isfinite(self.best_score) or not math.isfinite(self.bound):
            return math.inf
        missing = max(0.0, self.bound - self.best_score)
        return missing / abs(self.best_score) if self.best_score else math.inf


class Callback:
    """Base class of callbacks: override what you need.

    They are called from the thread that called the search, at most every 50 ms and at the end of
    each stage.

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
        """Before a stage begins; `learn` has several."""

    def on_progress(self, progress: Progress) -> bool | None:
        """From time to time; return True to stop with the best network so far."""

    def on_improvement(self, progress: Progress) -> None:
        """When the best score is better than at the last look."""

    def on_stage_end(self, progress: Progress) -> None:
        """After a stage that neither an error nor a second Ctrl-C ended, and its last look."""

    def on_end(self, result: Any) -> None:
        """After all the work: its Result, ParentSets, ..., or None if an error ended it."""


class CallbackChain(Callback):
    """Several callbacks as one."""

    def __init__(self, callbacks: Callback | Iterable[Callback] | None) -> None:
        if callbacks is None:
            callbacks = ()
        self._callbacks = (callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks)
        for callback in self._callbacks:
            if not isinstance(callback, Callback):
                raise DagwrightError(
                    f"{callback!r} must be an instance of a subclass of dagwright.Callback"
                )
        self._best = float("-inf")

    def on_start(self, progress: Progress) -> None:
        """Pass on."""
        for callback in self._callbacks:
            callback.on_start(progress)

    def on_progress(self, progress: Progress) -> bool:
        """Pass on; any callback can request a stop."""
        if progress.best_score > self._best:
            self._best = progress.best_score
            for callback in self._callbacks:
                callback.on_improvement(progress)
        wishes = [callback.on_progress(progress) for callback in self._callbacks]
        return any(wishes)

    def on_stage_end(self, progress: Progress) -> None:
        """Pass on."""
        for callback in self._callbacks:
            callback.on_stage_end(progress)

    def on_end(self, result: Any) -> None:
        """Pass on."""
        for callback in self._callbacks:
            callback.on_end(result)
