"""Which arc to decide about next: the one whose two branches promise most."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dagwright.search.exact.cluster_lp import Point
from dagwright.search.exact.cluster_problem import ClusterProblem, Wanted

if TYPE_CHECKING:
    from dagwright.search.exact.relaxation import Relaxation

__all__ = ["Branch", "Branching"]

_EVEN_ENOUGH = 1e-4
_PROBED = 8
"""Arcs that are tried at a node, at most."""
_RELIABLE = 4
"""An arc tried so often is judged by what it gained on average."""
_LEAST_GAIN = 1e-6


class Branch(NamedTuple):
    """The two halves of a node, each None if it is empty."""

    with_parent: Wanted | None
    without: Wanted | None


class Branching:
    """Reliability branching (Achterberg, Koch & Martin 2005) on arcs.

    Halving the sets of a child by one member is more even than deciding about one set, most of
    whose "no" branches change nothing.
    """

    def __init__(self, problem: ClusterProblem, relaxation: Relaxation) -> None:
        self._problem = problem
        self._relaxation = relaxation
        self._gains: dict[tuple[int, int], list[float]] = defaultdict(list)

    def choose(self, point: Point, wanted: Wanted, excess: int, gap: int) -> Branch | None:
        """Return the halves of a node, None if all its arcs are decided.

        Parameters
        ----------
        point
            The solver's last solution in this node.
        wanted
            The sets that may be chosen.
        excess
            What is proved for the node.
        gap
            The gain with which a branch is done.
        """
        best, promise = None, -1.0
        for arc in self._uneven(point, wanted):
            branch = self._split(wanted, *arc)
            if len(self._gains[arc]) < _RELIABLE:
                self._gains[arc].append(self._try(branch, excess, gap))
            expected = float(np.mean(self._gains[arc]))
            if expected > promise:
                best, promise = branch, expected
        return best

    def _uneven(self, point: Point, wanted: Wanted) -> list[tuple[int, int]]:
        """Return arcs that the point takes in part, the most even first, or any open one."""
        problem = self._problem
        taken = problem.arc_weights(point.sets, point.weights)
        evenness = np.minimum(taken, 1.0 - taken)
        first = np.argsort(-evenness, axis=None, kind="stable")[:_PROBED]
        arcs = [divmod(int(k), problem.n_variables) for k in first]
        return [arc for arc in arcs if evenness[arc] > _EVEN_ENOUGH] or self._open(wanted)

    def _open(self, wanted: Wanted) -> list[tuple[int, int]]:
        left = np.flatnonzero(wanted)
        counts = np.bincount(self._problem.child_of[left], minlength=self._problem.n_variables)
        if counts.max() < 2:
            return []
        child = int(np.argmax(counts > 1))
        mine = left[self._problem.child_of[left] == child]
        shares = self._problem.arc_weights(mine, np.full(len(mine), 1.0 / len(mine)))[child]
        return [(child, int(np.argmax(np.minimum(shares, 1.0 - shares))))]

    def _split(self, wanted: Wanted, child: int, parent: int) -> Branch:
        having = self._problem.with_parent(child, parent)
        lacking = self._problem.of_child(child) & (1 - having)
        propagate = self._problem.sets.propagate
        return Branch(propagate(wanted & (1 - lacking)), propagate(wanted & (1 - having)))

    def _try(self, branch: Branch, excess: int, gap: int) -> float:
        """Return the product of what the two halves gain, as shares of the gap."""
        product = 1.0
        for half in branch:
            gain = 1.0 if half is None else (self._relaxation.probe(half) - excess) / gap
            product *= min(1.0, max(_LEAST_GAIN, gain))
        return product
