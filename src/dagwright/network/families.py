"""Rows of a table as cells of a variable's probability table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes

__all__ = ["cell_positions", "count_cells"]

Index = npt.NDArray[np.int64]


def cell_positions(
    codes: Mapping[str, Codes], names: Sequence[str], arities: Sequence[int], rows: int
) -> Index:
    """Return for each row its place in the flattened table with these axes, the last fastest."""
    positions = np.zeros(rows, dtype=np.int64)
    for name, arity in zip(names, arities, strict=True):
        positions *= arity
        positions += codes[name]
    return positions


def count_cells(
    positions: Index, arities: Sequence[int], weights: npt.NDArray[np.int64] | None
) -> npt.NDArray[np.float64]:
    """Return how often each cell occurs, as a table; exact, since counts stay below 2**53."""
    counts = np.bincount(positions, weights=weights, minlength=math.prod(arities))
    return counts.astype(np.float64).reshape(tuple(arities))
