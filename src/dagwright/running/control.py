"""From a user's wishes to a run: stop rules, callbacks, and the hook that tests stop with."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.running.callbacks import CallbackChain, Progress

__all__ = [
    "check_target",
    "check_time_limit",
    "force_stop_at_check",
    "make_control",
    "resolve_threads",
]

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


def check_time_limit(seconds: float | None) -> None:
    """Refuse a time limit that is neither None nor a number from 0 on."""
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise DagwrightError(f"time_limit={seconds!r}: give seconds from 0, or None")


def _check_iterations(iterations: int | None) -> None:
    if iterations is None:
        return
    if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 0:
        raise DagwrightError(f"iterations={iterations!r}: give a whole number from 0, or None")


def check_target(target: float | None) -> None:
    """Refuse a target that is neither None nor a number."""
    if target is None:
        return
    if isinstance(target, bool) or not isinstance(target, (int, float)) or math.isnan(target):
        raise DagwrightError(f"target={target!r}: give a score, or None")


def make_control(
    stage: str,
    callbacks: CallbackChain,
    *,
    time_limit: float | None,
    iterations: int | None = None,
    target: float | None = None,
    units: tuple[str, str],
) -> _core.RunControl:
    """Return the stop rules and the observer of a run that begins now."""
    check_time_limit(time_limit)
    _check_iterations(iterations)
    check_target(target)
    callbacks.on_start(Progress(stage, 0.0, 0, -math.inf, 0, None, time_limit, *units))

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
                *units,
                seen.bound,
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
