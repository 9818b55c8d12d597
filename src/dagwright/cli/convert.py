"""`dagwright convert`: from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.networks import STRUCTURE_HELP, open_either
from dagwright.cli.options import FormatName
from dagwright.cli.outputs import NETWORKS
from dagwright.cli.telling import Telling, tells
from dagwright.network.file_formats import format_text

__all__ = ["convert"]


@tells("progress", "log", "quiet")
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help=STRUCTURE_HELP)],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The suffix says the format; - for standard output."),
    ],
    form: FormatName = None,
    *,
    telling: Telling,
) -> None:
    """Write a network or a structure in another format."""
    outputs = telling.outputs({"IN": source})
    output = outputs.declare("OUT", target, NETWORKS, said=form)
    telling.begin(outputs)
    content = open_either(source)
    outputs.write(output, lambda to: format_text(content, to.suffix, str(to)))
    dag = content if isinstance(content, dw.Dag) else content.dag
    record = {
        "variables": dag.n_variables,
        "edges": dag.n_edges,
        "has_probabilities": content is not dag,
    }
    telling.end(lambda: record, None, outputs)
