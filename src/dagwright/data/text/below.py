"""What a column of text holds below its first cell."""

from __future__ import annotations

import numpy as np

from dagwright._core import are_dates
from dagwright.data.text.decimal_mark import numbers_of

__all__ = ["MARKERS", "Below", "columns_below"]

_MOSTLY = 0.8
MARKERS = {"", "na", "n/a", "#n/a", "nan", "null", "?", ".", "-", "--", "none"}


class Below:
    """What a column holds below its first cell."""

    def __init__(self, cells: list[str], decimal: str) -> None:
        marked = {cell for cell in set(cells) if cell.lower() in MARKERS}
        self.filled = [cell for cell in cells if cell not in marked] if marked else cells
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


def columns_below(width: int, rows: list[list[str]], decimal: str) -> list[Below]:
    """Return the columns of some rows, as many as there are cells above them."""
    full = [row if len(row) == width else _fitted(row, width) for row in rows]
    columns = zip(*full, strict=True) if full else [()] * width
    return [Below(list(cells), decimal) for cells in columns]


def _fitted(row: list[str], width: int) -> list[str]:
    return [*row[:width], *[""] * (width - len(row))]
