"""Whether the first record of a table names its columns, and whether the second does too."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from dagwright._core import are_dates
from dagwright.data.text.decimal_mark import numbers_of

__all__ = ["header_evidence", "is_header", "is_second_header"]

# All evidence is in nats: the logarithm of how much likelier names are than values.
_PRIOR = 1.0
_NAME_RECURS = 0.02  # how often a name is also a value of its own column
_NAME_IS_NUMBER = 0.01
_MOST = 8.0  # no column outvotes many others
_ROW_NAMES = 6.0  # an empty cell above row names
_SURE = 6.0  # for a second header
_SURE_WITHOUT_NUMBERS = 10.0
_MOSTLY = 0.8
_MARKERS = {"", "na", "n/a", "#n/a", "nan", "null", "?", ".", "-", "--", "none"}


class _Below:
    """What a column holds below its first cell."""

    def __init__(self, cells: list[str], decimal: str) -> None:
        self.filled = [cell for cell in cells if cell.lower() not in _MARKERS]
        self.complete = len(self.filled) == len(cells)
        self.values = numbers_of(self.filled, decimal)
        self.n_numbers = int(np.isfinite(self.values).sum())
        self.is_numeric = self.n_numbers > 0 and self.n_numbers >= _MOSTLY * len(self.filled)
        self.is_dated = False
        if self.filled and not self.is_numeric:
            self.is_dated = bool(np.asarray(are_dates(self.filled)).mean() >= _MOSTLY)

    @property
    def runs(self) -> bool:
        """Whether the cells are running numbers."""
        return bool(
            self.complete and len(self.values) > 1 and self.is_numeric
            and (np.diff(self.values) == 1).all()
        )  # fmt: skip

    @property
    def are_row_names(self) -> bool:
        """Whether no cell is empty and all are different."""
        return self.complete and len(self.filled) > 1 and len(set(self.filled)) == len(self.filled)


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
    below = _columns(len(first), rows, decimal)
    if not any(first) or not _has_text(first, decimal):
        return _counts_columns(first, below) or _are_years(first, below, decimal)
    return _PRIOR + header_evidence(first, below, decimal) > 0


def _columns(width: int, rows: list[list[str]], decimal: str) -> list[_Below]:
    return [_Below([row[j] if j < len(row) else "" for row in rows], decimal) for j in range(width)]


def header_evidence(first: list[str], below: list[_Below], decimal: str) -> float:
    """Return how much more likely the cells are if they are names than if they are values."""
    numbers = numbers_of(first, decimal)
    excused = _are_years(first, below, decimal)
    total = 0.0
    for j, (cell, number, column) in enumerate(zip(first, numbers, below, strict=True)):
        if cell.lower() in _MARKERS:
            total += _ROW_NAMES if not cell and j == 0 and column.are_row_names else 0.0
        elif np.isfinite(number):
            total += 0.0 if excused or not column.is_numeric else math.log(_NAME_IS_NUMBER)
        else:
            total += _text_evidence(cell, column)
    return total


def _text_evidence(cell: str, column: _Below) -> float:
    n, count = len(column.filled), Counter(column.filled)
    if n == 0:
        return 0.0
    if column.is_numeric or (column.is_dated and not bool(np.asarray(are_dates([cell]))[0])):
        others = n - column.n_numbers if column.is_numeric else 0
        rare = (others + 0.1) / (n + 1)  # how often a value of this column is text
        return math.log(_NAME_RECURS) if cell in count else min(_MOST, -math.log(rare))
    # Good and Turing: the next value is a new one as often as values occurred only once.
    new = (sum(times == 1 for times in count.values()) + 0.5) / (n + 1)
    if cell in count:
        return math.log(_NAME_RECURS / max(1 - new, 2 * _NAME_RECURS))
    return min(_MOST, max(0.0, -math.log(new)))


def _has_text(cells: list[str], decimal: str) -> bool:
    filled = [cell for cell in cells if cell.lower() not in _MARKERS]
    return bool(np.isnan(numbers_of(filled, decimal)).any())


def _counts_columns(first: list[str], below: list[_Below]) -> bool:
    """Tell whether the cells are 0, 1, 2 ... behind an empty one, as pandas writes them."""
    rest = first[1:]
    is_count = not first[0] and len(rest) > 0 and rest == [str(i) for i in range(len(rest))]
    return is_count and below[0].are_row_names


def _are_years(first: list[str], below: list[_Below], decimal: str) -> bool:
    """Tell whether the numbers among the cells are ascending years, and those below are not."""
    filled = numbers_of(first, decimal)
    values = filled[np.isfinite(filled)]
    if len(values) == 0 or not all(_is_year(value) for value in values):
        return False
    if len(values) > 1 and not ((np.diff(values) > 0).all() or (np.diff(values) < 0).all()):
        return False
    columns = [column for column, value in zip(below, filled, strict=True) if np.isfinite(value)]
    return all(
        len(column.filled) > 0 and not any(_is_year(value) for value in column.values)
        for column in columns
    )


def _is_year(value: float) -> bool:
    return bool(np.isfinite(value) and 1500 <= value <= 2100 and value == int(value))


def is_second_header(second: list[str], rows: list[list[str]], decimal: str) -> bool:
    """Tell whether a record below the names is another line of names, or of units.

    It must have no numbers, but for a running number of its row, and be very unlike all rows below.
    """
    if len(rows) < 3 or len(second) < 2:
        return False
    below = _columns(len(second), rows, decimal)
    numbers = numbers_of(second, decimal)
    above_numbers: list[str] = []
    evidence = 0.0
    for cell, number, column in zip(second, numbers, below, strict=True):
        if np.isfinite(number):
            if not (column.runs and column.values[0] == number + 1):
                return False
        elif cell.lower() in _MARKERS:
            continue
        elif column.is_numeric:
            if any(letter.isdigit() for letter in cell):  # <0.1 and the like are values
                return False
            above_numbers.append(cell)
            evidence += _text_evidence(cell, column)
        else:
            evidence += _text_evidence(cell, column)
    numeric = [c for c, n in zip(below, numbers, strict=True) if c.is_numeric and np.isnan(n)]
    if len(above_numbers) >= 2 and 2 * len(above_numbers) >= len(numeric):
        return evidence >= _SURE
    return evidence >= _SURE_WITHOUT_NUMBERS
