"""Parent sets written by hand: put in order, without the dominated ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from dagwright.errors import DagwrightError
from dagwright.graph.names import check_names, index_of
from dagwright.parents.set_arrays import SetArrays
from dagwright.scores.base import MOST_SCORE

__all__ = ["arrays_from_lists", "without_dominated"]

Scored = tuple[float, tuple[int, ...]]


def arrays_from_lists(
    names: Iterable[str],
    lists: Mapping[str, Iterable[tuple[float, Iterable[str]]]],
    *,
    keep_dominated: bool,
) -> tuple[tuple[str, ...], SetArrays]:
    """Return the names and the arrays of lists of (score, parents)."""
    checked = check_names(names)
    index = {name: position for position, name in enumerate(checked)}
    for child in lists:
        index_of(child, index)
    missing = [name for name in checked if name not in lists]
    if missing:
        raise DagwrightError(
            f"no list of sets for {missing[0]!r}: at least the empty set is needed"
        )
    scores: list[float] = []
    sizes: list[int] = []
    members: list[int] = []
    child_starts = [0]
    for child in checked:
        found = _in_order(child, lists[child], index)
        for score, parents in found if keep_dominated else without_dominated(found):
            scores.append(score)
            sizes.append(len(parents))
            members.extend(parents)
        child_starts.append(len(scores))
    arrays = SetArrays(
        np.array(child_starts, np.int64),
        np.array(scores, np.float64),
        np.cumsum([0, *sizes]).astype(np.uint32),
        np.array(members, np.uint16),
    )
    return checked, arrays


def _in_order(
    child: str, scored: Iterable[tuple[float, Iterable[str]]], index: Mapping[str, int]
) -> list[Scored]:
    found: dict[tuple[int, ...], float] = {}
    for entry in scored:
        score, parents = _entry(child, entry)
        positions = tuple(sorted(index_of(parent, index) for parent in parents))
        if index[child] in positions:
            raise DagwrightError(f"{child!r} is a parent of itself")
        if len(set(positions)) < len(positions):
            raise DagwrightError(f"a set of {child!r} names a parent twice: {list(parents)}")
        if positions in found:
            raise DagwrightError(f"{child!r} has the set {sorted(parents)} twice")
        found[positions] = score
    ordered = [(score, members) for members, score in found.items()]
    return sorted(ordered, key=lambda one: (-one[0], len(one[1]), one[1]))


def _entry(child: str, entry: tuple[float, Iterable[str]]) -> tuple[float, Sequence[str]]:
    try:
        score, parents = entry
        value = float(score)
        if isinstance(parents, str):
            raise TypeError
        members = list(parents)
    except (TypeError, ValueError):
        raise DagwrightError(
            f"a set of {child!r} is {entry!r}: give pairs (score, list of parents)"
        ) from None
    if not abs(value) <= MOST_SCORE:
        raise DagwrightError(
            f"a score of {child!r} is {score!r}: give a finite number up to {MOST_SCORE:g}"
        )
    return value, members


def without_dominated(ordered: Iterable[Scored]) -> list[Scored]:
    """Leave out every set of which a strict subset scores at least as high.

    The sets must be in order: a set that dominates another then comes before it.
    """
    kept: dict[tuple[int, ...], float] = {}
    for score, members in ordered:
        if not _has_subset(members, kept):
            kept[members] = score
    return [(score, members) for members, score in kept.items()]


def _has_subset(members: tuple[int, ...], kept: Mapping[tuple[int, ...], float]) -> bool:
    if 2 ** len(members) <= len(kept):
        return any(
            some in kept for size in range(len(members)) for some in combinations(members, size)
        )
    whole = set(members)
    return any(whole.issuperset(some) for some in kept)
