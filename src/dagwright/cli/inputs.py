"""What several sub-commands take: tables, scores."""

from __future__ import annotations

import dagwright as dw
from dagwright.cli.table_options import TableTexts
from dagwright.data.options import FILE_WORDS
from dagwright.data.read import read_table_of
from dagwright.memory import call_within

__all__ = ["EXAMPLE", "read_table", "resolve_score_option"]

EXAMPLE = "example:"
"""What an embedded table or network is called instead of a file."""


def read_table(data: str, said: TableTexts, memory: str | None = None) -> dw.Dataset:
    """Return an embedded example or the table of a file; `memory` is the limit of --memory."""
    if not data.startswith(EXAMPLE):
        return call_within(memory, read_table_of, data, said.reading(), said.options)
    table = dw.load_dataset(data[len(EXAMPLE) :])
    options = said.options(table.names)
    if not options.given:
        return table
    for word in sorted(options.given & FILE_WORDS):
        raise dw.DagwrightError(f"{word}= says how a file is read: {data} is not a file")
    return dw.Dataset.from_frame(table, options=options)


def resolve_score_option(name: str, ess: float | None) -> dw.BDeu | str:
    """Return the score that --score and --ess stand for."""
    if ess is None:
        return name
    if name.lower() != dw.BDeu.name:
        raise dw.DagwrightError(f"--ess belongs to --score bdeu, not to {name}")
    return dw.BDeu(ess=ess)
