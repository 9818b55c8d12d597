"""Names that are numbers: years, and the columns counted from 0."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from dagwright.data.text.below import Below
from dagwright.data.text.decimal_mark import numbers_of

__all__ = ["counts_columns", "may_count_columns", "year_penalty"]

_STEPS = (1, 2, 5, 10)  # between the years of a header
_UNEVEN = math.log(0.05)  # how seldom years in a header are not evenly spaced
_SELDOM = 0.02
_MOST_CODES = 64  # larger whole numbers are counts and not codes
_NEW_CODE = 20  # rows in which a code does not occur, so that it is not one of the column


def year_penalty(first: list[str], below: list[Below], decimal: str) -> float | None:
    """Return what the numbers among the cells say against names if they are years, else None.

    They are if they ascend or descend, and those below do not look the same: none of them is a
    year, or, where several years stand side by side, few rows consist of years.
    """
    filled = numbers_of(first, decimal)
    at = np.flatnonzero(np.isfinite(filled))
    values = filled[at]
    columns = [below[j] for j in at]
    if len(at) == 0 or not _are_ordered_years(values) or not all(c.filled for c in columns):
        return None
    years = [_are_years(column.values) for column in columns]
    if not any(column.any() for column in years):
        return 0.0
    if len(at) < 2 or not all(column.complete for column in columns):
        return None
    if np.logical_and.reduce(years).mean() >= 0.5:
        return None
    steps = np.diff(values)
    even = len(set(np.abs(steps))) == 1 and abs(steps[0]) in _STEPS
    like_it = (np.diff([column.values for column in columns], axis=0) == steps[:, None]).all(axis=0)
    return 0.0 if even and like_it.mean() <= _SELDOM else _UNEVEN


def _are_ordered_years(values: npt.NDArray[np.float64]) -> bool:
    steps = np.diff(values)
    return bool(_are_years(values).all() and ((steps > 0).all() or (steps < 0).all()))


def _are_years(values: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    years: npt.NDArray[np.bool_] = (
        np.isfinite(values) & (values >= 1500) & (values <= 2100) & (values == np.floor(values))
    )
    return years


def counts_columns(first: list[str], below: list[Below]) -> bool:
    """Tell whether the cells are 0, 1, 2 ..., as pandas numbers columns, and cannot be a row.

    They can if all columns below hold such codes, each of them the one above it too. Two cells are
    names only above a column that does not hold whole numbers.
    """
    if not first[0] and _is_count(first[1:]):
        return below[0].are_row_names
    if not may_count_columns(first) or not all(column.filled for column in below):
        return False
    if len(first) == 2:
        return not all(_are_whole(column.values) for column in below)
    return not all(_may_be_code(cell, column) for cell, column in zip(first, below, strict=True))


def may_count_columns(first: list[str]) -> bool:
    """Tell whether the cells are 0, 1, 2 ..., at least two of them."""
    return len(first) > 1 and _is_count(first)


def _is_count(cells: list[str]) -> bool:
    return len(cells) > 0 and cells == [str(i) for i in range(len(cells))]


def _are_whole(values: npt.NDArray[np.float64]) -> bool:
    return bool(np.isfinite(values).all() and (values == np.floor(values)).all())


def _may_be_code(cell: str, column: Below) -> bool:
    values = column.values
    if not _are_whole(values) or values.min() < 0 or values.max() >= _MOST_CODES:
        return False
    return cell in column.filled or len(values) < _NEW_CODE
