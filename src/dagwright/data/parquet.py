"""Parquet files, read batch by batch through pyarrow or polars."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import IO, Any

from dagwright.data.frame import named_columns
from dagwright.data.growing_column import GrowingTable
from dagwright.data.options import TableOptions
from dagwright.data.raw import RawTable
from dagwright.data.streams import ByteSource
from dagwright.errors import DagwrightError, DataError, FormatError

__all__ = ["parquet_table"]

_BATCH_ROWS = 1 << 18


def parquet_table(source: ByteSource, options: TableOptions) -> RawTable:
    """Return the columns of a parquet file."""
    growing = GrowingTable(options)
    n_rows = 0
    for batch in _batches(source):
        try:
            columns = named_columns(batch)
        except UnicodeDecodeError as error:
            raise FormatError(f"{source.name}: a column's name is not UTF-8 text") from error
        growing.add(columns)
        n_rows += len(batch)
    if n_rows == 0:
        raise DataError("the table has no rows: at least one is needed")
    return RawTable(growing.columns(), n_rows, decimal=growing.decimal)


def _batches(source: ByteSource) -> Iterator[Any]:
    reader = _pyarrow_batches if _importable("pyarrow.parquet") else _polars_batches
    if reader is _polars_batches and not _importable("polars"):
        raise DagwrightError(
            f"{source.name}: reading parquet needs pyarrow or polars: "
            "pip install 'dagwright[parquet]'"
        )
    with source.seekable() as stream:
        try:
            yield from reader(stream)
        except (DagwrightError, OSError, MemoryError):
            raise
        except Exception as error:  # each library has its own, without a common base
            raise FormatError(f"{source.name} is not a readable parquet file: {error}") from error


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
