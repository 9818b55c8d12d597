"""`dagwright plan`: what `learn` would do, and about what it would cost."""

from __future__ import annotations

from rich.text import Text

import dagwright as dw
from dagwright.cli.inputs import read_table, resolve_score_option
from dagwright.cli.layout import column_facts, print_facts, standard_output
from dagwright.cli.options import (
    Ess,
    Forbid,
    Iterations,
    LearnSeconds,
    MaxParents,
    Memory,
    MethodName,
    Require,
    Restarts,
    ScoreName,
    SelectionName,
    TableName,
    Threads,
    Tier,
    make_constraints,
    make_method,
)
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.wording import as_options

__all__ = ["plan"]


@takes_table()
def plan(  # noqa: PLR0917 - typer makes options of the parameters
    data: TableName,
    score: ScoreName = "bic",
    ess: Ess = None,
    method: MethodName = "auto",
    restarts: Restarts = None,
    selection: SelectionName = "auto",
    max_parents: MaxParents = None,
    require: Require = None,
    forbid: Forbid = None,
    tier: Tier = None,
    time: LearnSeconds = None,
    iterations: Iterations = None,
    memory: Memory = None,
    threads: Threads = None,
    *,
    said: TableTexts,
) -> None:
    """Say what learn would choose with the same options, and estimate time and memory."""
    table = read_table(data, said, memory)
    planned = dw.plan(
        table,
        score=resolve_score_option(score, ess),
        method=make_method(method, restarts=restarts),
        selection=selection,
        constraints=make_constraints(require, forbid, tier, max_parents),
        time_limit="auto" if time is None else time,
        iterations=iterations,
        memory_limit=memory,
        threads=threads,
    )
    standard_output().print(Text(as_options(planned.explain())))
    print_facts(column_facts(table), standard_output())
    for note in table.notes:
        standard_output().print(Text(f"Note: {note}."))
