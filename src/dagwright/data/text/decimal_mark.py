"""Whether the numbers of a table have a decimal point or a decimal comma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from dagwright._core import parse_numbers

__all__ = ["ambiguous_number", "guess_decimal", "numbers_of"]

_MOSTLY = 0.8
_EITHER = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
"""A number that is read either way: 1.048 is about one, or a thousand and 48."""
_FEWEST = 3


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
    commas = points = groups = 0
    for cells in columns:
        filled = _marked(cells)
        if not filled:
            continue
        with_comma, with_point = numbers_of(filled, ","), numbers_of(filled, ".")
        others = numbers_of([cell for cell in set(cells) if cell], ",")
        mostly = np.isfinite(others).mean() >= _MOSTLY
        commas += bool(mostly and (np.isfinite(with_comma) & np.isnan(with_point)).any())
        groups += _has_groups(filled, cells)
        points += bool((np.isfinite(with_point) & np.isnan(with_comma)).mean() >= 1 - _MOSTLY)
        if comma_separates and points:
            return "."
    if groups and not commas and not points and not comma_separates:
        return ","
    return "," if commas > points else "."


def ambiguous_number(columns: Iterable[list[str]]) -> str | None:
    """Return a number that could have been read otherwise, if all with a mark could."""
    example = None
    for cells in columns:
        marked = _marked(cells)
        numbers = [cell for cell in marked if np.isfinite(numbers_of([cell], ",")[0])]
        numbers += [cell for cell in marked if np.isfinite(numbers_of([cell], ".")[0])]
        if not all(map(_EITHER.fullmatch, numbers)):
            return None
        example = example or next(iter(numbers), None)
    return example


def _marked(cells: list[str]) -> list[str]:
    """Return the different cells with a point or a comma, sorted."""
    text = "\n".join(cells)  # most columns have none, which one look at all cells tells
    if "," not in text and "." not in text:
        return []
    return sorted({cell for cell in cells if "," in cell or "." in cell})


def _has_groups(marked: Sequence[str], cells: list[str]) -> bool:
    """Tell whether points separate thousands: they alone come with whole numbers below 1000.

    Decimals would have other numbers of digits now and then, and whole numbers any size.
    """
    if len(marked) < _FEWEST or not all(_EITHER.fullmatch(c) and "." in c for c in marked):
        return False
    plain = numbers_of(sorted({cell for cell in cells if cell and cell not in marked}), ".")
    plain = plain[np.isfinite(plain)]
    return len(plain) >= _FEWEST and bool((np.abs(plain) < 1000).all())
