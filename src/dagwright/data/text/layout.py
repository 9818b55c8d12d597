"""The layout of a table of text, from a sample of its first lines."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice

from dagwright.data.options import TableOptions
from dagwright.data.text.decimal_mark import ambiguous_number, guess_decimal, numbers_of
from dagwright.data.text.delimiter import checked_delimiter, guess_delimiter, separates
from dagwright.data.text.header import is_good_header, is_header, is_second_header
from dagwright.data.text.names import Names, joined_names, unique_names
from dagwright.data.text.number_names import may_count_columns
from dagwright.data.text.records import Record, lines_of, split_records
from dagwright.errors import DataError, FormatError

__all__ = ["Layout", "find_layout"]

_GUESSES = {
    True: "the first line was taken for names (if it is data: header=False)",
    False: "the first line was taken for data, so the variables are x0, x1, ... "
    "(if it holds names: header=True)",
}
_COUNTED = (
    "line {} counts the columns from 0, but could be a row of data like those below, and was taken "
    "for one (if it holds names: header=True)"
)
_ADVICE = "; if the first line is data and not names, say so (header=False)"
_SEPARATOR = re.compile(r"\"?sep=(.)\"?\s*", re.IGNORECASE)
_COMMENTS = ("#", "%", "//")
_MAX_TITLE_LINES = 40
_MAX_COLUMNS = 1 << 18
_ROWS = 500  # that a header is compared with


@dataclass
class Layout:
    """How a text is to be read.

    Attributes
    ----------
    delimiter, decimal : str
        What separates cells, and the decimal mark.
    names : Names
        Of all columns.
    has_header : bool
        Whether they come from the text.
    n_skipped : int
        Lines before the first record of data.
    notes : list of str
        What was found and left out.
    """

    delimiter: str
    decimal: str
    names: Names
    has_header: bool
    n_skipped: int
    notes: list[str] = field(default_factory=list)


def find_layout(text: str, complete: bool, suffix: str, options: TableOptions) -> Layout:
    """Return the layout of a table that starts with this text.

    Parameters
    ----------
    text : str
        As much of it as is needed to see what it looks like.
    complete : bool
        Whether that is all.
    suffix : str
        Of the file's name, in lower case, such as '.csv'.
    options : TableOptions
        What the user said.
    """
    return _Finder(text, complete, suffix, options).layout()


class _Finder:
    def __init__(self, text: str, complete: bool, suffix: str, options: TableOptions) -> None:
        self._options = options
        self._notes: list[str] = []
        self._n_comments = 0
        lines = lines_of(text)
        told = options.delimiter
        start = 0
        match = _SEPARATOR.fullmatch(lines[0]) if lines else None
        if match:
            start = 1
        self._comment, start = self._skip_comments(lines, start)
        body = lines[start:]
        if match and told is None:
            told = match[1]
            if not separates(body, told) and separates(body, guess_delimiter(body, suffix)):
                self._notes.append(
                    f"line 1 says that {told!r} separates the cells, but it does not"
                )
                told = None
        self._delimiter = guess_delimiter(body, suffix) if told is None else checked_delimiter(told)
        records = split_records(body, self._delimiter, start + 1)
        self._records = list(islice(records, _ROWS + _MAX_TITLE_LINES))
        if not complete and len(self._records) > 1 and next(records, None) is None:
            self._records.pop()  # it may be torn
        if not self._records:
            raise DataError("the file is empty: a table has a row at least")
        for record in self._records:
            if len(record.cells) > _MAX_COLUMNS:
                line = record.first_line
                raise FormatError(f"line {line}: more than {_MAX_COLUMNS} cells: is this a table?")

    def _skip_comments(self, lines: list[str], start: int) -> tuple[str, int]:
        at, comment, n_comments = start, "", 0
        while at < len(lines) and (not lines[at].strip() or lines[at].startswith(_COMMENTS)):
            if lines[at].strip():
                comment, n_comments = lines[at], n_comments + 1
            at += 1
        if at == len(lines):  # nothing but comments: then they are none
            return "", start
        self._n_comments = n_comments
        return comment, at

    def layout(self) -> Layout:
        records, told = self._without_title(), self._options.header
        names = self._commented_names(records) if told is not False else None
        if names is None and told is not False:
            names, records = self._header(records)
        has_header = names is not None
        if told is None:
            self._notes.insert(0, _GUESSES[has_header])
        width = self._width(records, names)
        if names is None:
            named = Names([f"x{j}" for j in range(width)], set(range(width)))
            if told is None and may_count_columns(records[0].cells):
                named.warnings.append(_COUNTED.format(records[0].first_line))
        else:
            advice = _ADVICE if told is None else ""
            named = unique_names(names, self._options.strict, advice)
        if self._n_comments:
            lines = "line" if self._n_comments == 1 else "lines"
            self._notes.append(f"{self._n_comments} {lines} of comments at the start left out")
        skipped = records[0].first_line - 1 if records else self._last_line
        decimal = self._decimal(records)
        self._note_ambiguous(records, decimal)
        return Layout(self._delimiter, decimal, named, has_header, skipped, self._notes)

    def _modal_width(self, records: list[Record]) -> int:
        return Counter(len(record.cells) for record in records).most_common(1)[0][0]

    def _without_title(self) -> list[Record]:
        """Leave out lines of a title, which have fewer cells than the table."""
        records = self._records
        self._last_line = records[-1].last_line
        width = self._modal_width(records)
        if width < 2 or len(records) < 3:
            return records
        start = 0
        while start < min(len(records) - 2, _MAX_TITLE_LINES) and self._is_title(start, width):
            start += 1
        if start:
            listed = ", ".join(repr(_shown(record)) for record in records[:start][:3])
            lines = "line" if start == 1 else "lines"
            self._notes.append(f"{start} {lines} above the table left out: {listed}")
        return records[start:]

    def _is_title(self, at: int, width: int) -> bool:
        record, rest = self._records[at], self._records[at + 1 :]
        if len(record.cells) < width:
            following = next((r for r in rest if len(r.cells) >= width - 1), None)
            if following is None:
                return False
            short_header = len(record.cells) == width - 1 and 2 * record.n_filled >= width - 1
            if short_header and len(rest[0].cells) >= width:
                # R writes no name above row names: then this is the header, unless the next is.
                rows = [r.cells for r in rest[1:_ROWS]]
                return is_header(rest[0].cells, rows, ".") and width == 2
            return True
        if not _is_alone(record):
            return False
        at = next((i for i, below in enumerate(rest) if not _is_alone(below)), len(rest))
        rows = [r.cells for r in rest[at + 1 : at + _ROWS]]
        if width == 2:  # where a name may be missing, so that only a phrase is a title
            title = len(record.cells[0].split()) > 1 and at < len(rest) and bool(rows)
            return title and is_good_header(rest[at].cells, rows, ".")
        return (
            bool(rows)
            and rest[at].n_filled > 2 * width / 3
            and is_header(rest[at].cells, rows, ".")
        )

    def _commented_names(self, records: list[Record]) -> list[str] | None:
        """Return the names of a header that is written as a comment, if there is one."""
        width = self._modal_width(records)
        if not self._comment or width < 2:
            return None
        rows = [record.cells for record in records[1:_ROWS]]
        if rows and is_good_header(records[0].cells, rows, self._decimal(records[1:])):
            return None
        bare = self._comment.lstrip("#%/")
        candidates = [bare] if bare.startswith((" ", "\t")) else [self._comment, bare]
        for line in candidates:
            cells = next((r.cells for r in split_records([line], self._delimiter)), [])
            rows = [record.cells for record in records[:_ROWS]]
            if len(cells) == width and is_header(cells, rows, self._decimal(records)):
                self._n_comments -= 1
                return cells
        return None

    def _header(self, records: list[Record]) -> tuple[list[str] | None, list[Record]]:
        first, rest = records[0], records[1:]
        told = self._options.header
        width = self._modal_width(rest) if rest else len(first.cells)
        cells = self._fitted(first, rest, width)
        decimal = self._decimal(rest)
        rows = [record.cells for record in rest[:_ROWS]]
        if told is None and not (is_header(cells, rows, decimal) if rows else self._names_only()):
            return None, records
        if not rest:
            raise DataError("the file has a header and no rows (header=False reads it as a row)")
        second = rest[0]
        if told is None and len(second.cells) >= len(cells):
            names = second.cells[: len(cells)]
            if is_second_header(names, rows[1:], decimal):
                return self._joined(cells, names, second), rest[1:]
        return cells, rest

    def _names_only(self) -> bool:
        return is_header(self._records[0].cells, [], ".")

    def _joined(self, cells: list[str], names: list[str], second: Record) -> list[str]:
        if self._options.strict:
            raise DataError(
                f"line {second.first_line} looks like a second line of names or units: "
                f"{_shown(second)!r}; delete it, or say that it is data (header=True)"
            )
        joined = joined_names(cells, names)
        if joined is not None:
            self._notes.append(f"lines {second.first_line - 1} and {second.first_line} were joined")
            return joined
        self._notes.append(
            f"line {second.first_line} left out: a second line of names or units, "
            f"{_shown(second)!r}"
        )
        return cells

    def _fitted(self, first: Record, rest: list[Record], width: int) -> list[str]:
        """Return the cells of a header, as many as there are columns."""
        cells = list(first.cells)
        while len(cells) > width and not cells[-1]:
            cells.pop()
        surplus = [record.cells[len(cells) :] for record in rest if len(record.cells) == width]
        if len(cells) >= width or not any(any(cells) for cells in surplus):
            return cells
        # R's write.table: the column of row names has no name.
        return ["", *cells] if len(cells) == width - 1 else [*cells, *[""] * (width - len(cells))]

    def _width(self, records: list[Record], names: list[str] | None) -> int:
        width = self._modal_width(records)
        if names is not None and len(names) > width:
            raise FormatError(
                f"line {records[0].first_line}: {width} {'cell' if width == 1 else 'cells'} where "
                f"the header has {len(names)} names"
            )
        return width

    def _decimal(self, records: list[Record]) -> str:
        if self._options.decimal is not None:
            return self._options.decimal
        return guess_decimal(self._columns(records), self._delimiter == ",")

    def _note_ambiguous(self, records: list[Record], decimal: str) -> None:
        """Say how numbers were read that could be read either way."""
        example = ambiguous_number(self._columns(records))
        if example is not None and self._options.decimal is None:
            value, other = numbers_of([example], decimal)[0], "." if decimal == "," else ","
            self._notes.append(f"{example} was read as {value:g} (otherwise: decimal={other!r})")

    def _columns(self, records: list[Record]) -> list[list[str]]:
        if not records:
            return []
        width = self._modal_width(records)
        rows = [record.cells for record in records[:_ROWS] if len(record.cells) == width]
        return list(map(list, zip(*rows, strict=True)))


def _is_alone(record: Record) -> bool:
    return record.n_filled == 1 and bool(record.cells[0])


def _shown(record: Record) -> str:
    text = " ".join(filter(None, record.cells))
    return text if len(text) <= 60 else text[:57] + "..."
