"""A column of numbers: its fine cells, and where it is cut at present."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dagwright.data.cells.fine_cells import MISSING_CELL, FineCells
from dagwright.data.cells.round_cut import round_cut
from dagwright.data.intervals import interval_labels
from dagwright.errors import DataError

__all__ = ["MISSING_STATE", "NumberColumn"]

MISSING_STATE = "missing"


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers as fine cells, and the cuts in force.

    Attributes
    ----------
    cells
        Up to 255 fine cells, in which all further cuts are looked for.
    cuts
        Where the column is cut, ascending; a value at a cut belongs above it.
    made_by
        Who chose the cuts: ``"user"``, ``"reader"`` (provisional) or ``"learner"``.
    missing_state
        Whether the last state stands for missing values.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"age": list(range(20, 80))}, cuts={"age": [30, 60]})
    >>> data.numbers["age"].states
    ('below_30', 'from_30_to_60', 'from_60')
    """

    cells: FineCells
    cuts: tuple[float, ...]
    made_by: str
    missing_state: bool = False

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The label of each interval, and that of missing values if there are any."""
        labels = interval_labels(self.cuts)
        return (*labels, MISSING_STATE) if self.missing_state else labels

    @cached_property
    def state_of_cell(self) -> npt.NDArray[np.uint8]:
        """For each fine cell, and for the code of missing values, its state."""
        lookup = np.zeros(MISSING_CELL + 1, dtype=np.uint8)
        lookup[: len(self.cells.lows)] = np.searchsorted(self.cuts, self.cells.lows, side="right")
        lookup[MISSING_CELL] = len(self.states) - 1
        return lookup

    def codes(self) -> npt.NDArray[np.uint8]:
        """Return the state of each row, read-only."""
        codes = self.state_of_cell.take(self.cells.codes)
        codes.flags.writeable = False
        return codes

    def cut_at(self, positions: Sequence[int], made_by: str) -> NumberColumn:
        """Return the column cut before these fine cells instead."""
        lows, highs = self.cells.lows, self.cells.highs
        cuts = tuple(round_cut(float(highs[at - 1]), float(lows[at])) for at in positions)
        return NumberColumn(self.cells, cuts, made_by, self.missing_state)

    def cut_where(self, cuts: Sequence[float]) -> NumberColumn:
        """Return the column cut at the user's values instead.

        Raises
        ------
        DataError
            If a value lies inside a fine cell, so that nobody knows any more what is below it.
        """
        for cut in cuts:
            inside = (self.cells.lows < cut) & (cut <= self.cells.highs)
            if inside.any():
                at = int(np.argmax(inside))
                raise DataError(
                    f"{cut:g} lies inside the cell from {self.cells.lows[at]:g} to "
                    f"{self.cells.highs[at]:g}, finer than this table was kept: read it again with "
                    "these cuts"
                )
        return NumberColumn(self.cells, tuple(map(float, cuts)), "user", self.missing_state)
