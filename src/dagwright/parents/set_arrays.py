"""The arrays that hold all candidate parent sets, and the checks that make them safe to use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError, ResourceError
from dagwright.scores.base import MOST_SCORE

__all__ = ["MAX_VARIABLES", "SetArrays", "checked_arrays", "lacking_smallest"]

MAX_VARIABLES = 65535
"""Members are stored in 16 bits."""


class SetArrays(NamedTuple):
    """All sets of all variables, child by child, best first.

    The sets of child i are ``child_starts[i]`` to ``child_starts[i + 1]``; the members of set s,
    ascending positions, are ``set_starts[s]`` to ``set_starts[s + 1]`` of `members`.
    """

    child_starts: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]
    set_starts: npt.NDArray[np.uint32]
    members: npt.NDArray[np.uint16]

    def all(self) -> list[npt.NDArray[Any]]:
        """Return the four arrays."""
        return [self.child_starts, self.scores, self.set_starts, self.members]

    def sizes(self) -> npt.NDArray[np.uint32]:
        """Return the number of members of each set."""
        return np.diff(self.set_starts)

    def child_of(self, set_index: int) -> int:
        """Return the child that a set belongs to."""
        return int(np.searchsorted(self.child_starts, set_index, side="right")) - 1

    def blocks(self) -> Iterator[tuple[int, slice, slice]]:
        """Yield each child with the ranges of its sets and of their members."""
        starts = self.set_starts[self.child_starts].tolist()
        bounds = self.child_starts.tolist()
        for child in range(len(bounds) - 1):
            sets = slice(bounds[child], bounds[child + 1])
            yield child, sets, slice(starts[child], starts[child + 1])

    def select(self, keep: npt.NDArray[np.bool_]) -> SetArrays:
        """Return only the sets marked; each child must keep one."""
        sizes = self.sizes()
        kept_before = np.concatenate([[0], np.cumsum(keep)])
        set_starts = np.concatenate([[0], np.cumsum(sizes[keep], dtype=np.int64)])
        return SetArrays(
            kept_before[self.child_starts].astype(np.int64),
            self.scores[keep],
            set_starts.astype(np.uint32),
            self.members[np.repeat(keep, sizes)],
        )


def checked_arrays(
    names: Sequence[str],
    child_starts: npt.ArrayLike,
    scores: npt.ArrayLike,
    set_starts: npt.ArrayLike,
    members: npt.ArrayLike,
) -> SetArrays:
    """Return the arrays, read-only and without copies where the types fit, or say what is wrong."""
    if len(names) > MAX_VARIABLES:
        raise ResourceError(f"{len(names)} variables, but parent sets hold at most {MAX_VARIABLES}")
    arrays = SetArrays(
        _array("child_starts", child_starts, np.int64),
        _array("scores", scores, np.float64),
        _array("set_starts", set_starts, np.uint32),
        _array("members", members, np.uint16),
    )
    _check_starts("child_starts", arrays.child_starts, len(names), len(arrays.scores))
    _check_starts("set_starts", arrays.set_starts, len(arrays.scores), len(arrays.members))
    if np.any(np.diff(arrays.child_starts) == 0):
        child = int(np.argmin(np.diff(arrays.child_starts)))
        raise DagwrightError(f"{names[child]!r} has no sets: at least the empty one is needed")
    _check_members(names, arrays)
    _check_order(names, arrays)
    lacking = lacking_smallest(arrays)
    if lacking is not None:
        raise DagwrightError(
            f"{names[lacking]!r} lacks the empty set (or one of required parents that all its "
            "sets have)"
        )
    return arrays


def _array(what: str, values: npt.ArrayLike, dtype: type[np.generic]) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise DagwrightError(f"{what} must have one dimension, not {array.ndim}")
    if array.dtype != dtype:
        converted = array.astype(dtype, casting="unsafe") if array.dtype.kind in "iuf" else None
        if array.size == 0:
            converted = np.empty(0, dtype)
        if converted is None or not np.array_equal(converted, array):
            raise DagwrightError(f"{what} must fit {np.dtype(dtype)}, but is {array.dtype}")
        array = converted
    view = np.ascontiguousarray(array).view(np.ndarray)[:]
    view.flags.writeable = False
    return view


def _check_starts(what: str, starts: npt.NDArray[Any], count: int, total: int) -> None:
    if len(starts) != count + 1 or starts[0] != 0 or starts[-1] != total:
        raise DagwrightError(f"{what} must be {count + 1} numbers from 0 to {total}")
    if np.any(starts[1:] < starts[:-1]):
        raise DagwrightError(f"{what} must ascend")


def _check_members(names: Sequence[str], arrays: SetArrays) -> None:
    members = arrays.members
    if not len(members):
        return
    if int(members.max()) >= len(names):
        raise DagwrightError(f"members must be positions below {len(names)}")
    wrong = members[1:] <= members[:-1]
    starts = arrays.set_starts[1:-1]
    inner = starts[(starts > 0) & (starts < len(members))]
    wrong[inner - 1] = False
    if wrong.any():
        owner = int(np.searchsorted(arrays.set_starts, np.argmax(wrong), side="right")) - 1
        name = names[arrays.child_of(owner)]
        raise DagwrightError(f"the members of a set of {name!r} must ascend without repetition")
    ends = arrays.set_starts[arrays.child_starts].astype(np.int64)
    counts = np.asarray(np.diff(ends), np.int64)
    own = members == np.repeat(np.arange(len(names), dtype=np.uint16), counts)
    if own.any():
        raise DagwrightError(f"{names[members[np.argmax(own)]]!r} is a parent of itself")


def _check_order(names: Sequence[str], arrays: SetArrays) -> None:
    scores = arrays.scores
    usable = np.abs(scores) <= MOST_SCORE
    if not usable.all():
        child = names[arrays.child_of(int(np.argmin(usable)))]
        raise DagwrightError(f"a score of {child!r} is not a finite number up to {MOST_SCORE:g}")
    inner = arrays.child_starts[1:-1] - 1
    rising = scores[1:] > scores[:-1]
    rising[inner] = False
    equal = scores[1:] == scores[:-1]
    equal[inner] = False
    ties = np.flatnonzero(equal)
    sizes = arrays.sizes()
    wrong = [np.flatnonzero(rising), ties[sizes[ties] > sizes[ties + 1]]]
    same = ties[sizes[ties] == sizes[ties + 1]]
    for size in np.unique(sizes[same]).tolist():
        wrong.append(_not_ascending(arrays, same[sizes[same] == size], size))
    found = np.concatenate(wrong)
    if len(found):
        child = names[arrays.child_of(int(found[0]))]
        raise DagwrightError(
            f"the sets of {child!r} are not in order, or one is there twice: sort by score "
            "(descending), then size, then members"
        )


def _not_ascending(
    arrays: SetArrays, ties: npt.NDArray[np.intp], size: int
) -> npt.NDArray[np.intp]:
    """Return those ties whose set does not come before the next one; both have this size."""
    if size == 0:
        return ties
    columns = np.arange(size)
    left = arrays.members[arrays.set_starts[ties].astype(np.int64)[:, None] + columns]
    right = arrays.members[arrays.set_starts[ties + 1].astype(np.int64)[:, None] + columns]
    first = np.argmax(left != right, axis=1)
    rows = np.arange(len(ties))
    wrong: npt.NDArray[np.intp] = ties[left[rows, first] >= right[rows, first]]
    return wrong


def lacking_smallest(arrays: SetArrays) -> int | None:
    """Return the first child none of whose sets is part of all its others, or None."""
    # A smallest set is part of all others iff as many members as it has occur in every set.
    smallest = np.minimum.reduceat(arrays.sizes(), arrays.child_starts[:-1])
    if not smallest.any():
        return None
    for child, sets, some in arrays.blocks():
        if smallest[child]:
            occurrences = np.bincount(arrays.members[some])
            if np.count_nonzero(occurrences == sets.stop - sets.start) != smallest[child]:
                return child
    return None
