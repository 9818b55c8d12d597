"""Candidate sets in the form that bounds and branch and bound work on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.parents import ParentSets

__all__ = ["NATS", "ClusterProblem"]

NATS = 2.0**-24
"""The unit of excess: costs are whole numbers of it, so that sums are exact."""


@dataclass(frozen=True, eq=False)
class ClusterProblem:
    """Candidate sets with whole-numbered excess: what a set scores below the child's best."""

    child_starts: npt.NDArray[np.int64]
    excess: npt.NDArray[np.int64]
    set_starts: npt.NDArray[np.uint32]
    members: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, sets: ParentSets) -> ClusterProblem:
        """Return the problem of choosing among these sets."""
        best = np.repeat(sets.scores[sets.child_starts[:-1]], np.diff(sets.child_starts))
        excess = np.rint((best - sets.scores) / NATS).astype(np.int64)
        return cls(sets.child_starts, excess, sets.set_starts, sets.members)

    @property
    def n_variables(self) -> int:
        """The number of variables."""
        return len(self.child_starts) - 1

    @property
    def n_sets(self) -> int:
        """The number of sets of all variables together."""
        return len(self.excess)

    @cached_property
    def sets(self) -> _core.ClusterSets:
        """The same in C++."""
        return _core.ClusterSets(self.child_starts, self.excess, self.set_starts, self.members)

    @cached_property
    def child_of(self) -> npt.NDArray[np.int64]:
        """The child of each set."""
        return np.repeat(np.arange(self.n_variables), np.diff(self.child_starts))

    @cached_property
    def smallest(self) -> npt.NDArray[np.int64]:
        """Each child's smallest set, which is part of all its others: the required parents."""
        sizes = np.diff(self.set_starts.astype(np.int64))
        order = np.lexsort((sizes, self.child_of))
        return np.asarray(order[self.child_starts[:-1]], np.int64)

    def parents(self, chosen: npt.NDArray[np.int64]) -> list[list[int]]:
        """Return the members of one set a child."""
        return [
            self.members[self.set_starts[s] : self.set_starts[s + 1]].tolist() for s in chosen
        ]

    def total(self, chosen: npt.NDArray[np.int64]) -> int:
        """Return the excess of a choice of one set a child."""
        return int(self.excess[chosen].sum())


def score_below(sets: ParentSets, excess: int) -> float:
    """Return a number that no network reaches if all have at least this excess, rounded up.

    An excess is off by at most half a unit a variable.
    """
    best = math.fsum(sets.scores[sets.child_starts[:-1]])
    bound = best - (excess - sets.n_variables) * NATS
    return math.nextafter(bound, math.inf) if excess else best
