"""`dagwright learn`: from a file to a network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import dagwright as dw
from dagwright.cli.summary import summarise
from dagwright.cli.table import read_table
from dagwright.network.structure_files import check_suffix, write_structure

__all__ = ["learn"]


def learn(  # noqa: PLR0917 - typer makes options of the parameters
    data: Annotated[
        str,
        typer.Argument(
            help="A .csv, .tsv, .dat, .data, .txt or .parquet file, also compressed (.gz), or an "
            "embedded example: example:wdbc."
        ),
    ],
    score: Annotated[str, typer.Option(help="bic, aic, bdeu, k2 or log-likelihood.")] = "bic",
    ess: Annotated[
        float | None, typer.Option(help="Equivalent sample size of bdeu.  [default: 1]")
    ] = None,
    method: Annotated[str, typer.Option(help="auto or hill-climbing.")] = "auto",
    restarts: Annotated[int | None, typer.Option(min=1, help="Climbs of hill-climbing.")] = None,
    max_parents: Annotated[
        int | None, typer.Option(min=0, help="The most parents a variable may have.")
    ] = None,
    require: Annotated[
        list[str] | None, typer.Option(help="An edge that must be there: 'parent->child'. Repeat.")
    ] = None,
    forbid: Annotated[
        list[str] | None, typer.Option(help="An edge that must not: 'parent->child'. Repeat.")
    ] = None,
    tier: Annotated[
        list[str] | None,
        typer.Option(help="Names with commas between; no edge leads to an earlier tier. Repeat."),
    ] = None,
    time: Annotated[float, typer.Option(min=0, help="Seconds at most.")] = 60,
    memory: Annotated[
        str | None, typer.Option(help="Memory at most, e.g. 2G.  [default: half of what is free]")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads.  [default: one a core]")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same network.")] = 0,
    header: Annotated[
        bool | None, typer.Option(help="Whether the file begins with names.  [default: guessed]")
    ] = None,
    discretize: Annotated[
        str | None,
        typer.Option(help="Cut continuous columns: mean, quantile, width, kmeans or mdl."),
    ] = None,
    bins: Annotated[
        int | None, typer.Option(min=2, help="Intervals of --discretize.  [default: 3]")
    ] = None,
    target: Annotated[
        str | None, typer.Option(help="The discrete column that --discretize mdl is about.")
    ] = None,
    missing: Annotated[
        str, typer.Option(help="Missing values: error, drop (the rows) or state (one more).")
    ] = "error",
    weights: Annotated[
        str | None, typer.Option(help="The column that says how often each row counts.")
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option(help="A column to leave out. Repeat.")
    ] = None,
    max_states: Annotated[
        int, typer.Option(min=0, help="The most states of a column; 0: no limit.")
    ] = 256,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the structure: .dot, .json or .csv (edges)."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
) -> None:
    """Learn a network from a table and show it.

    Ctrl-C ends the search early with the best network so far.
    """
    if output is not None:
        check_suffix(output)
    constraints = dw.Constraints(
        required=[_edge(text) for text in require or ()],
        forbidden=[_edge(text) for text in forbid or ()],
        tiers=[[name.strip() for name in names.split(",")] for names in tier or ()],
        max_parents=max_parents,
    )
    table = read_table(
        data,
        header=header,
        weights=weights,
        missing=missing,
        max_states=max_states,
        exclude=exclude,
        discretize=discretize,
        bins=bins,
        target=target,
    )
    console = Console(stderr=True)
    result = dw.learn(
        table,
        score=_score(score, ess),
        method=_method(method, restarts),
        constraints=constraints,
        time_limit=time,
        memory_limit=memory,
        threads=threads,
        callbacks=dw.ProgressDisplay(console) if console.is_terminal and not quiet else None,
        seed=seed,
    )
    if output is not None:
        write_structure(result.dag, output)
    if not quiet:
        summarise(result, table, Console())
        if output is not None:
            Console().print(f"written to {output}", highlight=False)


def _score(name: str, ess: float | None) -> dw.BDeu | str:
    if ess is None:
        return name
    if name.lower() != dw.BDeu.name:
        raise dw.DagwrightError(f"--ess belongs to --score bdeu, not to {name}")
    return dw.BDeu(ess=ess)


def _method(name: str, restarts: int | None) -> dw.HillClimbing | str:
    if restarts is None:
        return name
    if name not in ("auto", dw.HillClimbing.name):
        raise dw.DagwrightError(f"--restarts belongs to --method hill-climbing, not to {name}")
    return dw.HillClimbing(restarts=restarts)


def _edge(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"\s*(.+?)\s*->\s*(.+?)\s*", text)
    if not match:
        raise dw.ConstraintError(f"{text!r} is no edge: write 'parent->child'")
    return match.group(1), match.group(2)
