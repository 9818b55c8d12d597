"""Filtering: candidate sets that no network better than the incumbent has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dagwright.search.exact.cluster_problem import ClusterProblem, Wanted

if TYPE_CHECKING:
    from dagwright.search.exact.relaxation import Proof

__all__ = ["worth_keeping"]


def worth_keeping(problem: ClusterProblem, proof: Proof, incumbent: int) -> Wanted:
    """Tell which sets a network with at most the incumbent's excess can have.

    With multipliers fixed, choosing set S for child i costs at least the proved excess plus what
    the reduced cost of S is above the least of i. Networks as good as the incumbent survive, so
    every optimum does (reduced cost fixing; Fan, Malone & Yuan 2014 prune with a weaker bound).
    """
    if proof.excess > incumbent:
        return np.zeros(problem.n_sets, np.uint8)
    above = proof.reduced - proof.minimum[problem.child_of]
    return (above <= incumbent - proof.excess).astype(np.uint8)
