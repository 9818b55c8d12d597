"""Branch and bound on the relaxation: which parents a child has, until the choice is acyclic."""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np

from dagwright.search.exact.branching import Branching
from dagwright.search.exact.cluster_problem import ClusterProblem, Wanted
from dagwright.search.exact.incumbent import Incumbent
from dagwright.search.exact.relaxation import Relaxation, Tightened

__all__ = ["BranchAndBound"]

_ROOT_PATIENCE = 10
_NODE_PATIENCE = 1
_KICKS = 100
"""Disturbances of the best order of the root, each followed by a descent."""


class _Node(NamedTuple):
    excess: int
    number: int
    wanted: bytes  # packed bits


class BranchAndBound:
    """A best-first search over decisions "p is a parent of c" and "p is none".

    Every node is bounded by multipliers in whole numbers (`Proof`), and clusters found anywhere
    serve everywhere. `excess` is a valid bound at any moment: the least of the open nodes.

    Parameters
    ----------
    problem, incumbent
        What is searched, and the best network of it.
    seed
        Of the disturbances of the first order.
    relaxation, root
        The linear program of the problem, if it was made before, and what it has proved.
    """

    def __init__(
        self,
        problem: ClusterProblem,
        incumbent: Incumbent,
        seed: int,
        relaxation: Relaxation | None = None,
        root: Tightened | None = None,
    ) -> None:
        self.problem = problem
        self._seed = seed
        self._incumbent = incumbent
        self._root = root
        self._open: list[_Node] = []
        self._numbered = 0
        self.nodes = 0
        self.excess = 0
        self.relaxation = Relaxation(problem, incumbent) if relaxation is None else relaxation
        self._branching = Branching(problem, self.relaxation)

    @property
    def bytes(self) -> int:
        """The memory that open nodes take."""
        return len(self._open) * (self.problem.n_sets // 8 + 200)

    @property
    def proved(self) -> bool:
        """Whether the incumbent is optimal."""
        return self.excess >= self._incumbent.worthless

    def run(self, memory: int, rounds: int | None = None) -> None:
        """Search until the incumbent is proved optimal, or the run has to stop.

        It can be called again to continue.

        Parameters
        ----------
        memory
            Bytes for open nodes.
        rounds
            Return when the relaxation has solved about this many linear programs in all.
        """
        if self._numbered == 0:
            self._start()
        while self._open:
            self._raise_bound(self._open[0].excess)
            if self.proved or self._incumbent.should_stop():
                return
            if rounds is not None and self.relaxation.rounds >= rounds:
                return
            if self.bytes > memory:
                self._incumbent.stop_for_memory()
                return
            self._process(heapq.heappop(self._open))
        # Nodes that were left out have at least this much, though not the incumbent's.
        self._raise_bound(self._incumbent.worthless)

    def _start(self) -> None:
        root = self._root
        if root is None or not root.is_exhausted:
            root = self.relaxation.tighten_root(_ROOT_PATIENCE, begun=root)
        self._raise_bound(root.proof.excess)
        if not self.proved and not self._incumbent.should_stop():
            self._incumbent.search_nearby(_KICKS, self._seed)
            self._raise_bound(root.proof.excess)
        self._branch(root, self.excess)

    def _raise_bound(self, excess: int) -> None:
        self.excess = min(max(self.excess, excess), self._incumbent.excess)
        self._incumbent.report_bound(self.excess)

    def _process(self, node: _Node) -> None:
        self.nodes += 1
        packed = np.frombuffer(node.wanted, np.uint8)
        wanted = np.unpackbits(packed, count=self.problem.n_sets)
        tightened = self.relaxation.tighten(wanted, _NODE_PATIENCE, node.excess)
        self._branch(tightened, max(node.excess, tightened.proof.excess))

    def _branch(self, node: Tightened, excess: int) -> None:
        """Open two nodes instead of one, or the same again if the run stopped in it."""
        gap = self._incumbent.worthless - excess
        if gap <= 0:
            return
        if node.point is None or self._incumbent.should_stop():
            self._push(excess, node.wanted)
            return
        halves = self._branching.choose(node.point, node.wanted, excess, gap)
        if halves is None:
            self._settle(node.wanted)
            return
        for half in halves:
            if half is not None:
                self._push(excess, half)

    def _settle(self, wanted: Wanted) -> None:
        """End with a node in which each child has one set left: a network, or a cycle.

        The relaxation proves either, but only while the solver answers.
        """
        left = self.problem.sets.propagate(wanted)
        if left is not None:
            self._incumbent.offer(np.flatnonzero(left))

    def _push(self, excess: int, wanted: Wanted) -> None:
        self._numbered += 1
        heapq.heappush(self._open, _Node(excess, self._numbered, np.packbits(wanted).tobytes()))
