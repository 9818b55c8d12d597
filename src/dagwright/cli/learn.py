"""`dagwright learn`: from a file to a network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import standard_output
from dagwright.cli.summary import summarise
from dagwright.files import check_writable
from dagwright.network.file_formats import check_suffix, holds_network

__all__ = ["learn"]


def learn(  # noqa: PLR0917 - typer makes options of the parameters
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="A .csv, .tsv, .dat, .data, .txt or .parquet file, also compressed (.gz), or an "
            "embedded example: example:wdbc.",
        ),
    ],
    score: Annotated[
        str, typer.Option(metavar="NAME", help="bic, aic, bdeu, k2 or log-likelihood.")
    ] = "bic",
    ess: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="Equivalent sample size of bdeu.", show_default="1"),
    ] = None,
    method: Annotated[str, typer.Option(metavar="NAME", help="auto or hill-climbing.")] = "auto",
    restarts: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="Climbs of hill-climbing.",
            show_default="200 with auto, 1 with hill-climbing",
        ),
    ] = None,
    max_parents: Annotated[
        int | None,
        typer.Option(min=0, metavar="NUMBER", help="The most parents a variable may have."),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(metavar="EDGE", help="An edge that must be there: 'parent->child'. Repeat."),
    ] = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option(metavar="EDGE", help="An edge that must not: 'parent->child'. Repeat."),
    ] = None,
    tier: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="Names with commas between; no edge leads to an earlier tier. Repeat.",
        ),
    ] = None,
    time: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Seconds at most.")] = 60,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="BYTES", help="Memory at most, e.g. 2G.", show_default="half of what is free"
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Threads.", show_default="one a core"),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="The same seed, the same network.")
    ] = 0,
    header: Annotated[
        bool | None,
        typer.Option(help="Whether the file begins with names.", show_default="guessed"),
    ] = None,
    discretize: Annotated[
        str | None,
        typer.Option(help="Cut continuous columns: mean, quantile, width, kmeans or mdl."),
    ] = None,
    bins: Annotated[
        int | None, typer.Option(min=2, help="Intervals of --discretize.", show_default="3")
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
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the network (.bif, .xmlbif, .net, .json) or its structure (.dot, .csv ...)",
        ),
    ] = None,
    pseudo_count: Annotated[
        float, typer.Option(min=0, help="Added to every count of a network that is written.")
    ] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
) -> None:
    """Learn a network from a table and show it.

    Ctrl-C ends the search early with the best network so far.
    """
    if output is not None:
        check_suffix(output)
        check_writable(output)
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
        score=resolve_score_option(score, ess),
        method=_method(method, restarts),
        constraints=constraints,
        time_limit=time,
        memory_limit=memory,
        threads=threads,
        callbacks=dw.ProgressDisplay(console) if console.is_terminal and not quiet else None,
        seed=seed,
    )
    if output is not None:
        _write(result.dag, table, output, pseudo_count)
    if not quiet:
        summarise(result, table, standard_output())
        if output is not None:
            standard_output().print(Text(f"written to {output}"), soft_wrap=True)


def _write(dag: dw.Dag, table: dw.Dataset, output: Path, pseudo_count: float) -> None:
    if holds_network(output):
        dw.fit(dag, table, pseudo_count).write(output)
    else:
        dw.write_structure(dag, output)


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
