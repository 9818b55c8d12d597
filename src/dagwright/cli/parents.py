"""`dagwright parents`: from a file to candidate parent sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import dagwright as dw
from dagwright.cli.asked import Asked
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.layout import column_facts, print_facts, print_remarks
from dagwright.cli.options import Ess, Memory, ScoreName, TableName, Threads
from dagwright.cli.outputs import PARENT_SETS
from dagwright.cli.parent_sets import print_parent_sets
from dagwright.cli.record import sets_record, table_record
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.data.core_table import bytes_for_counting, bytes_for_scoring
from dagwright.memory import resolve_memory
from dagwright.parents.selection import resolve_selection
from dagwright.parents.set_files import parent_set_pieces
from dagwright.parents.summary import summary_facts

__all__ = ["parents"]


@takes_table()
@takes_constraints("max_parents")  # which is of the selection here
@tells()
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
    *,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Find the candidate parent sets of every variable and write them to a file.

    Ctrl-C ends the enumeration early and writes what was found, whole.
    """
    inputs = {"DATA": data, "--like": said.like, "--constraints": known.constraints}
    outputs = telling.outputs(inputs)
    file = outputs.declare("-o", output, PARENT_SETS, said=form)
    asked = Asked(score, ess, known)
    with asked.mistakes:
        chosen = type(resolve_selection(selection))(
            max_parents=max_parents,
            seconds_per_variable=time_per_variable,
            max_evaluations=max_evaluations,
        )
    watching = telling.begin(outputs)
    table = asked.read_table(data, said, memory)
    telling.tell_table(table)
    limit = resolve_memory(memory)
    limit.check("the table", bytes_for_scoring(table))
    half = limit.without(bytes_for_scoring(table)).share(1 / 2)
    memo = half.without(-bytes_for_counting(table))
    sets = dw.find_parent_sets(
        dw.LocalScores(table, asked.score, memory_limit=memo),
        chosen,
        constraints=asked.knowledge.about(table.columns).resolve(table.names, table.columns),
        time_limit=time or None,
        memory_limit=half,
        threads=threads,
        callbacks=watching,
    )
    outputs.write(file, lambda to: parent_set_pieces(sets, to.suffix))

    def show(console: Console) -> None:
        print_remarks(table, console)
        print_facts(column_facts(table), console)
        print_parent_sets(sets, console)

    telling.end(
        lambda: {
            "data": table_record(table),
            **sets_record(sets),
            "warnings": list(table.warnings),
            "notes": [*table.notes, *sets.notes],
        },
        show,
        outputs,
        facts=lambda: summary_facts(sets),
        rescued=lambda: _rescued(sets),
    )


def _rescued(sets: dw.ParentSets) -> Iterator[str]:
    yield "the sets, as a .jkl file would have them:"
    begun = b""
    for piece in parent_set_pieces(sets, ".jkl"):
        *lines, begun = (begun + piece).split(b"\n")
        yield from (line.decode() for line in lines)
