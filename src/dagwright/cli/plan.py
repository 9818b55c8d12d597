"""`dagwright plan`: what `learn` would do, and about what it would cost."""

from __future__ import annotations

from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import column_facts, print_facts, standard_output
from dagwright.cli.options import (
    Ess,
    Memory,
    MethodName,
    Restarts,
    ScoreName,
    Seconds,
    SelectionName,
    TableName,
    Threads,
    make_method,
)
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.wording import as_options

__all__ = ["plan"]


@takes_table()
@takes_constraints()
def plan(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: SelectionName = "auto",
    time: Seconds = 60,
    memory: Memory = None,
    threads: Threads = None,
    *,
    known: ConstraintTexts,
    said: TableTexts,
) -> None:
    """Say what learn would choose with the same options, and estimate time and memory."""
    knowledge = known.read()
    table = read_table(data, said, memory)
    planned = dw.plan(
        table,
        score=resolve_score_option(score, ess),
        method=make_method(method, restarts=restarts),
        selection=selection,
        constraints=knowledge.about(table.columns),
        time_limit=time,
        memory_limit=memory,
        threads=threads,
    )
    standard_output().print(Text(as_options(planned.explain())))
    print_facts(column_facts(table), standard_output())
    for note in table.notes:
        standard_output().print(Text(f"Note: {note}."))
