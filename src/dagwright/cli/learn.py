"""`dagwright learn`: from a file to a network."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import plural
from dagwright.cli.networks import open_structure
from dagwright.cli.options import (
    CheckpointFile,
    Ess,
    FormatName,
    Memory,
    MethodName,
    PseudoCount,
    Quiet,
    Restarts,
    ScoreName,
    Seconds,
    Seed,
    SelectionName,
    StartFile,
    TableName,
    Threads,
    make_method,
)
from dagwright.cli.output import default_output, edge_lines, network_text
from dagwright.cli.outputs import KNOWLEDGE, NETWORKS, PAGES, STANDARD_STREAM, Outputs
from dagwright.cli.record import as_record
from dagwright.cli.summary import summarise
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.learn import LearnFrom
from dagwright.report.html import report_page
from dagwright.scores import resolve_score
from dagwright.strategy.auto import choose, make_schedule

__all__ = ["learn"]


@takes_table()
@takes_constraints()
def learn(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: SelectionName = "auto",
    time: Seconds = 60,
    memory: Memory = None,
    threads: Threads = None,
    seed: Seed = 0,
    start: StartFile = None,
    checkpoint: CheckpointFile = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the network (.bif, .xmlbif, .net, .json) or its structure (.dot, .csv "
            "...); - for standard output.",
            show_default="beside DATA, with the suffix .bif",
        ),
    ] = None,
    form: FormatName = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page to look at in a browser (.html)."),
    ] = None,
    write_constraints: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the constraints of this run (.toml), for --constraints.",
        ),
    ] = None,
    pseudo_count: PseudoCount = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary as JSON, for scripts.")
    ] = False,
    quiet: Quiet = False,
    *,
    known: ConstraintTexts,
    said: TableTexts,
) -> None:
    """Learn a network from a table, write it and show it.

    Ctrl-C ends the search early with the best network so far.
    """
    files = {"--start": start, "--like": said.like, "--constraints": known.constraints}
    outputs = Outputs({"DATA": data, **files})
    network = outputs.declare("-o", output, NETWORKS, default=".bif", said=form)
    page = outputs.declare("--report", report, PAGES, default=".html")
    file = outputs.declare("--write-constraints", write_constraints, KNOWLEDGE, default=".toml")
    outputs.reserve("--checkpoint", checkpoint)
    if as_json:
        outputs.check_free("--json")
    knowledge = known.read()
    scoring = resolve_score(resolve_score_option(score, ess))
    wanted = make_method(method, restarts=restarts)
    console = Console(stderr=True, highlight=False)
    watched = console.is_terminal and not quiet
    # Reading counts: --time 5 does not mean 5 seconds for it and 5 more for the search.
    learn_from = LearnFrom(time, dw.ProgressDisplay(console) if watched else None)
    table = read_table(data, said, memory)
    constraints = knowledge.about(table.columns)
    if watched:
        choice = choose(table.n_variables, scoring, wanted, selection)
        _announce(table, make_schedule(choice, table.n_variables).reasons(), console)
    result = learn_from(
        table,
        score=scoring,
        method=wanted,
        selection=selection,
        constraints=constraints,
        memory_limit=memory,
        start=None if start is None else open_structure(start),
        threads=threads,
        seed=seed,
        checkpoint=checkpoint,
    )
    remark = None
    if output is None:
        beside, remark = default_output(data)
        network = outputs.declare("-o", beside, NETWORKS)
    outputs.write(network, lambda to: network_text(result, to, pseudo_count))
    outputs.write(file, lambda _: constraints.to_toml())
    outputs.write(page, lambda _: _page(result, data, pseudo_count))
    if as_json:
        print(json.dumps(as_record(result, outputs.written), indent=2, allow_nan=False))
    elif not quiet:
        summarise(result, result.table or table, outputs.console)
        lines = [f"written to {name}" for name in outputs.written]
        for line in [*lines, *([remark] if remark else [])]:
            outputs.console.print(Text(line), soft_wrap=True)
    outputs.finish(None if as_json else lambda: edge_lines(result.dag))


def _page(result: dw.Result, data: str, pseudo_count: float) -> str:
    command = shlex.join(["dagwright", *sys.argv[1:]])
    name = "standard input" if data == STANDARD_STREAM else Path(data).name
    title = f"{name}: Bayesian network of {result.dag.n_variables} variables"
    return report_page(result, title=title, command=command, pseudo_count=pseudo_count)


def _announce(table: dw.Dataset, reasons: tuple[str, ...], console: Console) -> None:
    """Say what is about to be done, and why."""
    rows, variables = plural(table.n_rows, "row"), plural(table.n_variables, "variable")
    console.print(Text(f"{rows}, {variables}"))
    for reason in reasons:
        console.print(Text(reason, style="dim"))
