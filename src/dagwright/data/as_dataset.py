"""Whatever a user calls a table, as a `Dataset`."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.data.dataset import Dataset
from dagwright.data.options import TableOptions, TableWords
from dagwright.data.read import read_data

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["as_dataset"]


def as_dataset(
    data: Any, options: TableOptions | None = None, **words: Unpack[TableWords]
) -> Dataset:
    """Return the table that an object or a path stands for.

    Parameters
    ----------
    data
        A `Dataset`, which is taken as it is unless something is said about it; the path of a file;
        a `Result`, which knows its table; or whatever `Dataset.from_frame` takes.
    options, **words
        What the user says about the table.
    """
    told = TableOptions.of(options, **words)
    table = getattr(data, "table", None)
    if isinstance(table, Dataset):
        data = table
    if isinstance(data, Dataset) and not told.given:
        return data
    if isinstance(data, str | PathLike):
        return read_data(data, options=told)
    return Dataset.from_frame(data, options=told)
