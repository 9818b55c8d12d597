"""Workbooks of Excel and LibreOffice, one sheet of which is read like a table of text."""

from __future__ import annotations

import csv
import datetime
import importlib
import io
from typing import Any

from dagwright.data.options import TableOptions
from dagwright.data.raw import RawTable
from dagwright.data.streams import ByteSource, byte_source
from dagwright.data.text.table import text_table
from dagwright.errors import DagwrightError, DataError, FormatError
from dagwright.suggestions import did_you_mean

__all__ = ["is_workbook", "workbook_table"]

_SUFFIXES = {".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"}
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_DELIMITER = "\t"


def is_workbook(source: ByteSource, start: bytes) -> bool:
    """Tell whether a file is a workbook, by its name or its first bytes."""
    return source.suffix in _SUFFIXES or start.startswith(_OLD_EXCEL)


def workbook_table(source: ByteSource, options: TableOptions) -> RawTable:
    """Return the columns of a sheet, the first one unless the options name another."""
    if options.delimiter is not None or options.encoding is not None:
        raise DataError("delimiter= and encoding= are for files of text, and this is a workbook")
    rows, sheet, others = _rows(source, options.sheet)
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=_DELIMITER, lineterminator="\n")
    filled = [[_written(cell) for cell in row] for row in rows]
    width = max((_width(row) for row in filled), default=0)
    writer.writerows(row[:width] for row in filled)
    plain = TableOptions.of(options, delimiter=_DELIMITER, encoding="utf-8")
    with byte_source(io.BytesIO(text.getvalue().encode("utf-8", "replace"))) as inner:
        named = ByteSource(source.name, ".tsv", inner._file)
        table = text_table(named, plain)
    where = table.where
    table.where = lambda row: where(row).replace("line", "row")
    table.notes = [note.replace("line", "row") for note in table.notes]
    if others and options.sheet is None:
        listed = ", ".join(map(repr, others[:5])) + (", ..." if len(others) > 5 else "")
        table.notes.append(f"read the sheet {sheet!r}; there are also {listed} (sheet=)")
    return table


def _rows(source: ByteSource, wanted: str | int | None) -> tuple[list[list[Any]], str, list[str]]:
    try:
        calamine = importlib.import_module("python_calamine")
    except ImportError:
        raise DagwrightError(
            f"{source.name}: reading a workbook needs python-calamine: "
            "pip install 'dagwright[excel]'"
        ) from None
    with source.seekable() as stream:
        content = io.BytesIO(stream.read())
    try:
        book = calamine.CalamineWorkbook.from_filelike(content)
        names = list(book.sheet_names)
        sheet = _chosen(names, wanted)
        # Empty rows at the top count, so that rows have the numbers that the user sees.
        rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    except DagwrightError:
        raise
    except Exception as error:  # its errors have no common base
        raise FormatError(f"{source.name} is not a readable workbook: {error}") from error
    return rows, sheet, [name for name in names if name != sheet]


def _chosen(names: list[str], wanted: str | int | None) -> str:
    if wanted in names:
        return str(wanted)
    position = wanted if wanted is not None else 1
    if isinstance(position, str) and position.isdecimal():  # as the command line gives it
        position = int(position)
    if isinstance(position, int) and 1 <= position <= len(names):
        return names[position - 1]
    listed = ", ".join(map(repr, names)) or "no sheets"
    raise DataError(f"no sheet {wanted!r}{did_you_mean(wanted, names)}: there are {listed}")


def _written(cell: Any) -> str:
    """Return a cell as text; numbers in the shortest way that means the same."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    if isinstance(cell, datetime.datetime | datetime.date | datetime.time):
        return cell.isoformat(" ") if isinstance(cell, datetime.datetime) else cell.isoformat()
    return str(cell).replace("\0", "")


def _width(row: list[str]) -> int:
    return max((j + 1 for j, cell in enumerate(row) if cell), default=0)
