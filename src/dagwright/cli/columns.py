"""What a person sees of the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dagwright as dw
from dagwright.cli.layout import print_block
from dagwright.cli.wording import as_options
from dagwright.data.columns.listing import ColumnRow, column_rows

__all__ = ["print_columns"]

_MOST_ROWS = 60
"""On a terminal: more scroll out of sight."""
_LONGEST_NAME = 20
_HEADINGS = ("column", "kind", "treatment", "missing", "states, and why")


def print_columns(data: dw.Dataset, console: Console) -> None:
    """Print a row for each column; on a terminal only the first ones of many."""
    if not console.is_terminal:
        # One line per column, whatever its length: easy to search, and quick for thousands.
        console.print(Text("\n".join(_lines(_rows(data)))), soft_wrap=True)
        return
    print_block(_table(_rows(data, _MOST_ROWS)), console)
    more = len(data.columns) - _MOST_ROWS
    if more > 0:
        console.print(Text(f"and {more:,} more columns: --json shows all of them"))


def _rows(data: dw.Dataset, most: int | None = None) -> list[ColumnRow]:
    return [row.reworded(as_options) for row in column_rows(data, most)]


def _lines(rows: list[ColumnRow]) -> Iterator[str]:
    cells = [(row.name, row.kind, row.treatment, row.missing, _details(row).plain) for row in rows]
    cells.insert(0, _HEADINGS)
    *widths, _ = (max(map(len, column)) for column in zip(*cells, strict=True))
    for *first, details in cells:
        padded = [cell.ljust(width) for cell, width in zip(first, widths, strict=True)]
        yield "  ".join([*padded, details]).rstrip()


def _table(rows: list[ColumnRow]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    name, kind, treatment, missing, details = _HEADINGS
    width = min(max(len(row.name) for row in rows), _LONGEST_NAME)
    table.add_column(name, overflow="fold", min_width=width)
    table.add_column(kind, no_wrap=True)
    table.add_column(treatment, overflow="fold", max_width=_LONGEST_NAME)
    table.add_column(missing, justify="right", no_wrap=True)
    table.add_column(details, overflow="fold", ratio=1)
    for row in rows:
        used = _is_used(row)
        table.add_row(
            Text(row.name, style="" if used else "dim"),
            Text(row.kind),
            Text(row.treatment, style="" if used else "yellow"),
            Text(row.missing),
            _details(row, "\n"),
        )
    return table


def _is_used(row: ColumnRow) -> bool:
    return row.treatment in {str(dw.Treatment.CUT), str(dw.Treatment.KEEP)}


def _details(row: ColumnRow, between: str = "; ") -> Text:
    parts = [Text(row.states)] if row.states else []
    parts += [Text(row.reason, style="dim")] if row.reason else []
    parts += [Text(warning, style="yellow") for warning in row.warnings]
    return Text(between).join(parts)
