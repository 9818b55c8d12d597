"""Learns the best-scoring Bayesian network for a table of data."""

from __future__ import annotations

from dagwright.data import Dataset, load_dataset, read_data
from dagwright.errors import (
    ConstraintError,
    DagwrightError,
    DataError,
    FormatError,
    ResourceError,
)

__all__ = [
    "ConstraintError",
    "DagwrightError",
    "DataError",
    "Dataset",
    "FormatError",
    "ResourceError",
    "load_dataset",
    "read_data",
]
