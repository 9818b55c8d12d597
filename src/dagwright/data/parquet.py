"""Parquet files, read batch by batch through pyarrow or polars."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any

from dagwright.data.frame import frame_table
from dagwright.data.growing_column import GrowingColumn
from dagwright.data.policy import Policy
from dagwright.data.problems import ColumnError, check_known
from dagwright.data.raw import RawTable, TooWide
from dagwright.data.streams import COMPRESSIONS, opened
from dagwright.data.weights import column_weights
from dagwright.errors import DagwrightError, DataError, FormatError

__all__ = ["parquet_table"]

_BATCH_ROWS = 1 << 18


def parquet_table(file: Path, weights: str | None, policy: Policy) -> RawTable:
    """Return the columns of a parquet file, without those to exclude."""
    columns: dict[str, GrowingColumn] = {}
    table = RawTable({}, 0)
    for batch in _batches(file):
        try:
            part = frame_table(batch, exclude=policy.exclude)
        except UnicodeDecodeError as error:
            raise FormatError(f"{file}: a column's name is not UTF-8 text") from error
        table.problems = part.problems
        part.problems.raise_if_any()  # types are those of the file, so any batch shows them all
        table.n_rows += part.n_rows
        for name, column in part.columns.items():
            limit = None if name == weights or name in policy.states else policy.max_states
            if name not in columns:
                columns[name] = GrowingColumn(limit)
            assert not isinstance(column, TooWide)  # that is for text only
            try:
                columns[name].add(column)
            except ColumnError as problem:
                table.problems.add(name, problem)
                table.problems.raise_if_any()
    if table.n_rows == 0:
        raise DataError("the table has no rows: at least one is needed")
    table.columns = {name: column.result() for name, column in columns.items()}
    if weights is not None:
        check_known([weights], table.columns, "for the weights")
        try:
            table.weights = column_weights(weights, table.columns.pop(weights))
        except ColumnError as problem:
            table.problems.add(weights, problem)
    return table


def _batches(file: Path) -> Iterator[Any]:
    reader = _pyarrow_batches if _importable("pyarrow.parquet") else _polars_batches
    if reader is _polars_batches and not _importable("polars"):
        raise DagwrightError(
            f"{file}: reading parquet needs pyarrow or polars: pip install 'dagwright[parquet]'"
        )
    with _seekable(file) as stream:
        try:
            yield from reader(stream)
        except (DagwrightError, OSError, MemoryError):
            raise
        except Exception as error:  # each library has its own, without a common base
            raise FormatError(f"{file} is not a readable parquet file: {error}") from error


@contextmanager
def _seekable(file: Path) -> Iterator[IO[bytes]]:
    with opened(file) as stream:
        if file.suffix.lower() not in COMPRESSIONS:
            yield stream
            return
        with tempfile.TemporaryFile() as plain:
            copyfileobj(stream, plain)
            plain.seek(0)
            yield plain


def _pyarrow_batches(stream: IO[bytes]) -> Iterator[Any]:
    pyarrow = importlib.import_module("pyarrow")
    parquet = importlib.import_module("pyarrow.parquet").ParquetFile(stream)
    schema = parquet.schema_arrow
    empty = True
    for batch in parquet.iter_batches(batch_size=_BATCH_ROWS):
        empty = False
        yield pyarrow.Table.from_batches([batch])
    if empty:
        yield schema.empty_table()


def _polars_batches(stream: IO[bytes]) -> Iterator[Any]:
    polars = importlib.import_module("polars")
    lazy = polars.scan_parquet(stream)
    height = lazy.select(polars.len()).collect().item()
    for start in range(0, max(1, height), _BATCH_ROWS):
        yield lazy.slice(start, _BATCH_ROWS).collect()


def _importable(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True
