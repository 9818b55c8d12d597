"""How the command line prints."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.box import Box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.wording import as_options, error_lines
from dagwright.data.columns.describe import describe_columns
from dagwright.errors import DagwrightError, DagwrightWarning
from dagwright.words import plural

__all__ = [
    "column_facts",
    "describe_rows",
    "make_console",
    "print_block",
    "print_error",
    "print_facts",
    "print_remarks",
    "show_warnings",
]

_ASCII_RULE = Box("\n".join(["    ", "    ", " -- ", *["    "] * 5]), ascii=True)
_ENOUGH = 1_000_000
"""Columns of a file or a pipe, where lines are as long as what is in them."""


def make_console(*, stderr: bool = False) -> Console:
    """Return a console; in a file or a pipe its lines are neither cut nor folded."""
    console = Console(stderr=stderr, highlight=False)
    if console.is_terminal:
        return console
    return Console(stderr=stderr, highlight=False, width=_ENOUGH)


def print_error(error: DagwrightError) -> None:
    """Print an error on standard error: a line for each problem, and the command that cures it."""
    console = Console(stderr=True)
    lines, cure = error_lines(error)
    # As Text, so that brackets in names are not taken for markup.
    for line in lines:
        text = Text.assemble(("error:", "bold red"), " ", line)
        console.print(text, soft_wrap=True)
    if cure is not None:
        console.print(Text.assemble(("try:", "bold"), " ", cure), soft_wrap=True)


@contextmanager
def show_warnings() -> Iterator[None]:
    """Let warnings of the library be lines on standard error, in the words of the command line."""

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if not issubclass(category, DagwrightWarning):
            usual(message, category, *place, **more)
            return
        text = Text.assemble(("warning:", "bold yellow"), " ", as_options(str(message)))
        Console(stderr=True).print(text, soft_wrap=True)

    with warnings.catch_warnings():
        usual, warnings.showwarning = warnings.showwarning, show
        yield


def print_block(block: RenderableType, console: Console) -> None:
    """Print a table; in a file or a pipe its lines end where their text ends."""
    if console.options.ascii_only and isinstance(block, Table) and block.box is not None:
        block.box = _ASCII_RULE
    if console.is_terminal:
        console.print(block)
        return
    with console.capture() as captured:
        console.print(block)
    for line in captured.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)


def print_facts(facts: Iterable[tuple[str, str]], console: Console) -> None:
    """Print names and values in two columns; a value that is too long wraps below itself."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in facts:
        style = "yellow" if name == "warning" else ""
        table.add_row(Text(name, style=style), Text(as_options(value)))
    print_block(table, console)


def print_remarks(data: dw.Dataset, console: Console) -> None:
    """Print what of a table could mislead, and how it was read."""
    warnings = [("warning", warning) for warning in data.warnings]
    print_facts([*warnings, *(("note", note) for note in data.notes)], console)


def column_facts(data: dw.Dataset) -> Iterator[tuple[str, str]]:
    """Say in a few lines what was decided about the columns of a table, if anything was."""
    lines = describe_columns(data)
    if lines:
        yield "columns", "\n".join(lines)


def describe_rows(data: dw.Dataset) -> str:
    """Return how many rows there are, and how many more there were."""
    if not data.n_dropped:
        return plural(data.n_rows, "row")
    total = data.n_rows + data.n_dropped
    return f"{data.n_rows:,} of {total:,} rows ({100 * data.n_dropped / total:.0f} % dropped)"
