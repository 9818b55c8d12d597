"""`dagwright sample`: data drawn from a network."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.networks import NETWORK_HELP, open_network
from dagwright.cli.outputs import TABLES
from dagwright.cli.telling import Telling, tells

__all__ = ["sample"]


@tells("progress", "log", "quiet")
def sample(
    network: Annotated[str, typer.Argument(help=NETWORK_HELP)],
    rows: Annotated[
        int, typer.Option("--rows", "-n", min=1, metavar="NUMBER", help="How many rows.")
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="A .csv or .csv.gz file; - for standard output."
        ),
    ],
    seed: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="The same seed, the same rows.")
    ] = 0,
    threads: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Threads.", show_default="one per core"),
    ] = None,
    *,
    telling: Telling,
) -> None:
    """Draw rows from a network and write them as a table."""
    outputs = telling.outputs({"NETWORK": network})
    table = outputs.declare("-o", output, TABLES)
    telling.begin(outputs)
    drawn = open_network(network).sample(rows, seed, threads)
    outputs.write(table, lambda _: _table_text(drawn))
    record = {"rows": drawn.n_rows, "variables": drawn.n_variables, "seed": seed}
    telling.end(lambda: record, None, outputs)


def _table_text(data: dw.Dataset) -> str:
    """Return a table as comma-separated text; each label is quoted once, not once a row."""
    columns = []
    for states, codes in zip(data.states, data.codes, strict=True):
        cells = [_cell(str(state)) for state in states]
        columns.append(map(cells.__getitem__, codes.tolist()))
    lines = [",".join(map(_cell, data.names)), *map(",".join, zip(*columns, strict=True))]
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    cell = io.StringIO()
    special = text != text.strip() or not text or "\r" in text
    csv.writer(
        cell, quoting=csv.QUOTE_ALL if special else csv.QUOTE_MINIMAL, lineterminator=""
    ).writerow([text])
    return cell.getvalue()
