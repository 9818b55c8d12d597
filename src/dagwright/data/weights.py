"""Row weights: how many times each row counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import whole_numbers
from dagwright.data.problems import MissingError
from dagwright.data.raw import Coded, RawColumn, Real, TooWide
from dagwright.data.text_labels import is_number
from dagwright.errors import DataError

__all__ = ["check_weights", "column_weights"]

_ADVICE = "weights are counts of rows: whole numbers, none negative, at least one positive"


def column_weights(name: str, column: RawColumn) -> npt.NDArray[Any]:
    """Return the numbers of a column of weights that was read from a file.

    Raises
    ------
    MissingError
        If there are missing values.
    DataError
        If there is something else than numbers.
    """
    if column.n_missing:
        raise MissingError(column.n_missing)
    if isinstance(column, Real):
        return column.values
    if isinstance(column, Coded) and column.has_integers():
        return np.array(column.states)[column.codes]
    labels = column.labels if isinstance(column, TooWide) else column.states
    text = next((label for label in map(str, labels) if not is_number(label)), str(labels[0]))
    raise DataError(f"column {name!r} holds no weights: {text!r} is not a number")


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
        raise DataError(f"weights of shape {shape} for {n_rows} rows: give one weight a row")
    if array.dtype.kind == "O":
        array = _unboxed(array)
    if array.dtype.kind == "f":
        whole = whole_numbers(array)
        if whole is None:
            row = next(i for i in range(n_rows) if whole_numbers(array[i : i + 1]) is None)
            raise DataError(
                f"weight {array[row]} of row {row} is not a whole number below 2**53: {_ADVICE}"
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
