"""Data frames, dictionaries and arrays into columns: the work behind `Dataset.from_frame`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dagwright.data.growing_column import GrowingTable
from dagwright.data.options import TableOptions
from dagwright.data.raw import RawTable
from dagwright.data.text.names import unique_names
from dagwright.errors import DataError
from dagwright.words import quoted

__all__ = ["frame_table", "named_columns"]


def frame_table(
    frame: Any, names: Sequence[str] | None = None, options: TableOptions | None = None
) -> RawTable:
    """Return the columns of a table as they are: what they mean is decided later.

    Text becomes what the same cells in a file become. Declared categories, booleans and integers
    are coded, other numbers stay numbers; what is neither is an `Opaque` column.

    Parameters
    ----------
    frame : table
        A frame of any library that narwhals knows, a dictionary or a 2-D array.
    names : list of str, optional
        Names for the columns of an array.
    options : TableOptions, optional
        Which columns keep all their labels.
    """
    if names is not None and not isinstance(frame, np.ndarray):
        raise DataError("names= is for numpy arrays: this table brings its own names")
    options = options or TableOptions()
    renamed = _renamed(frame, options.strict)
    columns, warnings = renamed or (named_columns(frame, names), [])
    _check_lengths(columns)
    table = RawTable({}, len(next(iter(columns.values()), ())))
    table.warnings += warnings
    growing = GrowingTable(options)
    growing.add(columns)
    table.columns, table.decimal = growing.columns(), growing.decimal
    return table


def _renamed(frame: Any, strict: bool) -> tuple[dict[str, Any], list[str]] | None:
    """Return the columns of a frame with repeated names, each under its own; None for others.

    narwhals refuses such frames, so that they are asked themselves: pandas and pyarrow have them.
    """
    column: Callable[[int], Any]
    if hasattr(frame, "iloc") and hasattr(frame, "columns"):
        names, column = list(frame.columns), lambda place: frame.iloc[:, place]
    elif hasattr(frame, "column_names") and hasattr(frame, "column"):
        names, column = list(frame.column_names), frame.column
    else:
        return None
    texts = [str(name) for name in names]
    if len(set(names)) == len(names) or len(set(texts)) == len(texts):
        return None
    made = unique_names(texts, strict)
    columns = {name: column(place) for place, name in enumerate(made.names)}
    return columns, [*made.notes, *made.warnings]


def named_columns(frame: Any, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the columns of a table by name."""
    if isinstance(frame, np.ndarray):
        if frame.ndim != 2:
            raise DataError(
                f"a {frame.ndim}-dimensional array is not a table: rows x columns needed"
            )
        width = frame.shape[1]
        if names is None:
            names = [f"x{j}" for j in range(width)]
        if len(names) != width:
            raise DataError(f"{len(names)} names for {width} columns: give one for each column")
        return _unique(names, frame.T)
    if isinstance(frame, Mapping):
        return _unique(frame.keys(), frame.values())
    return _frame_columns(frame)


def _frame_columns(frame: Any) -> dict[str, Any]:
    import narwhals as nw  # noqa: PLC0415 - takes longer to import than the rest of the package
    from narwhals.exceptions import DuplicateError  # noqa: PLC0415

    try:
        table = nw.from_native(frame)
    except DuplicateError as error:
        columns = getattr(frame, "column_names", None) or frame.columns
        _unique(columns, columns)
        raise DataError(f"the table's column names are not unique: {error}") from error
    except TypeError as error:
        raise DataError(
            f"a {type(frame).__name__} is not a table: give a pandas or polars DataFrame, a "
            "pyarrow Table, a dictionary of columns or a 2-D numpy array"
        ) from error
    if isinstance(table, nw.LazyFrame):
        raise DataError("the frame is lazy: call its collect() first")
    return _unique(table.columns, table.iter_columns())


def _unique(names: Iterable[object], columns: Iterable[Any]) -> dict[str, Any]:
    # A column without a name, as frames and parquet files may have one, is named by its place.
    texts = [str(name) or f"column_{place}" for place, name in enumerate(names, start=1)]
    repeated = [name for name, count in Counter(texts).items() if count > 1]
    if repeated:
        raise DataError(f"several columns are called {quoted(repeated)}: names must be unique")
    return dict(zip(texts, columns, strict=True))


def _check_lengths(columns: Mapping[str, Any]) -> None:
    first_name, first_length = "", -1
    for name, values in columns.items():
        if not hasattr(values, "__len__") or isinstance(values, str | bytes):
            raise DataError(f"column {name!r} is a {type(values).__name__}: give a list of values")
        if first_length < 0:
            first_name, first_length = name, len(values)
        if len(values) != first_length:
            raise DataError(
                f"column {name!r} has {len(values)} rows where {first_name!r} has {first_length}: "
                "all columns must be equally long"
            )
    if first_length == 0:
        raise DataError("the table has no rows: at least one is needed")
