"""Whatever a user calls a table as a `Dataset`."""

from __future__ import annotations

from os import PathLike
from typing import Any

from dagwright.data.dataset import Dataset
from dagwright.data.discretizer import Discretizer
from dagwright.data.read import read_data

__all__ = ["as_dataset"]


def as_dataset(data: Any, discretize: Discretizer | str | None = None) -> Dataset:
    """Return the table of a Dataset, of a file, or of whatever `Dataset.from_frame` takes."""
    if isinstance(data, Dataset) and discretize is None:
        return data
    if isinstance(data, (str, PathLike)):
        return read_data(data, discretize=discretize)
    return Dataset.from_frame(data, discretize=discretize)
