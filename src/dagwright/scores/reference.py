"""Local scores straight from the formula: slow, short, and independent of the C++ core.

Results are verified with this, so it shares nothing with what it checks but the data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data import Dataset
from dagwright.scores.base import Counts, CustomScore, Score

__all__ = ["count_family", "reference_score"]


def count_family(data: Dataset, child: str, parents: Sequence[str]) -> Counts:
    """Return N_jk for the parent configurations j that occur and all states k of the child."""
    index = {name: i for i, name in enumerate(data.names)}
    cell: npt.NDArray[np.int64] = np.zeros(data.n_rows, dtype=np.int64)
    for parent in parents:
        column = index[parent]
        wider = cell * data.arities[column] + data.codes[column]
        # Numbering only what occurs keeps the code small, however many configurations there are.
        cell = np.unique(wider, return_inverse=True)[1].reshape(-1)
    arity = data.arities[index[child]]
    configurations = int(cell.max()) + 1
    weights = np.ones(data.n_rows) if data.weights is None else data.weights
    flat = np.bincount(
        cell * arity + data.codes[index[child]], weights=weights, minlength=configurations * arity
    )
    counts: Counts = np.rint(flat).astype(np.int64).reshape(configurations, arity)
    return counts


def reference_score(
    data: Dataset, score: Score | CustomScore, child: str, parents: Sequence[str]
) -> float:
    """Return the local score of `child` with these parents."""
    if not isinstance(score, Score):
        return float(score(data, child, parents))
    arities = dict(zip(data.names, data.arities, strict=True))
    configurations = math.prod(float(arities[parent]) for parent in parents)
    counts = count_family(data, child, parents)
    return score.from_counts(counts, configurations, data.total_weight)
