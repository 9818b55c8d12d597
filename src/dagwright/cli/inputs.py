"""What several sub-commands take: tables, scores."""

from __future__ import annotations

import stat
from pathlib import Path

import dagwright as dw
from dagwright.cli.mistakes import Mistakes
from dagwright.cli.table_options import TableTexts
from dagwright.data.options import FILE_WORDS
from dagwright.data.read import read_table_of
from dagwright.memory import call_within

__all__ = ["EXAMPLE", "read_table", "read_table_unless", "resolve_score_option"]

EXAMPLE = "example:"
"""What an embedded table or network is called instead of a file."""
_QUICKLY_READ = 1 << 24
"""Bytes of a table that are read in the wink of an eye."""


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


def read_table_unless(
    mistakes: Mistakes, data: str, said: TableTexts, memory: str | None = None
) -> dw.Dataset:
    """Return the table, unless mistakes were made: then raise them, with those in its names.

    A large file is not read only to find more mistakes.
    """
    if mistakes and not _is_quickly_read(data):
        mistakes.raise_any()
    with mistakes:
        table = read_table(data, said, memory)
    mistakes.raise_any()
    return table


def _is_quickly_read(data: str) -> bool:
    if data.startswith(EXAMPLE):
        return True
    try:
        found = Path(data).stat()
    except (OSError, ValueError):
        return True
    return stat.S_ISREG(found.st_mode) and found.st_size <= _QUICKLY_READ


def resolve_score_option(name: str, ess: float | None) -> dw.BDeu | str:
    """Return the score that --score and --ess stand for."""
    if ess is None:
        return name
    if name.lower() != dw.BDeu.name:
        raise dw.DagwrightError(f"--ess belongs to --score bdeu, not to {name}")
    return dw.BDeu(ess=ess)
