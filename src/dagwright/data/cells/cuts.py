"""`Cuts`: where a column of numbers is cut into states, in terms of its fine cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.cells.fine_cells import MISSING_CELL, FineCells
from dagwright.data.cells.short_number import shortest_between
from dagwright.data.intervals import interval_labels

__all__ = ["Cuts", "Maker", "cut_at", "cut_by_user"]

Maker: TypeAlias = Literal["user", "reader", "learner"]


@dataclass(frozen=True)
class Cuts:
    """Where a column of numbers is cut, and who cut it there.

    Attributes
    ----------
    positions
        The first fine cell of each interval but the first. A user's cuts may leave intervals
        without any value, so positions can repeat.
    values
        The cut points; a value at a cut belongs above it.
    made_by
        ``"user"``, ``"reader"`` (provisional) or ``"learner"`` (they follow a network).

    Examples
    --------
    >>> from dagwright.data.cells import cut_at, make_fine_cells
    >>> cells = make_fine_cells([1.72, 1.78, 1.84, 1.91])
    >>> cut_at(cells, [2], "reader").labels
    ('below_1.8', 'from_1.8')
    """

    positions: tuple[int, ...]
    values: tuple[float, ...]
    made_by: Maker

    @property
    def n_states(self) -> int:
        """How many intervals there are."""
        return len(self.positions) + 1

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A name for each interval."""
        return interval_labels(self.values)

    @cached_property
    def lookup(self) -> npt.NDArray[np.uint8]:
        """For each of 256 codes of fine cells the state; missing cells get one more."""
        cells = np.arange(MISSING_CELL + 1)
        states = np.searchsorted(np.array(self.positions, dtype=np.intp), cells, side="right")
        states[MISSING_CELL] = self.n_states
        return states.astype(np.uint8)

    def states_of(self, values: npt.ArrayLike) -> npt.NDArray[np.intp]:
        """Return the state of each of some raw numbers; that of NaN is the one after the last."""
        numbers = np.asarray(values, dtype=np.float64)
        states = np.searchsorted(np.array(self.values, dtype=np.float64), numbers, side="right")
        return np.where(np.isnan(numbers), self.n_states, states)


def cut_at(cells: FineCells, positions: Sequence[int], made_by: Maker) -> Cuts:
    """Return cuts in front of some fine cells, each at the shortest number that does it."""
    starts = tuple(map(int, positions))
    values = tuple(shortest_between(cells.highs[at - 1], cells.lows[at]) for at in starts)
    return Cuts(starts, values, made_by)


def cut_by_user(cells: FineCells, values: Sequence[float]) -> Cuts:
    """Return the cuts at a user's points, which no fine cell may straddle."""
    points = tuple(map(float, values))
    positions = np.searchsorted(cells.lows, np.array(points, dtype=np.float64), side="left")
    return Cuts(tuple(positions.tolist()), points, "user")
