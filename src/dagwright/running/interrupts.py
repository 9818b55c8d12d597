"""Ctrl-C ends a run with what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from dagwright import _core

__all__ = ["interrupts_stop_runs"]


@contextmanager
def interrupts_stop_runs() -> Iterator[None]:
    """Let SIGINT set a flag that every run reads at every depth, instead of raising an error.

    So it makes no difference what is running when it arrives. A second one raises
    `KeyboardInterrupt`. The handler is restored afterwards; a handler that the user has set, and a
    signal that is ignored, stay as they are. Only the main thread may change handlers.
    """
    on_main_thread = threading.current_thread() is threading.main_thread()
    if not on_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _core.clear_interrupt()


def _handle(number: int, frame: FrameType | None) -> None:
    if _core.is_interrupted():
        signal.default_int_handler(number, frame)
    _core.interrupt_all_runs()
