"""What a person sees of the columns of a table."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.wording import as_options
from dagwright.data.columns.listing import ColumnRow, column_rows

__all__ = ["print_columns"]

_MOST_ROWS = 60
"""On a terminal: more scroll out of sight."""
_LONGEST_NAME = 20


def print_columns(data: dw.Dataset, console: Console) -> None:
    """Print a row for each column; on a terminal only the first ones of many."""
    most = _MOST_ROWS if console.is_terminal else None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    longest = max(map(len, data.columns), default=0)
    width = min(longest, _LONGEST_NAME) if console.is_terminal else None
    table.add_column("column", overflow="fold", min_width=width)
    table.add_column("kind", no_wrap=True)
    table.add_column("treatment", overflow="fold", max_width=_LONGEST_NAME)
    table.add_column("missing", justify="right", no_wrap=True)
    table.add_column("states, and why", overflow="fold", ratio=1)
    for row in column_rows(data, most):
        table.add_row(
            Text(row.name, style="" if _is_used(row) else "dim"),
            Text(row.kind),
            Text(row.treatment, style="" if _is_used(row) else "yellow"),
            Text(row.missing),
            _details(row, "\n" if console.is_terminal else "; "),
        )
    console.print(table)
    more = len(data.columns) - (most or len(data.columns))
    if more > 0:
        console.print(Text(f"and {more:,} more columns: --json shows all of them"))


def _is_used(row: ColumnRow) -> bool:
    return row.treatment in {str(dw.Treatment.CUT), str(dw.Treatment.KEEP)}


def _details(row: ColumnRow, between: str) -> Text:
    parts = [Text(row.states)] if row.states else []
    parts += [Text(as_options(row.reason), style="dim")] if row.reason else []
    parts += [Text(as_options(warning), style="yellow") for warning in row.warnings]
    return Text(between).join(parts)
