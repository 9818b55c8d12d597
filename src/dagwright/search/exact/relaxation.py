"""The cutting plane loop: solve, prove, filter, add sets and clusters, solve again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dagwright.search.exact.cluster_lp import ClusterLp, Point
from dagwright.search.exact.cluster_problem import ClusterProblem, Numbers, Wanted
from dagwright.search.exact.filters import worth_keeping
from dagwright.search.exact.incumbent import Incumbent

__all__ = ["Proof", "Relaxation", "Tightened"]

_FIRST_SETS = 20
"""Sets of a child that the solver begins with, the best ones."""
_ENTERING_SETS = 10
"""Sets of a child that may enter in one round, those with the least reduced costs."""
_CLUSTERS_A_ROUND = 200
_LEAST_VIOLATION = 0.01
_LEAST_REDUCED_COST = 4e-9
"""In nats: smaller improvements of a column are within the tolerance of the solver."""
_LEAST_UNITS = 16
"""Of excess: likewise, where units are coarse because scores are huge."""
_IDLE_ROUNDS = 10
"""An inequality that was slack for this many rounds is dropped; the search finds it again."""
_LEAST_PROGRESS = 1e-3
"""Of the gap: rounds that gain less count as stalled."""


@dataclass(frozen=True, eq=False)
class Proof:
    """Multipliers of clusters, and what they prove about every network of the allowed sets."""

    excess: int
    """No such network has less; 2^63 - 1 if there is none."""
    clusters: npt.NDArray[np.uint64]
    multipliers: Numbers
    minimum: Numbers
    """By child, the least reduced cost."""
    reduced: Numbers
    """By set, its excess minus the multipliers of the clusters it helps to satisfy."""


class Tightened(NamedTuple):
    """The best proof of a node, the sets still allowed, and the solver's last point."""

    proof: Proof
    wanted: Wanted
    point: Point | None
    is_exhausted: bool
    """Whether further rounds would hardly help; False if they were stopped or used up."""


def prove(
    problem: ClusterProblem,
    clusters: npt.NDArray[np.uint64],
    multipliers: Numbers,
    wanted: Wanted | None = None,
) -> Proof:
    """Return what multipliers of clusters prove, in whole numbers."""
    excess, minimum, reduced = problem.sets.price(clusters.ravel(), multipliers, wanted)
    return Proof(excess, clusters, multipliers, minimum, reduced)


class Relaxation:
    """A linear program that grows by sets and clusters as they are needed."""

    def __init__(self, problem: ClusterProblem, incumbent: Incumbent) -> None:
        self.problem = problem
        self._incumbent = incumbent
        self._lp = ClusterLp(problem, _first_columns(problem), incumbent.excess)
        self.rounds = 0

    def tighten_root(
        self, patience: int, most: float = math.inf, begun: Tightened | None = None
    ) -> Tightened:
        """Raise the bound for all sets, and report it as it rises.

        Parameters
        ----------
        patience, most
            As for `tighten`.
        begun
            What an earlier call reached, to continue from.
        """
        wanted = self.problem.all_wanted() if begun is None else begun.wanted
        found = self.tighten(
            wanted, patience, most=most, best=None if begun is None else begun.proof, is_root=True
        )
        self._incumbent.report_bound(found.proof.excess)
        return found

    def tighten(
        self,
        wanted: Wanted,
        patience: int,
        known: int = 0,
        *,
        most: float = math.inf,
        best: Proof | None = None,
        is_root: bool = False,
    ) -> Tightened:
        """Raise the bound for the allowed sets until nothing helps, or the run has to stop.

        Parameters
        ----------
        wanted
            The sets that may be chosen.
        patience
            Rounds with little progress after which to give up.
        known
            An excess below which there is nothing, known before.
        most
            Further rounds after which to give up.
        best
            A proof about these sets, known before.
        is_root
            Whether the bound is about all sets, so that it can be reported.
        """
        last = self.rounds + most
        problem, incumbent, lp = self.problem, self._incumbent, self._lp
        nothing = lp.clusters[:0], np.zeros(0, np.int64)
        # Sets that alone cost more than the incumbent, "forbidden" ones say, are not tried at all.
        wanted = wanted & worth_keeping(problem, prove(problem, *nothing, wanted), incumbent.excess)
        trivial = prove(problem, *nothing, wanted)
        best = trivial if best is None or trivial.excess > best.excess else best
        point, stalled, before, exhausted = None, 0, max(best.excess, known), False
        while best.excess < incumbent.worthless and not incumbent.should_stop():
            self._cover(wanted)
            lp.limit_columns(wanted)
            point = lp.solve(incumbent.control.solver_seconds(), incumbent.should_stop)
            self.rounds += 1
            incumbent.count_linear_program()
            proof = prove(problem, lp.clusters, point.multipliers, wanted)
            if proof.excess > best.excess:
                best = proof
                if is_root:
                    incumbent.report_bound(best.excess)
            self._round(proof, wanted)
            wanted = wanted & worth_keeping(problem, proof, incumbent.excess)
            reached = max(best.excess, known)
            gap = incumbent.excess - reached
            stalled = stalled + 1 if reached - before < _LEAST_PROGRESS * gap else 0
            before = reached
            exhausted = stalled > patience or not self._extend(proof, point, wanted)
            if exhausted or self.rounds >= last:
                break
        return Tightened(best, wanted, point, exhausted)

    def probe(self, wanted: Wanted) -> int:
        """Return an estimate of the excess that allowing only these sets leads to."""
        self._cover(wanted)
        return self._lp.probe(wanted)

    def _cover(self, wanted: Wanted) -> None:
        """Give every child a set that it may take, so that the linear program has a solution."""
        problem, lp = self.problem, self._lp
        covered = np.zeros(problem.n_variables, bool)
        covered[problem.child_of[lp.columns[wanted[lp.columns] > 0]]] = True
        if covered.all():
            return
        left = np.flatnonzero(wanted)
        children, first = np.unique(problem.child_of[left], return_index=True)
        lp.add_columns(left[first][~covered[children]])

    def _round(self, proof: Proof, wanted: Wanted) -> None:
        """Look for a better network near the relaxation."""
        order = self.problem.sets.guided_order(
            proof.reduced, proof.minimum, wanted, self._incumbent.control.core
        )
        self._incumbent.offer_order(order)

    def _extend(self, proof: Proof, point: Point, wanted: Wanted) -> bool:
        """Add sets that could lower, and clusters that raise, the optimum of the program."""
        lp, words = self._lp, self.problem.sets.words
        entering = self._entering(proof, wanted)
        found, _ = self.problem.sets.broken_clusters(
            point.sets,
            point.weights,
            _LEAST_VIOLATION,
            _CLUSTERS_A_ROUND,
            self._incumbent.control.core,
        )
        unchanged = point.solved and not point.short_of_sets
        if not len(entering) and not len(found) and unchanged:
            return False
        if len(entering):
            lp.add_columns(entering)
        lp.drop_idle_clusters(_IDLE_ROUNDS)
        if len(found):
            lp.add_clusters(found.reshape(-1, words))
        return True

    def _entering(self, proof: Proof, wanted: Wanted) -> Numbers:
        problem, lp = self.problem, self._lp
        inside = lp.columns[wanted[lp.columns] > 0]
        dual = np.full(problem.n_variables, np.iinfo(np.int64).max)
        np.minimum.at(dual, problem.child_of[inside], proof.reduced[inside])
        gain = dual[problem.child_of] - proof.reduced
        least = max(_LEAST_UNITS, _LEAST_REDUCED_COST / problem.unit)
        candidates = np.flatnonzero((gain > least) & (wanted > 0) & ~lp.has_column)
        children = problem.child_of[candidates]
        order = np.lexsort((-gain[candidates], children))
        _, first = np.unique(children, return_index=True)
        counts = np.diff(np.append(first, len(candidates)))
        rank = np.arange(len(candidates)) - np.repeat(first, counts)
        return np.asarray(candidates[order][rank < _ENTERING_SETS])


def _first_columns(problem: ClusterProblem) -> Numbers:
    rank = np.arange(problem.n_sets) - problem.child_starts[:-1][problem.child_of]
    return np.union1d(np.flatnonzero(rank < _FIRST_SETS), problem.smallest)
