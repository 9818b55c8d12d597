"""`NumberColumn`: the fine cells of a column of numbers, and the cuts in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dagwright.data.cells.cuts import Cuts, Maker, cut_at
from dagwright.data.cells.fine_cells import FineCells

__all__ = ["NumberColumn"]

_MISSING = "missing"


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers and how it is cut into states.

    Attributes
    ----------
    cells
        The numbers, in fine cells.
    cuts
        Where they are cut.

    Examples
    --------
    >>> from dagwright.data.cells import NumberColumn, cut_at, make_fine_cells
    >>> cells = make_fine_cells([30.0, 50.0, float("nan"), 70.0])
    >>> column = NumberColumn(cells, cut_at(cells, [1], "reader"))
    >>> column.states, column.codes.tolist()
    (('below_40', 'from_40', 'missing'), [0, 1, 2, 1])
    >>> column.cut([2]).states
    ('below_60', 'from_60', 'missing')
    """

    cells: FineCells
    cuts: Cuts

    @property
    def states(self) -> tuple[str, ...]:
        """The intervals, and last of all ``'missing'`` if a row has no number."""
        missing = (_MISSING,) if self.cells.n_missing else ()
        return (*self.cuts.labels, *missing)

    @property
    def codes(self) -> npt.NDArray[np.uint8]:
        """The state of each row."""
        codes = np.take(self.cuts.lookup, self.cells.codes)
        codes.flags.writeable = False
        return codes

    def cut(self, positions: Sequence[int], made_by: Maker = "learner") -> NumberColumn:
        """Return the column cut in front of other fine cells."""
        return NumberColumn(self.cells, cut_at(self.cells, positions, made_by))
