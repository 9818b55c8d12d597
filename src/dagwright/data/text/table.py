"""A table of text into raw columns, in one pass and without holding its text in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from dagwright._core import CsvEncoder, CsvError, NotUtf8Error
from dagwright.data.options import TableOptions
from dagwright.data.raw import Labels, RawColumn, RawTable
from dagwright.data.state_counts import take_state_counts
from dagwright.data.streams import ByteSource, pieces
from dagwright.data.text.columns import first_rows, keeps_labels, label_limit, raw_text_column
from dagwright.data.text.decimal_mark import numbers_of
from dagwright.data.text.encoding import (
    checked_encoding,
    decoded_start,
    guess_encoding,
    is_utf8,
    utf8_pieces,
)
from dagwright.data.text.footer import (
    FOOTER_RECORDS,
    count_footer,
    is_remark,
    last_lines,
    shown,
)
from dagwright.data.text.layout import Layout, find_layout
from dagwright.data.text.other_formats import other_format
from dagwright.data.text.records import Record, lines_of, split_records
from dagwright.errors import DataError, FormatError, located

__all__ = ["text_table"]

_SAMPLE_BYTES = 1 << 18
_SAMPLE_LINES = 20
_MAX_SAMPLE_BYTES = 1 << 26
_TAIL_BYTES = 1 << 15


def text_table(source: ByteSource, options: TableOptions) -> RawTable:
    """Return the columns of a table of text.

    Raises
    ------
    FormatError
        If the text is at fault; the message names the line.
    DataError
        If the table is empty, or its names are faulty and the options strict.
    """
    sample, complete = _sample(source)
    if options.encoding is not None:
        encodings = [checked_encoding(options.encoding)]
    else:
        try:
            encodings = [guess_encoding(sample, complete)]
        except FormatError as error:
            raise located(error, source.name, FormatError) from None
        if encodings == ["utf-8"]:  # it may cease to be so behind the sample
            encodings += ["cp1252", "latin-1"]
        elif encodings == ["cp1252"]:
            encodings += ["latin-1"]
    for encoding in encodings:
        try:
            return _read(source, sample, complete, encoding, options)
        except (NotUtf8Error, UnicodeError) as error:
            problem: ValueError = error
    if isinstance(problem, NotUtf8Error):
        raise FormatError(f"{source.name}, {problem}: give its encoding (encoding=)")
    if options.encoding is None:
        raise FormatError(
            f"{source.name}: this is not {encodings[-1]} text: give its encoding (encoding=)"
        )
    raise FormatError(
        f"{source.name}: this is not {encodings[-1]} text: leave encoding= out, or give another",
        remedy={"encoding": None},
    )


def _sample(source: ByteSource) -> tuple[bytes, bool]:
    """Return the first bytes of a text, with some lines in them, and whether that is all."""
    size = _SAMPLE_BYTES
    with source.opened() as stream:
        sample = _read_fully(stream, size)
        while len(sample) == size < _MAX_SAMPLE_BYTES and sample.count(b"\n") < _SAMPLE_LINES:
            sample += _read_fully(stream, size)
            size *= 2
        return sample, len(sample) < size or not stream.read(1)


def _read_fully(stream: Any, size: int) -> bytes:
    parts = []
    while size > 0 and (part := stream.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _read(
    source: ByteSource, sample: bytes, complete: bool, encoding: str, options: TableOptions
) -> RawTable:
    start = decoded_start(sample, encoding, complete)
    if "\0" in start:
        raise FormatError(f"{source.name}: this is a binary file, not a table")
    if other := other_format(start):
        raise FormatError(f"{source.name}: this is {other}, not a table of text")
    try:
        layout = find_layout(start, complete, source.suffix, options)
    except FormatError as error:
        raise FormatError(f"{source.name}, {error}") from None
    skipped = "".join(lines_of(start)[: layout.n_skipped]).encode()
    encoder = CsvEncoder(
        len(layout.names.names),
        layout.delimiter,
        layout.decimal,
        label_limit(options),
        [j for j, name in enumerate(layout.names.names) if keeps_labels(options, name)],
        layout.n_skipped + 1,
    )
    tail = b"\n"  # so that its first line is torn only if something went before it
    with source.opened() as stream:
        try:
            for piece in _behind(len(skipped), utf8_pieces(pieces(stream), encoding)):
                encoder.feed(piece)
                tail = (tail + piece[-_TAIL_BYTES:])[-_TAIL_BYTES:]
            encoder.finish()
        except NotUtf8Error:
            raise
        except CsvError as error:
            raise FormatError(f"{source.name}, {error}") from None
    table = _Text(encoder, layout, tail.decode("utf-8", "replace"), options).table()
    if source.suffix == ".dat" and layout.has_header and not isinstance(options.weights, str):
        table = take_state_counts(table, options.states or ())
    if not is_utf8(encoding) and options.encoding is None:
        table.notes.append(f"read as {encoding} (if letters look wrong: encoding=)")
    return table


def _behind(n_bytes: int, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the bytes behind the first ones."""
    for part in parts:
        if n_bytes < len(part):
            yield part[n_bytes:]
        n_bytes = max(0, n_bytes - len(part))


class _Text:
    """What an encoder has read, without the footer."""

    def __init__(
        self, encoder: CsvEncoder, layout: Layout, tail: str, options: TableOptions
    ) -> None:
        self._encoder = encoder
        self._layout = layout
        self._tail = tail
        self._strict = options.strict
        self._notes = [*layout.notes, *layout.names.notes]
        self._warnings: list[str] = []

    def table(self) -> RawTable:
        encoder, layout = self._encoder, self._layout
        if encoder.n_records == 0:
            raise DataError(
                "the file has a header and no rows (header=False reads it as a row)"
                if layout.has_header
                else "the file is empty: a table has a row at least"
            )
        columns: dict[str, RawColumn] = {
            name: raw_text_column(encoder.column(j)) for j, name in enumerate(layout.names.names)
        }
        self._note_left_out(columns)
        n_footer = self._footer(columns)
        n_rows = encoder.n_records - n_footer
        if n_footer:
            columns = {name: first_rows(column, n_rows) for name, column in columns.items()}
        self._leave_out_nameless(columns)
        return RawTable(
            columns,
            n_rows,
            lambda row: f"line {encoder.line_of(row)}",
            notes=self._notes,
            warnings=[*layout.names.warnings, *self._warnings],
            decimal=layout.decimal,
        )

    def _note_left_out(self, columns: dict[str, RawColumn]) -> None:
        encoder = self._encoder
        if encoder.n_blank:
            rows = "row" if encoder.n_blank == 1 else "rows"
            self._refuse_if_strict(f"{encoder.n_blank} blank {rows}")
            self._notes.append(f"{encoder.n_blank} blank {rows} left out")
        odd = encoder.odd_records
        if odd:
            line, n_cells = odd[0]
            lines = last_lines(self._tail, encoder.last_line, line)
            cells = f"{n_cells} {'cell' if n_cells == 1 else 'cells'} instead of "
            if len(odd) == 1 and self._is_cut_off(lines, list(columns.values())):
                self._warnings.append(
                    f"the last line has {n_cells} of {encoder.n_columns} cells and was left out: "
                    "is the file cut off?"
                )
            self._note_footer(len(odd), lines, line, f", with {cells}{encoder.n_columns}")

    def _is_cut_off(self, lines: list[str], columns: list[RawColumn]) -> bool:
        """Tell whether a short last record looks like the start of a row."""
        record = next(split_records(lines, self._layout.delimiter), None)
        if record is None or len(record.cells) >= len(columns) or is_remark(record.cells[0]):
            return False
        whole = record.cells[:-1] or record.cells  # the last cell may be torn
        return all(
            cell in column.labels
            if isinstance(column, Labels)
            else bool(np.isfinite(numbers_of([cell], self._layout.decimal)[0]))
            for cell, column in zip(whole, columns, strict=False)
        )

    def _note_footer(self, count: int, lines: list[str], line: int, more: str = "") -> None:
        quoted = shown(lines, self._layout.delimiter)
        noun = "line" if count == 1 else "lines"
        self._refuse_if_strict(
            f"{count} {noun} below the table, from line {line} on: {quoted}{more}"
        )
        self._notes.append(
            f"{count} {noun} at the end left out, from line {line} on: {quoted}{more}"
        )

    def _refuse_if_strict(self, what: str) -> None:
        if self._strict:
            raise DataError(
                f"{what}: delete what does not belong to the table, or leave strict=True out"
            )

    def _footer(self, columns: dict[str, RawColumn]) -> int:
        """Return how many of the last records of full length are a footer."""
        encoder, width = self._encoder, self._encoder.n_columns
        if width < 2:
            return 0
        start = max(0, encoder.n_records - FOOTER_RECORDS)
        line = encoder.line_of(start)
        lines = last_lines(self._tail, encoder.last_line, line)
        records = [
            Record(record.cells[:width], record.first_line, record.last_line)
            for record in split_records(lines, self._layout.delimiter, line)
            if len(record.cells) >= width and not any(record.cells[width:])
        ]
        if start == 0:
            records = records[1:]  # a table keeps one row at least
        first = next(iter(columns.values()))
        above = [self._labels_elsewhere(first, record.cells[0]) for record in records]
        count = count_footer(records, above)
        if count:
            begin = records[len(records) - count].first_line
            self._note_footer(count, last_lines(self._tail, encoder.last_line, begin), begin)
        return count

    def _labels_elsewhere(self, column: RawColumn, label: str) -> set[str]:
        if isinstance(column, Labels) and label in column.labels:
            code = column.labels.index(label)
            return {label} if int((column.codes == code).sum()) > 1 else set()
        return set()

    def _leave_out_nameless(self, columns: dict[str, RawColumn]) -> None:
        """Leave out columns without name and values: delimiters at the end of the lines."""
        names = self._layout.names
        for j in sorted(names.unnamed, reverse=True):
            column = columns[names.names[j]]
            empty = isinstance(column, Labels) and column.labels == [""]
            if not empty or len(columns) == 1:
                break
            del columns[names.names[j]]
            self._notes = [note for note in self._notes if repr(names.names[j]) not in note]
            names.warnings = [text for text in names.warnings if repr(names.names[j]) not in text]
            self._notes.append(f"column {j + 1} has neither a name nor values: left out")
