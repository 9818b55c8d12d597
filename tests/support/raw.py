"""Reading text as raw columns, and raw columns as cells."""

from __future__ import annotations

import io
from pathlib import Path

from dagwright.data.options import TableOptions
from dagwright.data.raw import Labels
from dagwright.data.reading import read_raw


class Named(io.BytesIO):
    """Bytes that know the name of the file they come from."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name


def raw(text: str | bytes, name: str = "table.csv", **words: object):
    """Return the raw table of a file with this content."""
    content = text if isinstance(text, bytes) else text.encode()
    return read_raw(Named(content, name), TableOptions(**words))


def raw_file(path: str | Path, **words: object):
    """Return the raw table of a file."""
    return read_raw(path, TableOptions(**words))


def cells(column) -> list[str | None]:
    """Return the cells of a column of labels."""
    assert isinstance(column, Labels)
    missing = [False] * len(column.codes) if column.missing is None else column.missing
    return [
        None if gone else column.labels[code]
        for code, gone in zip(column.codes, missing, strict=True)
    ]


def table_cells(table) -> dict[str, list[str | None]]:
    """Return the cells of all columns by name."""
    return {name: cells(column) for name, column in table.columns.items()}
