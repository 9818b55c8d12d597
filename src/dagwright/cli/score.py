"""`dagwright score`: how well a network fits a table."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.networks import STRUCTURE_HELP, open_structure
from dagwright.cli.options import TableName
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells

__all__ = ["score"]


@takes_table()
@tells("progress", "log", "quiet")
def score(
    network: Annotated[str, typer.Argument(help=STRUCTURE_HELP)],
    data: TableName,
    score: Annotated[
        str, typer.Option(metavar="NAME", help="bic, aic, bdeu, k2 or log-likelihood.")
    ] = "bic",
    ess: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="Equivalent sample size of bdeu.", show_default="1"),
    ] = None,
    by_family: Annotated[
        bool, typer.Option("--by-family", help="Also print each variable's part.")
    ] = False,
    *,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Print the score of a network's structure on a table: natural log, higher is better."""
    dag = open_structure(network)
    result = dw.score_network(dag, read_table(data, said), resolve_score_option(score, ess))

    def show(_: Console) -> None:
        if by_family:
            for name, part in result.by_family.items():
                print(f"{part:.6f}\t{name}")
        print(f"{result.total:.6f}" + ("\ttotal" if by_family else ""))

    telling.end(lambda: {"score": result.total, "by_family": dict(result.by_family)}, show)
