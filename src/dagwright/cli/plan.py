"""`dagwright plan`: what `learn` would do, and about what it would cost."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from rich.console import Console
from rich.text import Text

import dagwright as dw
from dagwright.cli.constraint_options import ConstraintTexts, takes_constraints
from dagwright.cli.layout import column_facts, print_facts
from dagwright.cli.options import (
    TableName,
)
from dagwright.cli.record import table_record
from dagwright.cli.search_options import SearchTexts, takes_search
from dagwright.cli.table_options import TableTexts, takes_table
from dagwright.cli.telling import Telling, tells
from dagwright.cli.wording import as_options
from dagwright.plan import plan_table

__all__ = ["plan"]


@takes_table()
@takes_constraints()
@tells()
@takes_search("seed")
def plan(
    data: TableName,
    asked: SearchTexts,
    *,
    known: ConstraintTexts,
    said: TableTexts,
    telling: Telling,
) -> None:
    """Say what learn would choose with the same options, and estimate time and memory."""
    words = asked.read(known)
    inputs = {"DATA": data, "--like": said.like, "--constraints": known.constraints}
    settings = asked.settings(words, callbacks=telling.begin(telling.outputs(inputs)))
    table = words.read_table(data, said, asked.memory)
    telling.tell_table(table)
    settings = replace(settings, constraints=words.knowledge.about(table.columns))
    planned = plan_table(table, settings.start_clock(), settings)

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
