"""Showing a search while it runs, on a terminal or in a notebook."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from dagwright.running.callbacks import USEFUL_GAP, Callback, Progress

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

__all__ = ["ProgressDisplay"]

_BAR_WIDTH = 30


class ProgressDisplay(Callback):
    """Shows stage, time left, best score, gap and rate while a search runs, and leaves no trace.

    On a terminal it is a small panel, in a notebook an output that is renewed in place; where
    there is neither, nothing is shown.

    Parameters
    ----------
    console
        A rich console; by default the notebook's output, or the terminal's standard error.

    Examples
    --------
    >>> import io, rich.console
    >>> import dagwright as dw
    >>> quiet = rich.console.Console(file=io.StringIO())
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="minobs", time_limit=1,
    ...                   callbacks=dw.ProgressDisplay(quiet))
    """

    def __init__(self, console: Console | None = None) -> None:
        self._console = console
        self._live: Live | _NotebookOutput | None = None

    def on_start(self, progress: Progress) -> None:
        """Begin the display, or show the next stage in it."""
        if self._live is not None:
            self.on_progress(progress)
            return
        if self._console is None and _in_notebook():
            self._live = _NotebookOutput()
        else:
            self._live = _make_live(self._console)
        self._live.start()
        self.on_progress(progress)

    def on_progress(self, progress: Progress) -> None:
        """Renew it."""
        if isinstance(self._live, _NotebookOutput):
            self._live.update(progress)
        elif self._live is not None:
            self._live.update(_panel(progress), refresh=True)

    def on_end(self, result: Any) -> None:  # noqa: ARG002
        """End it."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _make_live(console: Console | None) -> Live:
    from rich.console import Console  # noqa: PLC0415 - importing dagwright stays light
    from rich.live import Live  # noqa: PLC0415

    return Live(console=console or Console(stderr=True), transient=True, auto_refresh=False)


def _panel(progress: Progress) -> RenderableType:
    from rich import box  # noqa: PLC0415
    from rich.console import Group  # noqa: PLC0415
    from rich.panel import Panel  # noqa: PLC0415
    from rich.progress_bar import ProgressBar  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    clock = Table.grid(padding=(0, 1, 0, 0))
    passed = Text(f"{progress.seconds:.1f} s", no_wrap=True)
    if progress.seconds_left is None:
        clock.add_row(passed)
    else:
        share = _share(progress)
        left = Text(f"{progress.seconds_left:.0f} s left", no_wrap=True)
        clock.add_row(passed, ProgressBar(1.0, share, width=_BAR_WIDTH), left)
    lines = [
        Text("   ".join(facts), no_wrap=True, overflow="ellipsis")
        for facts in (list(_quality(progress)), list(_work(progress)))
        if facts
    ]
    return Panel(
        Group(clock, *lines),
        title=Text(progress.stage),
        title_align="left",
        box=box.ROUNDED,
        border_style="dim",
        width=min(76, _BAR_WIDTH + 46),
    )


def _share(progress: Progress) -> float:
    """Return how much of the time is over."""
    whole = progress.seconds + (progress.seconds_left or 0.0)
    return progress.seconds / whole if whole > 0 else 0.0


def _quality(progress: Progress) -> Iterator[str]:
    if math.isfinite(progress.best_score):
        yield f"best {progress.best_score:.4f}"
    if progress.gap <= USEFUL_GAP:
        yield f"gap {progress.gap:.2%}"


def _work(progress: Progress) -> Iterator[str]:
    if progress.work_total:
        yield f"{progress.work_done:,} of {progress.work_total:,} {progress.work_unit}"
    elif progress.work_done and (seconds := progress.stage_seconds or progress.seconds):
        yield f"{progress.work_done / seconds:,.0f} {progress.work_unit}/s"
    if progress.iterations:
        yield f"{progress.rate:,.0f} {progress.unit}/s"


def _in_notebook() -> bool:
    """Tell whether this runs in the kernel of a notebook; one that is there is imported already."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return getattr(shell, "kernel", None) is not None


class _NotebookOutput:
    """An output of a notebook's cell that is renewed in place, without terminal codes."""

    def __init__(self) -> None:
        self._handle: Any = None

    def start(self) -> None:
        """Make the output."""
        # Not a dependency, but there, since a notebook runs.
        display: Any = importlib.import_module("IPython.display").display
        self._handle = display(_Shown(None), display_id=True)

    def update(self, progress: Progress) -> None:
        """Show how it is now."""
        self._handle.update(_Shown(progress))

    def stop(self) -> None:
        """Leave nothing behind."""
        self._handle.update(_Shown(None))


class _Shown:
    """Progress as a notebook shows it: as HTML, or as text where it cannot."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress

    def __repr__(self) -> str:
        if self._progress is None:
            return ""
        clock = f"{self._progress.seconds:.1f} s"
        if self._progress.seconds_left is not None:
            clock += f", {self._progress.seconds_left:.0f} s left"
        facts = [*_quality(self._progress), *_work(self._progress)]
        return "  |  ".join([self._progress.stage, clock, *facts])

    def _repr_html_(self) -> str:
        if self._progress is None:
            return ""
        bar = ""
        if self._progress.seconds_left is not None:
            bar = f'<progress value="{_share(self._progress):.4f}"></progress> '
        return f"<div>{bar}{escape(repr(self))}</div>"
