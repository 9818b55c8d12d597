"""`dagwright compare`: how far one structure is from another."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

import dagwright as dw
from dagwright.cli.networks import STRUCTURE_HELP, open_structure
from dagwright.cli.telling import Telling, tells

__all__ = ["compare"]


@tells("progress", "log", "quiet")
def compare(
    learned: Annotated[str, typer.Argument(help=STRUCTURE_HELP)],
    true: Annotated[str, typer.Argument(help="What it should be; the same kinds of files.")],
    *,
    telling: Telling,
) -> None:
    """Print the three structural Hamming distances, precision and recall."""
    found = dw.compare(open_structure(learned), open_structure(true))
    rows: dict[str, Any] = {
        "shd_cpdag": found.shd_cpdag,
        "shd_dag": found.shd_dag,
        "shd_skeleton": found.shd_skeleton,
        "precision": found.precision,
        "recall": found.recall,
    }

    def show(_: Console) -> None:
        for name, value in rows.items():
            print(f"{name:14}" + (f"{value:.4f}" if isinstance(value, float) else str(value)))

    telling.end(lambda: rows, show)
