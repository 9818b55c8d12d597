"""Data frames, dictionaries and arrays into coded columns: the work behind `Dataset.from_frame`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label
from dagwright.data.problems import ColumnError, Problems, quoted
from dagwright.data.series import encode_series
from dagwright.errors import DataError

__all__ = ["frame_parts"]

Parts: TypeAlias = tuple[
    tuple[str, ...], list[tuple[Label, ...]], list[Codes], "npt.ArrayLike | None"
]


def frame_parts(
    frame: Any, weights: npt.ArrayLike | str | None, names: Sequence[str] | None
) -> Parts:
    """Return names, states, codes and weights of a table; one DataError says all that is wrong."""
    if names is not None and not isinstance(frame, np.ndarray):
        raise DataError("names= is for numpy arrays: this table brings its own names")
    columns = _named_columns(frame, names)
    _check_lengths(columns)
    if isinstance(weights, str):
        if weights not in columns:
            raise DataError(f"no column {weights!r} for the weights: there are {quoted(columns)}")
        weights = _as_array(columns.pop(weights))
    elif weights is not None:
        weights = _as_array(weights)
    problems = Problems()
    states, codes = [], []
    for name, values in columns.items():
        try:
            column = encode_series(values)
        except ColumnError as problem:
            problems.add(name, problem)
        else:
            column[1].flags.writeable = False
            states.append(column[0])
            codes.append(column[1])
    problems.raise_if_any()
    return tuple(columns), states, codes, weights


def _named_columns(frame: Any, names: Sequence[str] | None) -> dict[str, Any]:
    if isinstance(frame, np.ndarray):
        if frame.ndim != 2:
            raise DataError(f"a {frame.ndim}-dimensional array is no table: rows x columns needed")
        width = frame.shape[1]
        if names is None:
            names = [f"x{j}" for j in range(width)]
        if len(names) != width:
            raise DataError(f"{len(names)} names for {width} columns: give one a column")
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
    texts = [str(name) for name in names]
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


def _as_array(weights: Any) -> npt.ArrayLike:
    if hasattr(weights, "to_numpy"):
        weights = weights.to_numpy()
    elif hasattr(weights, "__iter__") and not hasattr(weights, "__array__"):
        weights = list(weights)
    array: npt.ArrayLike = weights
    return array
