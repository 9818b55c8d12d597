"""Finding the best set within given parents."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dagwright.parents.set_arrays import SetArrays

__all__ = ["first_within", "position_of", "within"]

_FIRST_CHUNK = 256


def within(arrays: SetArrays, sets: slice, allowed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Tell for each set of a range whether all its members are allowed."""
    starts = arrays.set_starts[sets.start : sets.stop + 1].astype(np.int64)
    outside = ~allowed[arrays.members[starts[0] : starts[-1]]]
    before = np.concatenate([[0], np.cumsum(outside)])
    inside: npt.NDArray[np.bool_] = np.diff(before[starts - starts[0]]) == 0
    return inside


def position_of(arrays: SetArrays, child: int, members: npt.NDArray[np.uint16]) -> int | None:
    """Return the position in a child's list of the set with exactly these ascending members."""
    first, last = arrays.child_starts[child : child + 2].tolist()
    starts = arrays.set_starts[first : last + 1].astype(np.int64)
    same_size = np.flatnonzero(np.diff(starts) == len(members))
    sets = arrays.members[starts[same_size][:, None] + np.arange(len(members))]
    found = same_size[(sets == members).all(axis=1)]
    return int(found[0]) if len(found) else None


def first_within(arrays: SetArrays, child: int, allowed: npt.NDArray[np.bool_]) -> int | None:
    """Return the position in a child's list of the first set whose members are all allowed."""
    first, last = arrays.child_starts[child : child + 2].tolist()
    # The answer is mostly near the front, so look at growing pieces.
    start, length = first, _FIRST_CHUNK
    while start < last:
        stop = min(last, start + length)
        found = np.flatnonzero(within(arrays, slice(start, stop), allowed))
        if len(found):
            return int(start - first + found[0])
        start, length = stop, 4 * length
    return None
