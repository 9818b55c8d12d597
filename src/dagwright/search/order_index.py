"""The memory of the index of candidate sets that insertions into an order read."""

from __future__ import annotations

from dagwright.parents import ParentSets

__all__ = ["index_bytes"]


def index_bytes(sets: ParentSets) -> int:
    """Return the memory that searching orders needs besides the sets, at most.

    The core keeps the cost of a set in 8 bytes; the index takes 4 bytes per member and 10 per
    pair of child and possible parent. An evaluator or a member of a population takes some bytes per
    variable.
    """
    n, members = sets.n_variables, len(sets.members)
    return 8 * sets.n_sets + 4 * members + 10 * min(members, n * (n - 1)) + 4000 * n
