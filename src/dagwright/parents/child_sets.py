"""The candidate parent sets of one variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

import numpy as np
import numpy.typing as npt

__all__ = ["ChildSets", "ParentSet"]

_SHOWN = 3


class ParentSet(NamedTuple):
    """A set of parents and the local score that it gives its child.

    Examples
    --------
    >>> import dagwright as dw
    >>> best = dw.ParentSet(-4.5, ("rain", "sprinkler"))
    >>> best.score, best.parents
    (-4.5, ('rain', 'sprinkler'))
    """

    score: float
    parents: tuple[str, ...]


class ChildSets(Sequence[ParentSet]):
    """The sets of one variable, best first; elements are made when they are asked for."""

    __slots__ = ("_members", "_names", "_scores", "_starts")

    def __init__(
        self,
        names: tuple[str, ...],
        scores: npt.NDArray[np.float64],
        starts: npt.NDArray[np.uint32],
        members: npt.NDArray[np.uint16],
    ) -> None:
        self._names = names
        self._scores = scores
        self._starts = starts
        self._members = members

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The scores, descending: a view."""
        return self._scores

    def __len__(self) -> int:
        return len(self._scores)

    @overload
    def __getitem__(self, index: int) -> ParentSet: ...

    @overload
    def __getitem__(self, index: slice) -> list[ParentSet]: ...

    def __getitem__(self, index: int | slice) -> ParentSet | list[ParentSet]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        start, stop = self._starts[position : position + 2]
        parents = tuple(self._names[member] for member in self._members[start:stop].tolist())
        return ParentSet(float(self._scores[position]), parents)

    def __iter__(self) -> Iterator[ParentSet]:
        return (self[position] for position in range(len(self)))

    def __repr__(self) -> str:
        shown = [repr(one) for one in self[:_SHOWN]]
        if len(self) > _SHOWN:
            shown.append(f"... ({len(self)} in all)")
        return f"[{', '.join(shown)}]"
