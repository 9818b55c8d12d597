"""What the targets for tables share."""

from __future__ import annotations

import atexit
import tempfile
import warnings
from pathlib import Path

import numpy as np

import dagwright as dw
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, Labels, Opaque, Real, WideText
from dagwright.data.reading import read_raw

warnings.simplefilter("error")
_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)


def read(content: bytes, name: str, **options) -> None:
    """Read bytes as a file: sound columns or a clear error must come of it."""
    path = Path(_FOLDER.name) / name
    path.write_bytes(content)
    try:
        table = read_raw(path, TableOptions(**options))
    except dw.DagwrightError:
        return
    assert table.n_rows >= 1
    assert table.columns
    assert table.decimal in {".", ","}
    table.where(table.n_rows - 1)
    for column_name, column in table.columns.items():
        assert column_name
        _check(column, table.n_rows)


def _check(column, n_rows: int) -> None:
    if isinstance(column, Labels):
        assert len(column.codes) == n_rows
        assert len(set(column.labels)) == len(column.labels)
        present = column.codes if column.missing is None else column.codes[~column.missing]
        assert set(np.unique(present)) == set(range(len(column.labels)))
    elif isinstance(column, Real):
        assert len(column.values) == n_rows
        rows = [row for rows in column.exceptions.values() for row in rows]
        assert len(set(rows)) == len(rows)
        assert np.isnan(column.values[rows]).all()
    elif isinstance(column, Coded):
        assert len(column.codes) == n_rows
    elif isinstance(column, WideText):
        assert column.n_cells + column.n_empty == n_rows
    else:
        assert isinstance(column, Opaque)
