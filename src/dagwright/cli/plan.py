"""`dagwright plan`: what `learn` would do, and about what it would cost."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.asked import Asked
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.layout import column_facts, print_facts
from dagwright.cli.options import (
    Ess,
    Iterations,
    LearnSeconds,
    Memory,
    MethodName,
    Restarts,
    ScoreName,
    SelectionName,
    TableName,
    Threads,
)
from dagwright.cli.record import table_record
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.cli.wording import as_options

__all__ = ["plan"]


@takes_table()
@takes_constraints()
@tells()
def plan(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: SelectionName = "auto",
    time: LearnSeconds = None,
    iterations: Iterations = None,
    memory: Memory = None,
    threads: Threads = None,
    *,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Say what learn would choose with the same options, and estimate time and memory."""
    asked = Asked(score, ess, known, method, restarts, selection)
    inputs = {"DATA": data, "--like": said.like, "--constraints": known.constraints}
    watching = telling.begin(telling.outputs(inputs))
    table = asked.read_table(data, said, memory)
    telling.tell_table(table)
    planned = dw.plan(
        table,
        score=asked.score,
        method=asked.method,
        selection=selection,
        constraints=asked.knowledge.about(table.columns),
        time_limit="auto" if time is None else time,
        iterations=iterations,
        memory_limit=memory,
        threads=threads,
        callbacks=watching,
    )

    def show(console: Console) -> None:
        console.print(Text(as_options(planned.explain())), soft_wrap=not console.is_terminal)
        print_facts(column_facts(table), console)
        for note in table.notes:
            console.print(Text(as_options(f"Note: {note}.")), soft_wrap=not console.is_terminal)

    telling.end(lambda: _record(planned, table), show, facts=lambda: [("plan", planned.explain())])


def _record(planned: dw.Plan, table: dw.Dataset) -> dict[str, Any]:
    return {
        "data": table_record(table),
        "method": planned.method.name,
        "selection": None if planned.selection is None else planned.selection.name,
        "first": [method.name for method in planned.first],
        "reasons": list(planned.reasons),
        "stages": [asdict(stage) for stage in planned.stages],
        "seconds": planned.seconds,
        "most_seconds": planned.most_seconds,
        "memory": planned.memory,
        "most_memory": planned.most_memory,
        "fits": planned.fits,
        "warnings": list(planned.warnings),
        "notes": list(table.notes),
    }
