"""`dagwright parents`: from a file to candidate parent sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import column_facts, print_facts, print_remarks
from dagwright.cli.options import Ess, Memory, Quiet, ScoreName, TableName, Threads
from dagwright.cli.outputs import PARENT_SETS, Outputs
from dagwright.cli.parent_sets import print_parent_sets
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.data.core_table import bytes_for_counting, bytes_for_scoring
from dagwright.memory import resolve_memory
from dagwright.parents.set_files import parent_set_pieces

__all__ = ["parents"]


@takes_table()
@takes_constraints("max_parents")  # which is of the selection here
def parents(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write: .jkl, .pss or .dwps, also .gz; - for standard output.",
        ),
    ],
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="The format where the name does not say it, as with -, pipes and devices: jkl, "
            "pss or dwps, also jkl.gz ....",
        ),
    ] = None,
    selection: Annotated[
        str, typer.Option(metavar="NAME", help="sequential, greedy or independence.")
    ] = "sequential",
    score: ScoreName = "bic",
    ess: Ess = None,
    max_parents: Annotated[
        int | None, typer.Option(min=0, metavar="NUMBER", help="The most parents of a set.")
    ] = None,
    time_per_variable: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Most seconds per variable.")
    ] = None,
    max_evaluations: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Most sets scored per variable."),
    ] = None,
    time: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Seconds in all, at most; 0: no limit.")
    ] = 60,
    memory: Memory = None,
    threads: Threads = None,
    quiet: Quiet = False,
    *,
    known: ConstraintTexts,
    said: TableTexts,
) -> None:
    """Find the candidate parent sets of every variable and write them to a file.

    Ctrl-C ends the enumeration early and writes what was found, whole.
    """
    outputs = Outputs({"DATA": data, "--like": said.like, "--constraints": known.constraints})
    file = outputs.declare("-o", output, PARENT_SETS, said=form)
    if selection not in dw.SELECTIONS:
        raise dw.DagwrightError(f"unknown selection {selection!r}; known: {_known()}")
    chosen = dw.SELECTIONS[selection](  # type: ignore[call-arg]
        max_parents=max_parents,
        seconds_per_variable=time_per_variable,
        max_evaluations=max_evaluations,
    )
    knowledge = known.read()
    table = read_table(data, said, memory)
    limit = resolve_memory(memory)
    limit.check("the table", bytes_for_scoring(table))
    half = limit.without(bytes_for_scoring(table)).share(1 / 2)
    memo = half.without(-bytes_for_counting(table))
    console = Console(stderr=True)
    sets = dw.find_parent_sets(
        dw.LocalScores(table, resolve_score_option(score, ess), memory_limit=memo),
        chosen,
        constraints=knowledge.about(table.columns).resolve(table.names, table.columns),
        time_limit=time or None,
        memory_limit=half,
        threads=threads,
        callbacks=dw.ProgressDisplay(console) if console.is_terminal and not quiet else None,
    )
    outputs.write(file, lambda to: parent_set_pieces(sets, to.suffix))
    if not quiet:
        console = outputs.console
        print_remarks(table, console)
        print_facts(column_facts(table), console)
        print_parent_sets(sets, console)
        for name in outputs.written:
            console.print(Text(f"written to {name}"), soft_wrap=True)
    outputs.finish()


def _known() -> str:
    return ", ".join(dw.SELECTIONS)
