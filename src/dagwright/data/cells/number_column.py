"""`NumberColumn`: the fine cells of a column of numbers, and the cuts in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dagwright.data.cells.cuts import Cuts, Maker, cut_at, cut_by_user
from dagwright.data.cells.fine_cells import FineCells
from dagwright.errors import DataError

__all__ = ["MISSING_STATE", "NumberColumn"]

MISSING_STATE = "missing"


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers and how it is cut into states.

    Attributes
    ----------
    cells
        The numbers, in fine cells.
    cuts
        Where they are cut.
    missing_state
        Whether there is a last state for missing values; rows without a number need one.

    Examples
    --------
    >>> from dagwright.data.cells import NumberColumn, cut_at, make_fine_cells
    >>> cells = make_fine_cells([30.0, 50.0, float("nan"), 70.0])
    >>> column = NumberColumn(cells, cut_at(cells, [1], "reader"), missing_state=True)
    >>> column.states, column.codes.tolist()
    (('below_40', 'from_40', 'missing'), [0, 1, 2, 1])
    >>> column.cut([2]).states
    ('below_60', 'from_60', 'missing')
    """

    cells: FineCells
    cuts: Cuts
    missing_state: bool = False

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The intervals, and last of all ``'missing'`` if there is such a state."""
        labels = self.cuts.labels
        return (*labels, MISSING_STATE) if self.missing_state else labels

    @property
    def codes(self) -> npt.NDArray[np.uint8]:
        """The state of each row."""
        codes = np.take(self.cuts.lookup, self.cells.codes)
        codes.flags.writeable = False
        return codes

    def cut(self, positions: Sequence[int], made_by: Maker = "learner") -> NumberColumn:
        """Return the column cut in front of other fine cells."""
        return replace(self, cuts=cut_at(self.cells, positions, made_by))

    def cut_where(self, points: Sequence[float]) -> NumberColumn:
        """Return the column cut at the user's points instead.

        Raises
        ------
        DataError
            If a point lies inside a fine cell: what of the cell is below it is not known any more.
        """
        for point in points:
            inside = (self.cells.lows < point) & (point <= self.cells.highs)
            if inside.any():
                at = int(np.argmax(inside))
                raise DataError(
                    f"{point:g} lies inside the cell from {self.cells.lows[at]:g} to "
                    f"{self.cells.highs[at]:g}, finer than this table was kept: read it again with "
                    "these cuts"
                )
        return replace(self, cuts=cut_by_user(self.cells, points))

    def opened(self) -> NumberColumn:
        """Return the column with its cuts open to be found again, if learning found them."""
        if self.cuts.made_by != "learner":
            return self
        return replace(self, cuts=replace(self.cuts, made_by="reader"))
