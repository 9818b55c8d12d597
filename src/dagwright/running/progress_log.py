"""Saying line by line how a search comes along, without a terminal."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, TextIO

from dagwright.errors import DagwrightError
from dagwright.memory import format_memory, peak_memory
from dagwright.running.callbacks import USEFUL_GAP, Callback, Progress
from dagwright.running.log_lines import LogLines

__all__ = ["ProgressLog"]

_WAITS = (1.0, 2.0, 5.0, 10.0, 30.0)
_LONGEST_WAIT = 60.0


class ProgressLog(Callback):
    """Writes a line when a stage begins and ends, from time to time in between, and at the end.

    A line has the seconds since the run began, the stage, the best score, the bound (once it says
    something), how much is done and the most memory that the process has held. It is written at
    once, so that a kill loses nothing. A log that cannot be written (a full disk) ends nothing: a
    `DagwrightWarning` says so, once.

    Parameters
    ----------
    target
        A file, at whose end lines are added, each with its date and time; or a stream of text,
        such as ``sys.stderr``.
    every
        Seconds between two lines of a stage; by default 1, 2, 5, 10 and 30, and then 60.
    as_json
        Whether each line is a JSON object; by default if the name of the file ends in ``.jsonl``.
    quiet_for
        Seconds of a run in which nothing is written, so that short runs leave no trace.

    Examples
    --------
    >>> import io
    >>> import dagwright as dw
    >>> lines = io.StringIO()
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing", time_limit=5,
    ...                   callbacks=dw.ProgressLog(lines))
    >>> first, *_, last = lines.getvalue().splitlines()
    >>> first.split(" s  ")[1]
    'hill-climbing: begins'
    >>> last.split(" s  ")[1].startswith("done: ")
    True
    """

    def __init__(
        self,
        target: str | os.PathLike[str] | TextIO | LogLines,
        *,
        every: float | None = None,
        as_json: bool | None = None,
        quiet_for: float = 0.0,
    ) -> None:
        if every is not None and (isinstance(every, bool) or not every > 0):
            raise DagwrightError(f"every={every!r}: give seconds above 0, or None")
        self._lines = target if isinstance(target, LogLines) else LogLines(target, as_json)
        self._every, self._quiet_for = every, quiet_for
        self._waits, self._next, self._seconds = self._new_waits(), 0.0, 0.0
        self._begin_waiting(0.0)

    def on_start(self, progress: Progress) -> None:
        """Say which stage begins."""
        self._begin_waiting(progress.seconds)
        self._write("stage begins", f"{progress.stage}: begins", progress)

    def on_progress(self, progress: Progress) -> None:
        """Say how far it is, if it is time for it."""
        if progress.seconds < max(self._next, self._quiet_for):
            self._seconds = progress.seconds
            return
        self._next = progress.seconds + next(self._waits)
        self._tell("progress", progress)

    def on_stage_end(self, progress: Progress) -> None:
        """Say what the stage has come to."""
        self._tell("stage ended", progress, "ended")

    def on_end(self, result: Any) -> None:
        """Say what the run has come to."""
        if self._seconds >= self._quiet_for:
            outcome = "ended without a result" if result is None else f"done: {_one_line(result)}"
            self._lines.write("search ended", outcome, self._seconds)
        self._begin_waiting(0.0)

    def _new_waits(self) -> Iterator[float]:
        return chain(_WAITS, repeat(_LONGEST_WAIT)) if self._every is None else repeat(self._every)

    def _begin_waiting(self, now: float) -> None:
        self._waits = self._new_waits()
        self._next, self._seconds = now + next(self._waits), now

    def _tell(self, event: str, progress: Progress, *ending: str) -> None:
        memory = peak_memory()
        held = [] if memory is None else [f"memory {format_memory(memory)}"]
        self._write(
            event,
            f"{progress.stage}: {', '.join([*ending, *_facts(progress), *held])}",
            progress,
            score=progress.best_score,
            bound=progress.bound,
            gap=progress.gap,
            iterations=progress.iterations,
            unit=progress.unit,
            work_done=progress.work_done,
            work_total=progress.work_total,
            work_unit=progress.work_unit,
            seconds_left=progress.seconds_left,
            memory=memory,
        )

    def _write(self, event: str, text: str, progress: Progress, **facts: Any) -> None:
        self._seconds = progress.seconds
        if self._seconds < self._quiet_for:
            return
        self._lines.write(event, text, self._seconds, stage=progress.stage, **facts)


def _one_line(result: Any) -> str:
    text = str(result)
    return type(result).__name__ if "\n" in text else text


def _facts(progress: Progress) -> Iterator[str]:
    if math.isfinite(progress.best_score):
        yield f"best {progress.best_score:.4f}"
    if progress.gap <= USEFUL_GAP:
        yield f"bound {progress.bound:.4f}"
        yield f"gap {progress.gap:.2%}"
    if progress.iterations:
        yield f"{progress.iterations:,} {progress.unit}"
    if progress.work_total:
        yield f"{progress.work_done:,} of {progress.work_total:,} {progress.work_unit}"
    elif progress.work_done:
        yield f"{progress.work_done:,} {progress.work_unit}"
