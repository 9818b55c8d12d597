"""Candidate sets in the form that bounds and branch and bound work on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright import _core
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.search.order_index import index_bytes

__all__ = ["ClusterProblem", "Numbers", "Wanted", "linear_program_bytes"]

Numbers: TypeAlias = npt.NDArray[np.int64]
Wanted: TypeAlias = npt.NDArray[np.uint8]
"""By set, whether it may still be chosen: 1 or 0."""


@dataclass(frozen=True, eq=False)
class ClusterProblem:
    """A view of candidate sets with whole-numbered excess: what a set scores below the best.

    The sets of child i are ``child_starts[i]`` to ``child_starts[i + 1]``, by excess; the members
    of set s are ``members[set_starts[s] : set_starts[s + 1]]``. One unit of excess is `unit` nats.

    Excesses from `saturated` on are too low. No network with such a set is as good as
    `known_network`, which has none.
    """

    lists: ParentSets

    @property
    def child_starts(self) -> Numbers:
        """Where the sets of each child begin."""
        return self.lists.child_starts

    @property
    def set_starts(self) -> npt.NDArray[np.uint32]:
        """Where the members of each set begin."""
        return self.lists.set_starts

    @property
    def members(self) -> npt.NDArray[np.uint16]:
        """The members of all sets."""
        return self.lists.members

    @property
    def n_variables(self) -> int:
        """The number of variables."""
        return self.lists.n_variables

    @property
    def n_sets(self) -> int:
        """The number of sets of all variables together."""
        return self.lists.n_sets

    @cached_property
    def excess(self) -> Numbers:
        """What each set scores below the best of its child."""
        return self.lists.core.excesses()

    @cached_property
    def unit(self) -> float:
        """The nats of one unit of excess."""
        return 2.0**-self.lists.core.scale

    @cached_property
    def saturated(self) -> int:
        """The excess from which on it is too low."""
        return self.lists.core.most_excess

    @cached_property
    def sets(self) -> _core.ClusterSets:
        """The same in C++."""
        return _core.ClusterSets(self.child_starts, self.excess, self.set_starts, self.members)

    @cached_property
    def child_of(self) -> Numbers:
        """The child of each set."""
        return np.repeat(np.arange(self.n_variables), np.diff(self.child_starts))

    @cached_property
    def sizes(self) -> Numbers:
        """The number of members of each set."""
        return np.asarray(np.diff(self.set_starts.astype(np.int64)), np.int64)

    @cached_property
    def smallest(self) -> Numbers:
        """Each child's smallest set: the required parents, which all its sets have."""
        order = np.lexsort((self.sizes, self.child_of))
        return np.asarray(order[self.child_starts[:-1]], np.int64)

    @cached_property
    def known_network(self) -> Numbers:
        """A network found in little time."""
        return np.array(self.lists.core.known_network(), np.int64)

    def all_wanted(self) -> Wanted:
        """Return that every set may be chosen."""
        return np.ones(self.n_sets, np.uint8)

    def with_parent(self, child: int, parent: int) -> Wanted:
        """Tell which sets of a child have this parent."""
        first, last = self.child_starts[child : child + 2].tolist()
        begin, end = self.set_starts[first], self.set_starts[last]
        hits = np.flatnonzero(self.members[begin:end] == parent) + begin
        found = np.zeros(self.n_sets, np.uint8)
        found[np.searchsorted(self.set_starts, hits, side="right") - 1] = 1
        return found

    def of_child(self, child: int) -> Wanted:
        """Tell which sets are those of a child."""
        return np.asarray(self.child_of == child, np.uint8)

    def arc_weights(
        self, sets: Numbers, weights: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Return by child and parent the total weight of the sets in which that parent is."""
        taken = np.zeros((self.n_variables, self.n_variables))
        for s, weight in zip(sets.tolist(), weights.tolist(), strict=True):
            members = self.members[self.set_starts[s] : self.set_starts[s + 1]]
            taken[self.child_of[s], members] += weight
        return taken

    @cached_property
    def index(self) -> _core.OrderIndex:
        """What searches over orders read; required parents must not form a cycle."""
        return _core.OrderIndex(self.lists.core)

    def best_in_order(self, order: list[int]) -> Numbers:
        """Return the best set of each child whose members come before it, -1 where none does."""
        return np.array(self.lists.core.best_in_order(order), np.int64)

    def parents(self, chosen: Numbers) -> list[list[int]]:
        """Return the members of the sets in a choice of one per child."""
        starts = self.set_starts
        return [self.members[starts[s] : starts[s + 1]].tolist() for s in chosen.tolist()]

    def network(self, chosen: Numbers) -> Dag:
        """Return the network of a choice of one set per child."""
        return Dag.from_parents(self.lists.names, self.parents(chosen))

    def order_of(self, dag: Dag) -> list[int]:
        """Return positions of the variables, parents first."""
        index = {name: position for position, name in enumerate(self.lists.names)}
        return [index[name] for name in dag.topological_order()]

    def best_near(self, dag: Dag) -> Numbers:
        """Return the best choice in the order of a network."""
        return self.best_in_order(self.order_of(dag))

    def total(self, chosen: Numbers) -> int:
        """Return the excess of a choice of one set per child; too low if a set is saturated."""
        return int(self.excess[chosen].sum())


def linear_program_bytes(sets: ParentSets) -> int:
    """Return what the sets take once more as bits, costs and index, and some for the solver."""
    words = (sets.n_variables + 63) // 64
    return (64 + 8 * words) * sets.n_sets + index_bytes(sets) + 2**24
