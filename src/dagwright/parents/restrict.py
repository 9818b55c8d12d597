"""Constraints on lists that are already there, as far as that is sound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from dagwright.constraints import Constraints
from dagwright.errors import ConstraintError
from dagwright.parents.facts import Facts
from dagwright.parents.query import within
from dagwright.parents.set_arrays import SetArrays, lacking_smallest
from dagwright.words import list_names

__all__ = ["restricted"]


def restricted(
    names: Sequence[str], arrays: SetArrays, facts: Facts, constraints: Constraints
) -> tuple[SetArrays, Facts]:
    """Return the sets that respect the constraints, and what is known of them."""
    constraints = constraints.resolve(names)
    index = {name: position for position, name in enumerate(names)}
    forbidden = _Forbidden(index, constraints)
    required: dict[int, list[int]] = {}
    for parent, owner in constraints.required:
        required.setdefault(index[owner], []).append(index[parent])
    sizes = arrays.sizes()
    keep = np.ones(len(sizes), bool)
    for child, sets, _ in arrays.blocks() if constraints.binds else ():
        allowed = forbidden.others_than(child)
        if allowed is not None:
            keep[sets] = within(arrays, sets, allowed)
        if child in required:
            keep[sets] &= _with_required(names, arrays, facts, child, required[child])
    if constraints.max_parents is not None:
        too_large = keep & (sizes > constraints.max_parents)
        keep &= ~too_large
        facts = _limited(arrays, facts, too_large, constraints.max_parents)
    both = facts.constraints.merge(constraints)
    return _selected(names, arrays, keep), replace(facts, constraints=both)


class _Forbidden:
    """The edges that are ruled out, child by child: all together they are the square of names."""

    def __init__(self, index: dict[str, int], constraints: Constraints) -> None:
        as_parent, as_child = constraints.levels(list(index))
        self._as_parent = np.array(as_parent or [0] * len(index))
        self._as_child = np.array(as_child or [0] * len(index))
        self._highest = int(self._as_parent.max(initial=0))
        self._single: dict[int, list[int]] = {}
        for parent, child in constraints.forbidden:
            self._single.setdefault(index[child], []).append(index[parent])

    def others_than(self, child: int) -> npt.NDArray[np.bool_] | None:
        """Return which parents a child may have; None if none is ruled out."""
        if child not in self._single and self._highest <= self._as_child[child]:
            return None
        allowed: npt.NDArray[np.bool_] = self._as_parent <= self._as_child[child]
        allowed[self._single.get(child, [])] = False
        return allowed


def _with_required(
    names: Sequence[str], arrays: SetArrays, facts: Facts, child: int, parents: list[int]
) -> npt.NDArray[np.bool_]:
    """Tell which sets of a child have the parents, or why that is not enough to know."""
    first, last = arrays.child_starts[child : child + 2].tolist()
    sets = slice(first, last)
    keep = np.ones(last - first, bool)
    for parent in parents:
        others = np.ones(len(names), bool)
        others[parent] = False
        keep &= ~within(arrays, sets, others)
    untouched = facts.pruned is False or (
        facts.pruned is None and _has_all(arrays.sizes()[sets], len(names))
    )
    if not keep.all() and not untouched:
        wanted = list_names(names[parent] for parent in parents)
        raise ConstraintError(
            f"{wanted} cannot be required for {names[child]!r} afterwards: sets with it may be "
            "missing because a subset without it scores as high; give the constraints to "
            "find_parent_sets instead"
        )
    return keep


def _has_all(sizes: npt.NDArray[np.uint32], n_variables: int) -> bool:
    """Tell whether a list has every set up to its largest size."""
    counts = np.bincount(sizes).tolist()
    return all(count == math.comb(n_variables - 1, size) for size, count in enumerate(counts))


def _limited(arrays: SetArrays, facts: Facts, dropped: npt.NDArray[np.bool_], limit: int) -> Facts:
    """Return what is known after dropping larger sets: they count as not looked at."""
    lost = np.where(dropped, arrays.scores, -np.inf)
    best = np.maximum.reduceat(lost, arrays.child_starts[:-1])
    bound = np.maximum(facts.unseen_bound, best)
    complete = np.where(np.isinf(best), facts.complete_size, np.minimum(facts.complete_size, limit))
    for array in (bound, complete):
        array.flags.writeable = False
    return replace(facts, unseen_bound=bound, complete_size=complete)


def _selected(names: Sequence[str], arrays: SetArrays, keep: npt.NDArray[np.bool_]) -> SetArrays:
    if keep.all():
        return arrays
    left = np.add.reduceat(keep.astype(np.int64), arrays.child_starts[:-1])
    if not left.all():
        child = names[int(np.argmin(left))]
        raise ConstraintError(f"no candidate set of {child!r} respects the constraints")
    selected = arrays.select(keep)
    lacking = lacking_smallest(selected)
    if lacking is not None:
        raise ConstraintError(
            f"the required parents of {names[lacking]!r} are not a candidate set by themselves"
        )
    return selected
