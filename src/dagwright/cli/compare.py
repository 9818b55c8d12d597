"""`dagwright compare`: how far one structure is from another."""

from __future__ import annotations

from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.networks import STRUCTURE_HELP, open_structure

__all__ = ["compare"]


def compare(
    learned: Annotated[str, typer.Argument(help=STRUCTURE_HELP)],
    true: Annotated[str, typer.Argument(help="What it should be; the same kinds of files.")],
) -> None:
    """Print the three structural Hamming distances, precision and recall."""
    found = dw.compare(open_structure(learned), open_structure(true))
    rows = {
        "shd_cpdag": found.shd_cpdag,
        "shd_dag": found.shd_dag,
        "shd_skeleton": found.shd_skeleton,
        "precision": f"{found.precision:.4f}",
        "recall": f"{found.recall:.4f}",
    }
    for name, value in rows.items():
        typer.echo(f"{name:14}{value}")
