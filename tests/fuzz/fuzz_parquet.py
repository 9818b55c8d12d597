"""Parquet files, through pyarrow."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
from tests.fuzz.reading import read

TABLES = (
    {"a": [0, 1, 1], "b": ["x", "y", None]},
    {"a": [0.5, 1.5, None]},
    {"a": [True, False]},
)


def _written(columns) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, compression="none", store_schema=False)
    return out.getvalue()


SEEDS = [_written(columns) for columns in TABLES]


def target(content: bytes) -> None:
    """Read the input as a parquet file."""
    read(content, "t.parquet")
