"""`dagwright convert`: from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dagwright.cli.networks import STRUCTURE_HELP, open_either
from dagwright.cli.options import FormatName
from dagwright.cli.outputs import NETWORKS, Outputs
from dagwright.network.file_formats import format_text

__all__ = ["convert"]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help=STRUCTURE_HELP)],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The suffix says the format; - for standard output."),
    ],
    form: FormatName = None,
) -> None:
    """Write a network or a structure in another format."""
    outputs = Outputs({"IN": source})
    output = outputs.declare("OUT", target, NETWORKS, said=form)
    content = open_either(source)
    outputs.write(output, lambda to: format_text(content, to.suffix, str(to)))
    outputs.finish()
