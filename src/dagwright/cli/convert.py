"""`dagwright convert`: from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.networks import STRUCTURE_HELP, open_either
from dagwright.network.file_formats import check_suffix

__all__ = ["convert"]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help=STRUCTURE_HELP)],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The suffix says the format.")],
) -> None:
    """Write a network or a structure in another format."""
    check_suffix(target)
    content = open_either(source)
    if isinstance(content, dw.Dag):
        dw.write_structure(content, target)
    else:
        content.write(target)
