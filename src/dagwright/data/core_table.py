"""A dataset in the form that the core counts with."""

from __future__ import annotations

from dagwright import _core
from dagwright.data.dataset import Dataset
from dagwright.errors import DagwrightError, DataError

__all__ = ["bytes_for_counting", "bytes_for_scoring", "core_table"]


_MOST_STATES_IN_BITS = 8  # Table::kMaxBitArity
_BYTES_PER_ROW = 8  # weights, and their bits or the order of the rows


def bytes_for_scoring(data: Dataset) -> int:
    """Return what a table takes at most: as it was read, and once more as it is counted."""
    codes = sum(codes.nbytes for codes in data.codes)
    cells = sum(number.cells.codes.nbytes for number in data.numbers.values())
    weights = 0 if data.weights is None else data.weights.nbytes
    # Columns that are cut again are there twice for a while.
    cut_again = data.n_rows * len(data.provisional)
    return codes + cells + weights + cut_again + bytes_for_counting(data)


def bytes_for_counting(data: Dataset) -> int:
    """Return what `core_table` takes at most, however its numbers are cut in the end."""
    open_ = set(data.provisional)
    arities = [
        _MOST_STATES_IN_BITS if name in open_ else arity
        for name, arity in zip(data.names, data.arities, strict=True)
    ]
    bits = sum(arity - 1 for arity in arities if arity <= _MOST_STATES_IN_BITS)
    codes = sum(codes.nbytes for codes in data.codes)
    return codes + bits * (data.n_rows // 8 + 32) + 4 * sum(arities) + _BYTES_PER_ROW * data.n_rows


def core_table(data: Dataset) -> _core.Table:
    """Return the table, with equal rows merged where that makes counting faster."""
    try:
        _core.instruction_set()
    except ValueError as error:
        raise DagwrightError(str(error)) from None
    try:
        return _core.Table(list(data.codes), list(data.arities), data.weights)
    except ValueError as error:
        raise DataError(str(error)) from None
