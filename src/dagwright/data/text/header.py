"""Whether the first record of a table names its columns, and whether the second does too."""

from __future__ import annotations

import math
import re
from collections import Counter

import numpy as np

from dagwright._core import are_dates
from dagwright.data.text.below import MARKERS, Below, columns_below
from dagwright.data.text.decimal_mark import numbers_of
from dagwright.data.text.number_names import counts_columns, year_penalty

__all__ = ["header_evidence", "is_good_header", "is_header", "is_second_header"]

# All evidence is in nats: the logarithm of how much likelier names are than values.
_PRIOR = 1.0
_NAME_RECURS = 0.02  # how often a name is also a value of its own column
_NAME_IS_NUMBER = 0.01
_MOST = 8.0  # no column outvotes many others
_ROW_NAMES = 6.0  # an empty cell above row names
_UNIT = re.compile(r"[(\[](?!unknown|none|missing|blank|empty|not )[^()\[\]]+[)\]]", re.IGNORECASE)
_GOOD = 3.0  # for a header that stands where a comment or a title may also be
_SURE = 6.0  # for a second header
_SURE_WITHOUT_NUMBERS = 10.0


def is_header(first: list[str], rows: list[list[str]], decimal: str) -> bool:
    """Tell whether a record names the columns of the records below it.

    Parameters
    ----------
    first : list of str
        Its cells.
    rows : list of list of str
        The cells of records below, as many in each.
    decimal : str
        The decimal mark.
    """
    below = columns_below(len(first), rows, decimal)
    if not any(first) or not _has_text(first, decimal):
        return counts_columns(first, below) or year_penalty(first, below, decimal) == 0.0
    return _PRIOR + header_evidence(first, below, decimal) > 0


def is_good_header(first: list[str], rows: list[list[str]], decimal: str) -> bool:
    """Tell whether a record is text, unlike the records below it: names beyond doubt."""
    below = columns_below(len(first), rows, decimal)
    filled = [cell for cell in first if cell.lower() not in MARKERS]
    if not filled or np.isfinite(numbers_of(filled, decimal)).any():
        return False
    return header_evidence(first, below, decimal) >= _GOOD


def header_evidence(first: list[str], below: list[Below], decimal: str) -> float:
    """Return how much more likely the cells are if they are names than if they are values."""
    numbers = numbers_of(first, decimal)
    penalty = year_penalty(first, below, decimal)
    total = penalty or 0.0
    for j, (cell, number, column) in enumerate(zip(first, numbers, below, strict=True)):
        if cell.lower() in MARKERS:
            total += _ROW_NAMES if not cell and j == 0 and column.are_row_names else 0.0
        elif np.isfinite(number):
            total += (
                0.0 if not column.is_numeric or penalty is not None else math.log(_NAME_IS_NUMBER)
            )
        else:
            total += _text_evidence(cell, column)
    return total


def _text_evidence(cell: str, column: Below) -> float:
    n = len(column.filled)
    if n == 0:
        return 0.0
    if column.is_numeric or (column.is_dated and not bool(np.asarray(are_dates([cell]))[0])):
        others = n - column.n_numbers if column.is_numeric else 0
        rare = (others + 0.1) / (n + 1)  # how often a value of this column is text
        recurs = cell in column.filled
        return math.log(_NAME_RECURS) if recurs else min(_MOST, -math.log(rare))
    count = Counter(column.filled)
    # Good and Turing: the next value is a new one as often as values occurred only once.
    new = (sum(times == 1 for times in count.values()) + 0.5) / (n + 1)
    if cell in count:
        return math.log(_NAME_RECURS / max(1 - new, 2 * _NAME_RECURS))
    return min(_MOST, max(0.0, -math.log(new)))


def _has_text(cells: list[str], decimal: str) -> bool:
    filled = [cell for cell in cells if cell.lower() not in MARKERS]
    return bool(np.isnan(numbers_of(filled, decimal)).any())


def is_second_header(second: list[str], rows: list[list[str]], decimal: str) -> bool:
    """Tell whether a record below the names is another line of names, or of units.

    It must have no numbers, except a running number of its row, and be very unlike all rows below.
    """
    if len(rows) < 3 or len(second) < 2:
        return False
    below = columns_below(len(second), rows, decimal)
    numbers = numbers_of(second, decimal)
    above_numbers: list[str] = []
    evidence = 0.0
    for cell, number, column in zip(second, numbers, below, strict=True):
        if np.isfinite(number):
            if not (column.runs and column.values[0] == number + 1):
                return False
        elif cell.lower() in MARKERS:
            continue
        elif column.is_numeric:
            if any(letter.isdigit() for letter in cell):  # <0.1 and the like are values
                return False
            above_numbers.append(cell)
            evidence += _text_evidence(cell, column)
        else:
            evidence += _text_evidence(cell, column)
    numeric = [c for c, n in zip(below, numbers, strict=True) if c.is_numeric and np.isnan(n)]
    filled = [cell for cell in second if cell.lower() not in MARKERS]
    if above_numbers and all(_UNIT.fullmatch(cell) for cell in filled):
        return evidence >= _GOOD
    if len(above_numbers) >= 2 and 2 * len(above_numbers) >= len(numeric):
        return evidence >= _SURE
    return evidence >= _SURE_WITHOUT_NUMBERS
