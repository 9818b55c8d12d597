"""Row weights: how many times each row counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright._core import parse_numbers
from dagwright.data.encode import whole_numbers
from dagwright.data.problems import MissingError
from dagwright.data.raw import Coded, Labels, RawColumn, Real, WideText
from dagwright.data.text_labels import MISSING_MARKERS
from dagwright.errors import DataError

__all__ = ["check_weights", "column_weights"]

_ADVICE = "weights are counts of rows: whole numbers, none negative, at least one positive"
_FRACTIONS = (
    "weights are counts of rows, such as the frequencies of a cross-table. Fractional ones, such "
    "as survey or inverse-probability weights, are not supported, for scores and tests count rows: "
    "leave the weights out, or draw rows with replacement in proportion to them and learn from "
    "that sample"
)


def column_weights(name: str, column: RawColumn, decimal: str = ".") -> npt.NDArray[Any]:
    """Return the numbers of a raw column of weights.

    Raises
    ------
    MissingError
        If there are missing values.
    DataError
        If there is something else than numbers.
    """
    if isinstance(column, Labels):
        column = _as_numbers(name, column, decimal)
    if isinstance(column, Real):
        for label, rows in column.exceptions.items():
            if label in MISSING_MARKERS:
                raise MissingError(len(rows))
            raise _not_a_number(name, label)
    if isinstance(column, Coded | Real) and column.n_missing:
        raise MissingError(column.n_missing)
    if isinstance(column, Real):
        return column.values
    if isinstance(column, Coded) and column.has_integers():
        return np.array(column.states)[column.codes]
    if isinstance(column, Coded):
        raise _not_a_number(name, str(column.states[0]))
    raise _not_a_number(name, column.sample[0] if isinstance(column, WideText) else column.what)


def _as_numbers(name: str, column: Labels, decimal: str) -> Real:
    values: npt.NDArray[np.float64] = np.asarray(parse_numbers(column.labels, decimal))
    gone = np.array([label in MISSING_MARKERS for label in column.labels], dtype=bool)
    for label in np.flatnonzero(np.isnan(values) & ~gone):
        raise _not_a_number(name, column.labels[label])
    missing = gone[column.codes] if len(gone) else np.ones(len(column.codes), dtype=bool)
    if column.missing is not None:
        missing = missing | column.missing
    if missing.any():
        raise MissingError(int(missing.sum()))
    return Real(values[column.codes])


def _not_a_number(name: str, text: str) -> DataError:
    return DataError(f"column {name!r} holds no weights: {text!r} is not a number")


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
