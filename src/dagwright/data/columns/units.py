"""Numbers with units: those that are read, those that are not, and several units in one column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["mixed_units", "unit_example", "unread_numbers"]

_SIGN = re.compile(r"[$\u20ac\u00a3\u00a5\u20b9]|[A-Z]{3}")
_SAME = {"USD": "$", "EUR": "\u20ac", "GBP": "\u00a3", "INR": "\u20b9"}
_WITH_UNIT = re.compile(r"[-+]?\d[\d.,]*\s?(?P<unit>[^\W\d_][^\d\s]{0,9}|\u00b0\S?)")
_MOSTLY = 0.9
_MOST_UNITS = 3
_SHOWN = 3


def mixed_units(labels: Sequence[str], numbers: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """Return warnings of numbers in several currencies, or partly in percent."""
    if "%" not in (text := "\n".join(labels)) and not _SIGN.search(text):
        return ()
    read = [labels[i] for i in np.flatnonzero(~np.isnan(numbers) & (numbers != 0)).tolist()]
    signs = {_SAME.get(sign, sign) for label in read for sign in _SIGN.findall(label)}
    found = []
    if len(signs) > 1:
        found.append(
            f"several currencies in one column ({', '.join(sorted(signs))}), compared as if they "
            "were one: convert them first"
        )
    n_percent = sum("%" in label for label in read)
    if 0 < n_percent < len(read):
        percent = min(label for label in read if "%" in label)
        bare = min(label for label in read if "%" not in label)
        found.append(
            f"some numbers have a % sign and others do not, such as {percent!r} and {bare!r}: "
            "they are compared as if all were the same unit"
        )
    return tuple(found)


def unread_numbers(cells: Mapping[str, int]) -> tuple[str, ...]:
    """Return a warning of cells with digits that are not read as numbers and so are missing."""
    if not cells:
        return ()
    shown = ", ".join(map(repr, sorted(cells)[:_SHOWN]))
    more = ", ..." if len(cells) > _SHOWN else ""
    n_cells = sum(cells.values())
    what = "1 cell is" if n_cells == 1 else f"{n_cells} cells are"
    return (f"{what} not read as a number and counted as missing: {shown}{more}",)


def unit_example(labels: Sequence[str]) -> str | None:
    """Return one of the labels if nearly all are numbers with one of a few units."""
    matches = [match for label in labels if (match := _WITH_UNIT.fullmatch(label))]
    units = {match["unit"] for match in matches}
    if not matches or len(matches) < _MOSTLY * len(labels) or len(units) > _MOST_UNITS:
        return None
    return matches[0][0]
