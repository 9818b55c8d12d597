"""Which variables share a static pattern database."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.parents import ParentSets
from dagwright.parents.set_arrays import SetArrays

__all__ = ["divide", "split_sizes"]

Weights = npt.NDArray[np.float64]


def split_sizes(n: int, groups: int) -> list[int]:
    """Return sizes that differ by one at most, the larger first."""
    return [n // groups + (group < n % groups) for group in range(groups)]


def divide(sets: ParentSets, sizes: Sequence[int], grouping: str) -> list[list[int]]:
    """Return groups of these sizes, as positions.

    All but consecutive groups start from those and exchange two variables as long as that raises
    the weight inside groups, always the best pair (Kernighan & Lin 1970, without their chains).
    """
    ends = np.cumsum([0, *sizes])
    group_of = np.repeat(np.arange(len(sizes)), sizes)
    if grouping != "consecutive":
        weights = _connection(sets) if grouping == "connected" else _correlation(sets)
        group_of = _exchange(weights, group_of)
    members = np.argsort(group_of, kind="stable")
    return [members[first:last].tolist() for first, last in zip(ends[:-1], ends[1:], strict=True)]


def _exchange(weights: Weights, group_of: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    group_of = group_of.copy()
    n = len(group_of)
    for _ in range(n * n):
        inside = np.zeros((n, group_of.max() + 1))
        for group in range(inside.shape[1]):
            inside[:, group] = weights[:, group_of == group].sum(axis=1)
        own = inside[np.arange(n), group_of]
        move = inside[:, group_of] - own[:, None]  # of row variable to the column's group
        gain = move + move.T - 2 * weights
        gain[group_of[:, None] == group_of[None, :]] = 0
        one, other = np.unravel_index(np.argmax(gain), gain.shape)
        if gain[one, other] <= 1e-9 * weights.max():
            break
        group_of[one], group_of[other] = group_of[other], group_of[one]
    return group_of


def _connection(sets: ParentSets) -> Weights:
    """Weigh pairs by the candidate sets they share, good ones most, both ways."""
    n = sets.n_variables
    weights = np.zeros((n, n))
    arrays = SetArrays(sets.child_starts, sets.scores, sets.set_starts, sets.members)
    sizes = arrays.sizes()
    for child, some, members in arrays.blocks():
        rank = np.arange(1, some.stop - some.start + 1)
        np.add.at(weights[child], arrays.members[members], np.repeat(1 / rank, sizes[some]))
    return np.minimum(weights, weights.T)


def _correlation(sets: ParentSets) -> Weights:
    """Weigh pairs by what one alone adds to the score of the other."""
    n = sets.n_variables
    weights = np.zeros((n, n))
    arrays = SetArrays(sets.child_starts, sets.scores, sets.set_starts, sets.members)
    sizes = arrays.sizes()
    for child, some, _ in arrays.blocks():
        worst = arrays.scores[some].min()
        alone = np.flatnonzero(sizes[some] == 1) + some.start
        parents = arrays.members[arrays.set_starts[alone]]
        weights[child, parents] = arrays.scores[alone] - worst
    return weights + weights.T
