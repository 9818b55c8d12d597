"""The first records of a text, to see what they look like; the rest is read by the encoder."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["BLANKS", "Record", "lines_of", "split_records"]

BLANKS = " "  # as a delimiter: any run of spaces and tabs
_RUN = re.compile(r"[ \t]+")


class Record(NamedTuple):
    """The cells of a record, and the lines it takes, counted from 1."""

    cells: list[str]
    first_line: int
    last_line: int

    @property
    def n_filled(self) -> int:
        """Number of cells that are not empty."""
        return sum(map(bool, self.cells))


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their ends: LF, CRLF or CR, and nothing else."""
    return list(io.StringIO(text, newline=""))


def split_records(lines: list[str], delimiter: str, first_line: int = 1) -> Iterator[Record]:
    """Yield the records of some lines that have any text in them.

    This reads whatever the encoder accepts, and is more generous with quotes.
    """
    source = iter(lines)
    if delimiter == BLANKS:
        source = (_RUN.sub(" ", line.strip(" \t\r\n")) for line in lines)
    reader = csv.reader(source, delimiter=delimiter, skipinitialspace=True)
    before = 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:  # a cell that is longer than any should be: the encoder will tell
            return
        if cells is None:
            return
        start, before = before, reader.line_num
        cells = [cell.strip(" \t") for cell in cells]
        if any(cells):
            yield Record(cells, first_line + start, first_line + before - 1)
