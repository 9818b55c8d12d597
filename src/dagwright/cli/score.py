"""`dagwright score`: how well a network fits a table."""

from __future__ import annotations

from typing import Annotated

import typer

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.networks import STRUCTURE_HELP, open_structure

__all__ = ["score"]


def score(  # noqa: PLR0917 - typer makes options of the parameters
    network: Annotated[str, typer.Argument(help=STRUCTURE_HELP)],
    data: Annotated[str, typer.Argument(help="A table, or an example: example:wdbc.")],
    score: Annotated[str, typer.Option(help="bic, aic, bdeu, k2 or log-likelihood.")] = "bic",
    ess: Annotated[
        float | None, typer.Option(help="Equivalent sample size of bdeu.  [default: 1]")
    ] = None,
    by_family: Annotated[
        bool, typer.Option("--by-family", help="Also print each variable's part.")
    ] = False,
    header: Annotated[
        bool | None, typer.Option(help="Whether the file begins with names.  [default: guessed]")
    ] = None,
) -> None:
    """Print the score of a network's structure on a table: natural log, higher is better."""
    dag = open_structure(network)
    result = dw.score_network(
        dag, read_table(data, header=header), resolve_score_option(score, ess)
    )
    if by_family:
        for name, part in result.by_family.items():
            typer.echo(f"{part:.6f}\t{name}")
    typer.echo(f"{result.total:.6f}" + ("\ttotal" if by_family else ""))
