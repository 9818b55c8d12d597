"""The columns of a table as HTML, for notebooks and pages."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from dagwright.data.columns.describe import describe_columns
from dagwright.data.columns.listing import ColumnRow, column_rows

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset

__all__ = ["columns_table", "dataset_html"]

_MOST_ROWS = 100
_HEADINGS = ("column", "kind", "treatment", "missing", "states", "why")


def dataset_html(data: Dataset) -> str:
    """Return warnings, what was decided in short, and a row for each column."""
    warnings = "".join(f"<p>Warning: {_text(warning)}.</p>" for warning in data.warnings)
    lines = "<br>".join(map(_text, describe_columns(data)))
    summary = f"<p>{lines}</p>" if lines else ""
    more = len(data.columns) - _MOST_ROWS
    rest = f"<p>and {more:,} more: Dataset.columns</p>" if more > 0 else ""
    table = columns_table(column_rows(data, _MOST_ROWS))
    return f"<div>{warnings}<p>{_text(repr(data))}</p>{summary}{table}{rest}</div>"


def columns_table(rows: list[ColumnRow]) -> str:
    """Return a table with a row for each column; it has no style of its own."""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in _HEADINGS)
    return (
        f'<table class="columns"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(map(_row, rows))}</tbody></table>"
    )


def _row(row: ColumnRow) -> str:
    cells = [row.name, row.kind, row.treatment, row.missing, row.states]
    warnings = "".join(f"<br>{_text(warning)}" for warning in row.warnings)
    plain = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
    return f"<tr>{plain}<td>{_text(row.reason)}{warnings}</td></tr>"


def _text(text: str) -> str:
    # Half of a pair of surrogates is not a character that a page could hold.
    return html.escape(text.encode("utf-8", "replace").decode("utf-8"))
