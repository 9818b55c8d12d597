"""Two to four states for a column of measurements, as many as its shape asks for."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from dagwright.data.cuts import kmeans_cuts

__all__ = ["adaptive_codes"]

_LEAST, _MOST = 2, 4
# Of the variance of the whole column: a cluster of equal values must not count as infinitely good.
_SMALLEST_VARIANCE = 1e-3


def adaptive_codes(column: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Cut a column at the best k-means clustering, k from 2 to 4, that wins by BIC.

    Each cluster counts as one component of a mixture of normal distributions, after Vignes et al.
    (2011), who discretised the expression data of DREAM5 for Vandel et al. (2012).
    """
    values, counts = np.unique(column, return_counts=True)
    weights = counts.astype(np.float64)
    floor = _SMALLEST_VARIANCE * float(np.var(column))
    best, chosen = -math.inf, np.zeros(len(column), dtype=np.int64)
    for clusters in range(_LEAST, min(_MOST, len(values)) + 1):
        codes = np.searchsorted(kmeans_cuts(values, weights, clusters), column, side="right")
        bic = _mixture_bic(column, codes, clusters, floor)
        if bic > best:
            best, chosen = bic, codes.astype(np.int64)
    return chosen


def _mixture_bic(
    column: npt.NDArray[np.float64], codes: npt.NDArray[np.int64], clusters: int, floor: float
) -> float:
    """Return the BIC of the mixture whose components are the clusters: 3 k - 1 parameters."""
    total, likelihood = len(column), 0.0
    for cluster in range(clusters):
        members = column[codes == cluster]
        if len(members) == 0:
            return -math.inf
        variance = max(float(np.var(members)), floor)
        spread = float(np.var(members)) / variance
        likelihood += len(members) * (
            math.log(len(members) / total) - (math.log(2 * math.pi * variance) + spread) / 2
        )
    return likelihood - math.log(total) / 2 * (3 * clusters - 1)
