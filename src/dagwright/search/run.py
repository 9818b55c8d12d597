"""From a user's wishes to a run: stop rules, callbacks, and the hook that tests stop with."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.search.callbacks import CallbackChain, Progress

__all__ = ["force_stop_at_check", "make_control", "resolve_threads"]

_forced_stop: ContextVar[int | None] = ContextVar("forced_stop", default=None)


@contextmanager
def force_stop_at_check(check: int) -> Iterator[None]:
    """Interrupt every search inside this block when it asks for the k-th time whether to stop.

    For tests: a search must leave a complete result wherever it is stopped.
    """
    token = _forced_stop.set(check)
    try:
        yield
    finally:
        _forced_stop.reset(token)


def resolve_threads(threads: int | None) -> int:
    """Return the number of threads; None asks for one a core."""
    if threads is None:
        return _core.resolve_threads(0)
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise DagwrightError(f"threads={threads!r}: give a whole number from 1, or None")
    return threads


def _check_limit(name: str, value: float | None) -> None:
    if value is not None and not (isinstance(value, (int, float)) and value >= 0):
        raise DagwrightError(f"{name}={value!r}: give a number from 0, or None")


def make_control(
    stage: str,
    callbacks: CallbackChain,
    time_limit: float | None,
    iterations: int | None,
    target: float | None,
) -> _core.RunControl:
    """Return the stop rules and the observer of a run that begins now."""
    _check_limit("time_limit", time_limit)
    _check_limit("iterations", iterations)
    if target is not None and math.isnan(target):
        raise DagwrightError("target is not a number")
    callbacks.on_start(Progress(stage, 0.0, 0, -math.inf, 0, None, time_limit))

    def observe(seen: _core.Progress) -> bool:
        return callbacks.on_progress(
            Progress(
                stage,
                seen.seconds,
                seen.iterations,
                seen.best_score,
                seen.work_done,
                seen.work_total or None,
                _seconds_left(seen, time_limit),
            )
        )

    return _core.RunControl(
        time_limit, iterations, target, stop_at_check=_forced_stop.get(), callback=observe
    )


def _seconds_left(seen: _core.Progress, time_limit: float | None) -> float | None:
    estimates = []
    if time_limit is not None:
        estimates.append(max(0.0, time_limit - seen.seconds))
    if seen.work_total and seen.work_done:
        estimates.append(seen.seconds / seen.work_done * (seen.work_total - seen.work_done))
    return min(estimates, default=None)
