"""`dagwright learn`: from a file to a network."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.networks import open_structure
from dagwright.cli.options import (
    CheckpointFile,
    FormatName,
    PseudoCount,
    StartFile,
    TableName,
)
from dagwright.cli.output import default_outputs, edge_lines, network_text
from dagwright.cli.outputs import KNOWLEDGE, NETWORKS, PAGES, STANDARD_STREAM
from dagwright.cli.record import as_record
from dagwright.cli.search_options import SearchTexts, takes_search
from dagwright.cli.summary import result_facts, summarise
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.cli.wording import as_options
from dagwright.learn import learn_table
from dagwright.report.html import report_page
from dagwright.strategy.auto import choose, make_schedule
from dagwright.words import plural

__all__ = ["learn"]


@takes_table()
@takes_constraints()
@tells()
@takes_search()
def learn(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    asked: SearchTexts,
    start: StartFile = None,
    checkpoint: CheckpointFile = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the network (.bif, .xmlbif, .net, .xdsl, .json) or its structure (.dot, "
            ".csv ...); - for standard output.",
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
    *,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Learn a network from a table, write it and show it.

    Ctrl-C ends the search early with the best network so far.
    """
    files = {"--start": start, "--like": said.like, "--constraints": known.constraints}
    outputs = telling.outputs({"DATA": data, **files})
    network = outputs.declare("-o", output, NETWORKS, default=".bif", said=form)
    page = outputs.declare("--report", report, PAGES, default=".html")
    file = outputs.declare("--write-constraints", write_constraints, KNOWLEDGE, default=".toml")
    outputs.reserve("--checkpoint", checkpoint)
    if (output, page, data) == (None, None, STANDARD_STREAM) and telling.is_silent:
        raise dw.DagwrightError(
            "nothing would come of this: standard input has no name that the network could be "
            "written under, and --quiet prints nothing",
            remedy={"output": "network.bif"},
        )
    words = asked.read(known)
    # Reading counts: --time 5 does not mean 5 seconds for it and 5 more for the search.
    settings = asked.settings(words, callbacks=telling.begin(outputs), checkpoint=checkpoint)
    control = settings.start_clock()
    table = words.read_table(data, said, asked.memory)
    constraints = words.knowledge.about(table.columns)
    telling.tell_table(table)
    choice = choose(table.n_variables, words.score, words.method, settings.selection)
    telling.tell_reasons(make_schedule(choice, table.n_variables).reasons())
    begin = None if start is None else open_structure(start)
    settings = replace(settings, constraints=constraints, start=begin)
    result = learn_table(table, control, settings)
    remark, others = None, None
    if output is None:
        others, remark = default_outputs(data)
        network = outputs.declare("-o", next(others, None), NETWORKS)
    remarks = [] if remark is None else [remark]
    outputs.write(
        network, lambda to: network_text(result, to, pseudo_count, remarks=remarks), others
    )
    outputs.write(file, lambda _: constraints.to_toml())
    outputs.write(page, lambda _: _page(result, data, pseudo_count))

    def show(console: Console) -> None:
        summarise(result, result.table or table, console)
        for each in remarks:
            console.print(Text(each), soft_wrap=True)

    telling.end(
        lambda: as_record(result),
        show,
        outputs,
        facts=lambda: [
            *result_facts(result, result.table or table),
            *(("note", each) for each in remarks),
        ],
        rescued=lambda: edge_lines(result.dag),
    )


def _page(result: dw.Result, data: str, pseudo_count: float) -> str:
    command = shlex.join(["dagwright", *sys.argv[1:]])
    name = "standard input" if data == STANDARD_STREAM else Path(data).name
    title = f"{name}: Bayesian network of {plural(result.dag.n_variables, 'variable')}"
    return report_page(
        result, title=title, command=command, pseudo_count=pseudo_count, reword=as_options
    )
