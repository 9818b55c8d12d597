"""A live line on the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dagwright.running.callbacks import Callback, Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text


__all__ = ["ProgressDisplay"]


class ProgressDisplay(Callback):
    """Shows stage, best score, rate and time left while a search runs, and leaves no trace.

    Parameters
    ----------
    console
        A rich console; by default the terminal's standard error.

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
        self._live: Live | None = None

    def on_start(self, progress: Progress) -> None:
        """Begin the display."""
        from rich.console import Console  # noqa: PLC0415 - importing dagwright stays light
        from rich.live import Live  # noqa: PLC0415

        console = self._console or Console(stderr=True)
        self._live = Live(_describe(progress), console=console, transient=True, auto_refresh=False)
        self._live.start()

    def on_progress(self, progress: Progress) -> None:
        """Renew the line."""
        if self._live is not None:
            self._live.update(_describe(progress), refresh=True)

    def on_end(self, result: Any) -> None:  # noqa: ARG002
        """End the display."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _describe(progress: Progress) -> Text:
    """Return one line, never more; what matters most comes first, since a terminal may cut it."""
    from rich.text import Text  # noqa: PLC0415

    clock = f"{progress.seconds:.1f} s"
    if progress.seconds_left is not None:
        clock += f", {progress.seconds_left:.0f} s left"
    parts = [progress.stage, clock]
    if math.isfinite(progress.best_score):
        parts.append(f"best {progress.best_score:.4f}")
    if math.isfinite(progress.gap):
        parts.append(f"gap {progress.gap:.2%}")
    if progress.work_total:
        parts.append(f"{progress.work_done:,} of {progress.work_total:,}")
    elif progress.work_done and progress.seconds:
        parts.append(f"{progress.work_done / progress.seconds:,.0f} {progress.work_unit}/s")
    if progress.iterations:
        parts.append(f"{progress.rate:,.0f} {progress.unit}/s")
    return Text("  |  ".join(parts), no_wrap=True, overflow="ellipsis")
