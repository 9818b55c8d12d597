"""Row weights: how many times each row counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright._core import parse_numbers
from dagwright.data.encode import whole_numbers
from dagwright.data.problems import check_known
from dagwright.data.raw import Coded, Labels, RawColumn, RawTable, Real
from dagwright.errors import DataError

__all__ = ["check_weights", "take_weights"]

_ADVICE = "weights are counts of rows: whole numbers, none negative, at least one positive"
_FRACTIONS = (
    "weights are counts of rows, such as the frequencies of a cross-table. Fractional ones, such "
    "as survey or inverse-probability weights, are not supported, for scores and tests count rows: "
    "leave the weights out, or draw rows with replacement in proportion to them and learn from "
    "that sample"
)


def take_weights(table: RawTable, weights: Any) -> None:
    """Take the column of weights out of a table, or check the weights that were given.

    Parameters
    ----------
    table
        Its `weights` are set, None if every row counts once.
    weights
        The name of a column, a list, or None.

    Raises
    ------
    DataError
        If there is no such column, or if it holds missing values or something else than numbers.
    """
    if weights is None:
        return
    if not isinstance(weights, str):
        table.weights = check_weights(_as_array(weights), table.n_rows)
        return
    check_known([weights], table.columns, "for the weights")
    numbers = _numbers(weights, table.columns.pop(weights), table)
    table.weights = check_weights(numbers, table.n_rows)


def _numbers(name: str, column: RawColumn, table: RawTable) -> npt.NDArray[Any]:
    if isinstance(column, Labels):
        values = np.asarray(parse_numbers(column.labels, table.decimal)).take(column.codes)
        if column.missing is not None:
            values[column.missing] = np.nan
    elif isinstance(column, Real):
        values = column.values
    elif isinstance(column, Coded) and column.has_integers():
        values = column.as_real().values
    else:
        raise DataError(f"column {name!r} holds no weights: they are not numbers")
    if np.isnan(values).any():
        row = int(np.argmax(np.isnan(values)))
        text = _written(column, row)
        what = "there is none" if text is None else f"{text!r} is not a number"
        raise DataError(f"column {name!r} holds no weights: {what} in {table.where(row)}")
    return values


def _written(column: RawColumn, row: int) -> str | None:
    """Return what a row says where it should say a number, None if it says nothing."""
    if isinstance(column, Labels) and (column.missing is None or not column.missing[row]):
        return column.labels[int(column.codes[row])]
    if isinstance(column, Real):
        return next((text for text, rows in column.exceptions.items() if row in rows), None)
    return None


def _as_array(weights: Any) -> npt.ArrayLike:
    if hasattr(weights, "to_numpy"):
        weights = weights.to_numpy()
    elif hasattr(weights, "__iter__") and not hasattr(weights, "__array__"):
        weights = list(weights)
    array: npt.ArrayLike = weights
    return array


def check_weights(weights: npt.ArrayLike, n_rows: int) -> npt.NDArray[np.int64]:
    """Return weights as a read-only int64 array, or raise a DataError that says what is wrong.

    Parameters
    ----------
    weights : array_like
        Integers, or floats that are all whole numbers.
    n_rows : int
        The number of rows they must match.
    """
    try:
        array = np.asarray(weights)
    except ValueError as error:
        raise DataError(f"the weights are not a list of numbers: {_ADVICE}") from error
    if array.ndim != 1 or len(array) != n_rows:
        shape = " x ".join(map(str, array.shape)) or "a single value"
        raise DataError(f"weights of shape {shape} for {n_rows} rows: give one weight for each row")
    if array.dtype.kind == "O":
        array = _unboxed(array)
    if array.dtype.kind == "f":
        whole = whole_numbers(array)
        if whole is None:
            row = next(i for i in range(n_rows) if whole_numbers(array[i : i + 1]) is None)
            advice = _FRACTIONS if abs(array[row]) < 2.0**53 else _ADVICE
            raise DataError(
                f"weight {array[row]} of row {row} is not a whole number below 2**53: {advice}"
            )
        array = whole
    if array.dtype.kind not in "iub":
        raise DataError(f"weights of type {array.dtype} are not numbers: {_ADVICE}")
    if np.any(array < 0):
        row = int(np.flatnonzero(array < 0)[0])
        raise DataError(f"weight {array[row]} of row {row} is negative: {_ADVICE}")
    total = float(np.sum(array, dtype=np.float64))
    if total == 0:
        raise DataError(f"all weights are zero: {_ADVICE}")
    if total >= 2.0**62:
        raise DataError(f"the weights add up to {total:.3g}, more than can be counted exactly")
    result = array.astype(np.int64)
    result.flags.writeable = False
    return result


def _unboxed(array: npt.NDArray[np.object_]) -> npt.NDArray[np.generic]:
    # Nullable columns arrive as objects; a missing one turns into NaN, a text fails.
    try:
        return np.asarray([np.nan if value is None else value for value in array.tolist()], float)
    except (TypeError, ValueError) as error:
        raise DataError(f"the weights are not all numbers: {_ADVICE}") from error
