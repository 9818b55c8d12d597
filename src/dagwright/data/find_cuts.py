"""The cut points of one column by any of the methods."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.data.cuts import (
    Numbers,
    kmeans_cuts,
    mean_cuts,
    quantile_cuts,
    separating,
    width_cuts,
)
from dagwright.data.mdl import mdl_cuts
from dagwright.data.raw import Coded, Real

__all__ = ["CUT_METHODS", "find_cuts"]

CUT_METHODS = ("mean", "quantile", "width", "kmeans", "mdl")


def find_cuts(
    method: str,
    bins: int,
    column: Real,
    weights: npt.NDArray[np.float64],
    classes: Coded | None = None,
) -> tuple[float, ...]:
    """Return where to cut a column, ascending; missing values and rows of weight 0 do not count.

    Parameters
    ----------
    method : str
        One of `CUT_METHODS`.
    bins : int
        Number of intervals, for the methods that do not find it themselves.
    column : Real
        The numbers.
    weights : array of float
        One per row.
    classes : Coded, optional
        The target of method mdl.
    """
    used = (weights > 0) & ~np.isnan(column.values)
    if classes is not None and classes.missing is not None:
        used &= ~classes.missing
    values, at = np.unique(column.values[used], return_inverse=True)
    if len(values) == 0:
        return ()
    if classes is not None:
        cells = at.astype(np.int64) * len(classes.states) + classes.codes[used]
        size = len(values) * len(classes.states)
        counts = _weigh(cells, weights[used], size).reshape(len(values), -1)
        return separating(mdl_cuts(values, counts), values)
    summed = _weigh(at, weights[used], len(values))
    if method == "mean":
        found = mean_cuts(values, summed)
    elif method == "width":
        found = width_cuts(values, bins)
    elif method == "quantile":
        found = quantile_cuts(values, summed, bins)
    else:
        found = kmeans_cuts(values, summed, bins)
    return separating(found, values, allow_empty=method == "width")


def _weigh(cells: npt.NDArray[np.int64], weights: Numbers, size: int) -> Numbers:
    return np.bincount(cells, weights, size).astype(np.float64)
