"""Ctrl-C ends a run with what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from dagwright import _core

__all__ = ["RUNS", "Runs", "end_with_parent", "interrupts_stop_runs"]


@dataclass
class Runs:
    """The runs on the main thread, where signals are handled.

    Attributes
    ----------
    active
        How many are under way, one inside the other.
    begun
        How many have begun since the process started.
    """

    active: int = 0
    begun: int = 0


RUNS = Runs()


@contextmanager
def interrupts_stop_runs() -> Iterator[None]:
    """Let SIGINT set a flag that every run reads at every depth, instead of raising an error.

    So it makes no difference what is running when it arrives. A second one raises
    `KeyboardInterrupt`. The handler is restored afterwards; a handler that the user has set, and a
    signal that is ignored, stay as they are. Only the main thread may change handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    active = RUNS.active
    installed = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:  # at whatever line a signal comes, all is restored
        if installed:
            signal.signal(signal.SIGINT, _handle)
        RUNS.begun += 1
        RUNS.active = active + 1
        yield
    finally:
        RUNS.active = active
        try:
            if installed:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        finally:  # the handler just restored may raise at once
            if not active:
                _core.clear_interrupt()


def _handle(number: int, frame: FrameType | None) -> None:
    if _core.is_interrupted():
        signal.default_int_handler(number, frame)
    _core.interrupt_all_runs()


def end_with_parent() -> None:
    """Let SIGINT and SIGTERM end all runs of this process, those to come included, for good.

    For processes that work for another one: they then hand back what they were given, quickly and
    in good order, instead of dying over it with a traceback.
    """
    RUNS.active += 1  # the whole process is one run, so that its end never clears the flag
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _core.interrupt_all_runs())
