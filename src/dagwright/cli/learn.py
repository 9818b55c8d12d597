"""`dagwright learn`: from a file to a network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import standard_output
from dagwright.cli.networks import open_structure
from dagwright.cli.options import (
    CheckpointFile,
    Ess,
    Forbid,
    Header,
    MaxParents,
    Memory,
    MethodName,
    PseudoCount,
    Quiet,
    Require,
    Restarts,
    ScoreName,
    Seed,
    StartFile,
    Threads,
    Tier,
    make_constraints,
    make_method,
)
from dagwright.cli.output import complete_suffix, write_result
from dagwright.cli.summary import summarise
from dagwright.files import check_writable

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
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How candidate parent sets are found: auto, sequential, greedy or independence.",
        ),
    ] = "auto",
    max_parents: MaxParents = None,
    require: Require = None,
    forbid: Forbid = None,
    tier: Tier = None,
    time: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Seconds at most.")] = 60,
    memory: Memory = None,
    threads: Threads = None,
    seed: Seed = 0,
    start: StartFile = None,
    checkpoint: CheckpointFile = None,
    header: Header = None,
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
    pseudo_count: PseudoCount = 1,
    quiet: Quiet = False,
) -> None:
    """Learn a network from a table and show it.

    Ctrl-C ends the search early with the best network so far.
    """
    if output is not None:
        output = complete_suffix(output, ".bif")
        check_writable(output)
    constraints = make_constraints(require, forbid, tier, max_parents)
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
        method=make_method(method, restarts=restarts),
        selection=selection,
        constraints=constraints,
        time_limit=time,
        memory_limit=memory,
        start=None if start is None else open_structure(start),
        threads=threads,
        callbacks=dw.ProgressDisplay(console) if console.is_terminal and not quiet else None,
        seed=seed,
        checkpoint=checkpoint,
    )
    if output is not None:
        write_result(result.dag, table, output, pseudo_count)
    if not quiet:
        summarise(result, table, standard_output())
        if output is not None:
            standard_output().print(Text(f"written to {output}"), soft_wrap=True)
