"""Signals that ask a command to end: it writes what it has found, and then ends."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType, TracebackType

from dagwright import _core
from dagwright.running.interrupts import RUNS
from dagwright.words import BY_HAND

__all__ = ["Signals", "Stopped", "named_ender"]

# Ctrl-C; job schedulers and containers; a terminal that is closed; the processor time of
# `ulimit -t` is used up. Windows does not know the last two.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU")
_ENDING = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


_received: list[str] = []
"""The names of the signals that came while the command ran."""


def named_ender(text: str) -> str:
    """Return a message with the signal that ended the work, for the person that it came from."""
    return text.replace(BY_HAND, _received[-1]) if _received else text


class Stopped(BaseException):
    """A signal came before there was anything to write, or it was the second one."""


class Signals:
    """While a command runs, lets each of these signals end its search with the best network.

    | when the first signal comes | what happens |
    |---|---|
    | before a search has begun | the command ends: there is nothing to lose |
    | during a search | the search ends, and what it has found is written |
    | after it, while files are written | nothing: they are written to their end |

    A second signal ends the command at once. A signal that was ignored when the command
    began, as by `nohup`, stays ignored.

    Parameters
    ----------
    on_signal
        Called with the name of each signal.
    """

    def __init__(self, on_signal: Callable[[str], None]) -> None:
        self._on_signal = on_signal
        self.received: signal.Signals | None = None
        self._handlers = ExitStack()
        self._begun = RUNS.begun

    def __enter__(self) -> Signals:
        _received.clear()
        with ExitStack() as stack:  # restored even if a signal comes between two of these lines
            stack.callback(_core.clear_interrupt)
            stack.callback(setattr, sys, "unraisablehook", sys.unraisablehook)
            for number in _ENDING:
                handler = signal.getsignal(number)
                if handler is not signal.SIG_IGN:
                    stack.callback(signal.signal, number, handler)
                    signal.signal(number, self._handle)
            self._handlers = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._handlers.close()

    @property
    def exit_code(self) -> int:
        """What a shell reports of a program that the signal has ended."""
        return 128 + (self.received or signal.SIGINT)

    def explain(self) -> str:
        """Say that, and by what, the command was ended."""
        name = signal.Signals(self.received or signal.SIGINT).name
        found = "" if RUNS.begun > self._begun else " before the search had begun"
        return f"ended by {name}{found}: nothing more is written"

    def _handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        second = self.received is not None
        if second and signal.Signals(number).name == "SIGXCPU":
            return  # the system repeats it every second
        self.received = signal.Signals(number)
        _received.append(self.received.name)
        self._on_signal(self.received.name)
        if RUNS.active:
            _core.interrupt_all_runs()
        if second or RUNS.begun == self._begun:
            # An object that this leaves half made may complain when it is removed.
            sys.unraisablehook = lambda _: None
            raise Stopped
