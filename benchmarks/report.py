"""Tables on the terminal, and the same figures as lines of JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.peers import PEERS, version_of


class Report:
    """Collects what a run has to say; the file keeps earlier runs."""

    def __init__(self, file: Path) -> None:
        self._console = Console(width=110)
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        versions = {peer: version_of(peer) for peer in PEERS}
        when = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self.record("run", {"when": when, "machine": platform.machine(), "versions": versions})
        self.say(", ".join(f"{peer} {version or 'missing'}" for peer, version in versions.items()))

    def say(self, text: str) -> None:
        self._console.print(text, highlight=False)

    def record(self, kind: str, figures: dict[str, Any]) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **figures}) + "\n")

    def table(self, title: str, columns: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
        shown = Table(title=title, title_justify="left")
        for i, column in enumerate(columns):
            shown.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
        for line in lines:
            shown.add_row(*line)
        self._console.print(shown)


def show_rate(rate: float) -> str:
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}"
    return f"{rate:.3g}"


def show_ratio(ratio: float) -> str:
    return f"{ratio:.0f} x" if ratio >= 10 else f"{ratio:.2g} x"


def show_seconds(seconds: float) -> str:
    return f"{seconds:.3g}"
