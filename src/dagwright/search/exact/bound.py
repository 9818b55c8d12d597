"""A certified upper bound on the score of every network of candidate parent sets."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from dagwright.constraints import Scope
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import lacks_are_resource_errors
from dagwright.parents import ParentSets
from dagwright.running.callbacks import Callback, CallbackChain
from dagwright.running.control import Control
from dagwright.running.limits import Limits
from dagwright.search.exact.cluster_problem import ClusterProblem
from dagwright.search.exact.incumbent import Incumbent
from dagwright.search.exact.relaxation import Proof, Relaxation
from dagwright.search.known import Known

__all__ = ["CertifiedBound", "bound", "tighten"]

_PATIENCE = 10


@dataclass(frozen=True)
class CertifiedBound:
    """A score that no network of a class exceeds; ``float()`` gives the number.

    Attributes
    ----------
    score
        The bound; everything that was rounded on the way is included.
    scope
        The class of networks that it covers, a `Scope`: that of the candidate sets.
    seconds
        How long it took.
    rounds
        Linear programs solved.
    clusters
        For each cluster of the proof its multiplier in nats: with these it can be checked.
    network_score
        The score of the best network seen on the way; the optimum is between the two.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-3, []), (-1, ["a"])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> proved = dw.bound(sets)
    >>> sets.relaxed().score, round(float(proved), 4), proved.clusters
    (-2.0, -3.0, {('a', 'b'): 1.0})
    """

    score: float
    scope: Scope
    seconds: float
    rounds: int
    clusters: dict[tuple[str, ...], float]
    network_score: float

    def __float__(self) -> float:
        return self.score


@lacks_are_resource_errors()
def bound(
    sets: ParentSets,
    *,
    time_limit: float | None = 60.0,
    callbacks: Callback | Iterable[Callback] | None = None,
) -> CertifiedBound:
    """Return a certified upper bound on the score of every network of candidate parent sets.

    A linear program over the sets with one inequality for each of a growing number of clusters
    (sets of variables, of which the first in any order takes no parents from the cluster). The
    bound is recomputed from the multipliers in whole numbers, so it holds whatever the solver did
    and wherever it was stopped.

    Parameters
    ----------
    sets
        The candidate parent sets.
    time_limit
        Seconds; None works until nothing helps any more.
    callbacks
        One or several `Callback`.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> proved = dw.bound(sets, time_limit=5)
    >>> proved.network_score <= float(proved) < sets.relaxed().score
    True
    """
    if not isinstance(sets, ParentSets):
        raise DagwrightError(f"bound needs ParentSets, not {type(sets).__name__}")
    control = Control(
        "bound",
        Limits(seconds=time_limit),
        callbacks=CallbackChain(callbacks),
        units=("linear programs", "rounds"),
    )
    with control:
        return tighten(sets, control, Known(sets.scope))


def tighten(
    sets: ParentSets,
    control: Control,
    known: Known,
    *,
    start: Dag | None = None,
    most_rounds: float = math.inf,
) -> CertifiedBound:
    """Return a bound, worked out until the control stops it or nothing helps any more.

    Parameters
    ----------
    sets
        The candidate parent sets.
    control
        Ends it, and is reported the bound as it comes down.
    known
        Where networks that are found on the way are offered.
    start
        A good network: sets that no better one has are not looked at.
    most_rounds
        Linear programs.
    """
    problem = ClusterProblem(sets)
    chosen = None if start is None else problem.best_near(start)
    incumbent = Incumbent(problem, control, known, chosen)
    relaxation = Relaxation(problem, incumbent)
    proof = relaxation.tighten_root(_PATIENCE, most_rounds).proof
    used = np.flatnonzero(proof.multipliers).tolist()
    return CertifiedBound(
        score=incumbent.score_bound(proof.excess),
        scope=sets.scope,
        seconds=control.seconds,
        rounds=relaxation.rounds,
        clusters={_names(sets, proof, c): float(proof.multipliers[c]) * problem.unit for c in used},
        network_score=incumbent.score,
    )


def _names(sets: ParentSets, proof: Proof, cluster: int) -> tuple[str, ...]:
    bits = np.unpackbits(proof.clusters[cluster].view(np.uint8), bitorder="little")
    return tuple(name for name, bit in zip(sets.names, bits, strict=False) if bit)
