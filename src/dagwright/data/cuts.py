"""Where to cut a column of numbers, without looking at any other column.

Every function takes the distinct values in ascending order and how much each weighs, and returns
cut points: a value belongs above a cut that it equals. So the order of the rows never matters, and
a row of weight two counts like two rows.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright._core import optimal_runs

__all__ = ["Numbers", "kmeans_cuts", "mean_cuts", "quantile_cuts", "separating", "width_cuts"]

Numbers: TypeAlias = npt.NDArray[np.float64]


def mean_cuts(values: Numbers, weights: Numbers) -> Numbers:
    """Return the mean."""
    # Scaled, or the sum of large values would overflow.
    scale = max(abs(float(values[0])), abs(float(values[-1])), 1.0)
    return np.array([np.average(values / scale, weights=weights) * scale])


def width_cuts(values: Numbers, bins: int) -> Numbers:
    """Return the inner ends of intervals of equal width."""
    # Halved, for the difference of the ends may be beyond the largest double.
    ends: Numbers = 2 * np.linspace(values[0] / 2, values[-1] / 2, bins + 1)
    return ends[1:-1]


def quantile_cuts(values: Numbers, weights: Numbers, bins: int) -> Numbers:
    """Return the quantiles i/bins, between two values in proportion (R's type 7).

    The same as numpy.quantile of the values repeated as often as they weigh.
    """
    ends = np.cumsum(weights)
    positions = np.arange(1, bins) / bins * (ends[-1] - 1)
    low = np.searchsorted(ends, np.floor(positions), side="right")
    high = np.searchsorted(ends, np.ceil(positions), side="right")
    part = positions - np.floor(positions)
    cuts: Numbers = values[low] * (1 - part) + values[high] * part
    # Rounding must not push a cut between equal values off them.
    return np.where(low == high, values[low], cuts)


def kmeans_cuts(values: Numbers, weights: Numbers, bins: int) -> Numbers:
    """Return the middles between neighbouring centres of the best clustering into `bins` runs."""
    starts = np.array(optimal_runs(values, weights, min(bins, len(values))))
    centres = np.add.reduceat(values * weights, starts) / np.add.reduceat(weights, starts)
    middles = centres[:-1] / 2 + centres[1:] / 2
    # Rounding must not move a value into the neighbouring cluster.
    below, above = values[starts[1:] - 1], values[starts[1:]]
    return np.where((below < middles) & (middles <= above), middles, above)


def separating(cuts: Numbers, values: Numbers, allow_empty: bool = False) -> tuple[float, ...]:
    """Return the cuts in order, without those that leave all values on one side.

    Of several cuts between the same two values only the first stays, unless empty intervals are
    allowed.
    """
    inside = np.unique(cuts[(cuts > values[0]) & (cuts <= values[-1])])
    if not allow_empty:
        inside = inside[np.unique(np.searchsorted(values, inside), return_index=True)[1]]
    return tuple(inside.tolist())
