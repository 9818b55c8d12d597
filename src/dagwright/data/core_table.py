"""A dataset in the form that the core counts with."""

from __future__ import annotations

from dagwright import _core
from dagwright.data.dataset import Dataset
from dagwright.errors import DagwrightError, DataError

__all__ = ["core_table"]


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
