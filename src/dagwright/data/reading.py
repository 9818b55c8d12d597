"""`read_raw`: files into raw columns, whatever kind of file it is."""

from __future__ import annotations

import os
from typing import BinaryIO

from dagwright.data.options import TableOptions
from dagwright.data.parquet import parquet_table
from dagwright.data.raw import RawTable
from dagwright.data.statistics_file import is_statistics_file, statistics_table
from dagwright.data.streams import ByteSource, byte_source
from dagwright.data.text.table import text_table
from dagwright.data.workbook import is_workbook, workbook_table
from dagwright.errors import DataError, FormatError, located

__all__ = ["read_raw"]

_PARQUET = (".parquet", ".pq")
# Binary files of other kinds, by their first bytes.
_OTHERS = {
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format 3": "a database of SQLite",
    b"RDX": "an R data file: save the data frame with write.csv",
    b"ARROW1": "an Arrow file: save it as Parquet",
    b"{\\rtf": "a text document",
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"Rar!": "a RAR archive: unpack it first",
}


def read_raw(path: str | os.PathLike[str] | BinaryIO, options: TableOptions) -> RawTable:
    """Return the columns of a file as they are written: what they mean is decided later.

    Parameters
    ----------
    path : str, path or stream of bytes
        A table of text, a workbook (.xlsx, .xls, .ods), a file of SPSS (.sav) or Stata (.dta) or a
        .parquet file; each also compressed (.gz, .bz2, .xz), or alone in a .zip archive. ``"-"``
        is standard input. Other names are judged by the content.
    options : TableOptions
        header, delimiter, encoding, sheet and strict matter here, and which columns are named in
        others: all their labels are kept.

    Raises
    ------
    FormatError
        If the file cannot be read, or is not what its name says; the message names the line.
    DataError
        If the table is empty, or its names are faulty and the options strict.
    """
    with byte_source(path) as source:
        try:
            return _table(source, options)
        except DataError as error:
            raise located(error, source.name, DataError) from None


def _table(source: ByteSource, options: TableOptions) -> RawTable:
    with source.opened() as stream:
        start = stream.read(16)
    if source.suffix in _PARQUET or start.startswith(b"PAR1"):
        return parquet_table(source, options)
    if is_workbook(source, start):
        return workbook_table(source, options)
    if is_statistics_file(source, start):
        return statistics_table(source, options)
    if options.sheet is not None:
        raise DataError(f"sheet={options.sheet!r} is for workbooks, and this is not one")
    for magic, what in _OTHERS.items():
        if start.startswith(magic):
            raise FormatError(f"{source.name} is {what}, not a table")
    return text_table(source, options)
