"""Whether the numbers of a table have a decimal point or a decimal comma."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from dagwright._core import parse_numbers

__all__ = ["guess_decimal", "numbers_of"]

_MOSTLY = 0.8


def numbers_of(cells: list[str], decimal: str) -> npt.NDArray[np.float64]:
    """Return the numbers that cells spell, NaN where they spell none."""
    return np.asarray(parse_numbers(cells, decimal))


def guess_decimal(columns: Iterable[list[str]], comma_separates: bool = False) -> str:
    """Return ',' if more columns have numbers with a decimal comma than with a point, else '.'.

    Parameters
    ----------
    columns : iterable of list of str
        Some cells of each column.
    comma_separates : bool
        Whether the cells were separated by commas, so that a decimal one must have been quoted:
        then a single column with decimal points outweighs all.
    """
    commas = points = 0
    for cells in columns:
        filled = sorted({cell for cell in cells if "," in cell or "." in cell})
        if not filled:
            continue
        with_comma, with_point = numbers_of(filled, ","), numbers_of(filled, ".")
        others = numbers_of([cell for cell in set(cells) if cell], ",")
        mostly = np.isfinite(others).mean() >= _MOSTLY
        commas += bool(mostly and (np.isfinite(with_comma) & np.isnan(with_point)).any())
        points += bool((np.isfinite(with_point) & np.isnan(with_comma)).mean() >= 1 - _MOSTLY)
    if comma_separates and points:
        return "."
    return "," if commas > points else "."
