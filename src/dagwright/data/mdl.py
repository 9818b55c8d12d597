"""Cutting a column so that it tells about a target, as often as the description length allows."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from dagwright.data.cuts import Numbers

__all__ = ["mdl_cuts"]


def mdl_cuts(values: Numbers, counts: npt.NDArray[np.float64]) -> Numbers:
    """Return the cuts of Fayyad and Irani's recursive minimal entropy partitioning.

    A set S of N rows is cut where the class entropy of the two parts is least, if the information
    gained pays for coding the cut:

        Gain > (log2(N - 1) + log2(3^k - 2) - k H(S) + k1 H(S1) + k2 H(S2)) / N

    with k, k1 and k2 the numbers of classes present; then each part is treated the same way.

    Parameters
    ----------
    values : array of float
        Distinct values, ascending.
    counts : array of float
        For each value (row) how often each class (column) of the target goes with it.

    References
    ----------
    U. M. Fayyad, K. B. Irani. Multi-interval discretization of continuous-valued attributes for
    classification learning. IJCAI 1993, 1022-1027.
    """
    below = np.vstack([np.zeros(counts.shape[1]), np.cumsum(counts, axis=0)])
    cuts, open_parts = [], [(0, len(values))]
    while open_parts:
        begin, end = open_parts.pop()
        at = _best_cut(below[begin : end + 1])
        if at is not None:
            middle = values[begin + at - 1] / 2 + values[begin + at] / 2
            above = values[begin + at]
            cuts.append(middle if middle > values[begin + at - 1] else above)
            open_parts += [(begin, begin + at), (begin + at, end)]
    return np.array(sorted(cuts), dtype=np.float64)


def _best_cut(below: npt.NDArray[np.float64]) -> int | None:
    # below[i] counts the classes of the first i values of the part, after subtracting below[0].
    if len(below) <= 2:
        return None
    low = below[1:-1] - below[0]
    high = below[-1] - below[1:-1]
    whole = below[-1] - below[0]
    total = float(whole.sum())
    low_entropy, high_entropy = _entropy(low), _entropy(high)
    after = (low.sum(axis=1) * low_entropy + high.sum(axis=1) * high_entropy) / total
    at = int(np.argmin(after))
    entropy = float(_entropy(whole[None, :])[0])
    k, k_low, k_high = (int(np.count_nonzero(part)) for part in (whole, low[at], high[at]))
    # log2(3^k - 2) without the overflow of 3^k.
    delta = k * math.log2(3) + math.log1p(-2.0 * 3.0**-k) / math.log(2)
    delta -= k * entropy - k_low * float(low_entropy[at]) - k_high * float(high_entropy[at])
    if entropy - float(after[at]) > (math.log2(total - 1) + delta) / total:
        return at + 1
    return None


def _entropy(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    shares = counts / counts.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(shares > 0, shares * np.log2(shares), 0.0)
    entropy: npt.NDArray[np.float64] = -terms.sum(axis=1)
    return entropy
