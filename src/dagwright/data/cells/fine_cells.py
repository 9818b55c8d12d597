"""`FineCells`: a column of numbers in one byte per row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.errors import DataError

__all__ = ["MISSING_CELL", "MOST_CELLS", "FineCells", "make_fine_cells"]

MOST_CELLS = 255
MISSING_CELL = 255

Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, eq=False)
class FineCells:
    """A column of numbers as up to 255 cells, fine enough to be cut anywhere between them.

    Attributes
    ----------
    codes
        The cell of each row, from the smallest numbers up; 255 where there is no number.
    lows, highs
        The smallest and the largest number in each cell.

    Examples
    --------
    >>> from dagwright.data.cells import make_fine_cells
    >>> cells = make_fine_cells([2.5, 1.0, float("nan"), 2.5])
    >>> cells.codes.tolist(), cells.lows.tolist()
    ([1, 0, 255, 1], [1.0, 2.5])
    """

    codes: npt.NDArray[np.uint8]
    lows: npt.NDArray[np.float64]
    highs: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", _read_only(self.codes, np.uint8))
        object.__setattr__(self, "lows", _read_only(self.lows, np.float64))
        object.__setattr__(self, "highs", _read_only(self.highs, np.float64))

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.lows)

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.codes)

    @property
    def n_missing(self) -> int:
        """How many rows have no number."""
        return int(np.count_nonzero(self.codes == MISSING_CELL))

    @property
    def is_exact(self) -> bool:
        """Whether each cell is a single value, so that nothing was rounded."""
        return bool(np.array_equal(self.lows, self.highs))

    def counts(self, weights: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """Return the number, or the weight, of the rows in each cell."""
        if weights is None:
            return np.bincount(self.codes, minlength=MISSING_CELL + 1)[: self.n_cells]
        # Sums of floats are exact below 2**53 only.
        rows = np.argsort(self.codes, kind="stable")
        sums = np.concatenate([[0], np.cumsum(weights[rows])])
        ends = np.cumsum(np.bincount(self.codes, minlength=MISSING_CELL + 1)[: self.n_cells])
        return np.diff(sums[ends], prepend=0)

    def take(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> FineCells:
        """Return the chosen rows, in the same cells."""
        return FineCells(self.codes[rows], self.lows, self.highs)

    def __reduce__(self) -> tuple[Callable[..., FineCells], tuple[object, ...]]:
        return FineCells, (self.codes, self.lows, self.highs)


def make_fine_cells(
    values: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    required_cuts: Sequence[float] = (),
) -> FineCells:
    """Divide a column of numbers into at most 255 cells of about equal weight.

    With at most 255 different numbers each is a cell. Otherwise a number that weighs more than a
    cell's share is a cell of its own. The order of the rows does not matter.

    Parameters
    ----------
    values
        The numbers, NaN where there is none. Infinite ones count as the largest there are.
    weights
        How many times each row counts. Rows that count zero times shape no cell.
    required_cuts
        Where the column will be cut: no cell has values on both sides; a value at a cut belongs
        above it.

    Raises
    ------
    DataError
        If the required cuts are not finite and ascending, or more than 254.
    """
    numbers = np.ascontiguousarray(values, dtype=np.float64)
    cuts = [float(cut) for cut in required_cuts]
    if not all(map(np.isfinite, cuts)) or any(low >= high for low, high in pairwise(cuts)):
        raise DataError(f"cuts must be finite numbers that ascend: {', '.join(map(str, cuts))}")
    if len(cuts) >= MOST_CELLS:
        raise DataError(f"{len(cuts)} cuts are too many: give at most {MOST_CELLS - 1}")
    counted = None if weights is None else np.ascontiguousarray(weights, dtype=np.int64)
    return FineCells(*_core.fine_cells(numbers, counted, cuts))


def _read_only(array: npt.ArrayLike, kind: type[Kind]) -> npt.NDArray[Kind]:
    view: npt.NDArray[Kind] = np.asarray(array, dtype=kind).view()
    view.flags.writeable = False
    return view
