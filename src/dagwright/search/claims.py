"""What a result claims is checked before it is returned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dagwright.constraints import Scope, ScopedBound
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.search.result import Result
from dagwright.search.tolerance import proof_tolerance

__all__ = [
    "checked_claims",
    "contradicted_bounds",
    "given_the_cuts",
    "merge_bounds",
    "objections_to",
]


def checked_claims(result: Result) -> Result:
    """Return the result if nothing in it contradicts itself."""
    wrong = objections_to(result)
    if wrong:
        raise DagwrightError(
            f"this is a bug in dagwright, and its result cannot be trusted: {wrong[0]}"
        )
    return result


def merge_bounds(bounds: Iterable[ScopedBound]) -> tuple[ScopedBound, ...]:
    """Return the best bound over each class, in the order in which the classes come."""
    best: list[ScopedBound] = []
    for new in bounds:
        known = next((i for i, old in enumerate(best) if old.scope == new.scope), None)
        if known is None:
            best.append(new)
        elif new.score < best[known].score:
            best[known] = new
    return tuple(best)


def given_the_cuts(result: Result) -> Result:
    """Return the result with claims that are about the table as it was cut, and say so."""
    return replace(
        result,
        bounds=tuple(ScopedBound(b.score, b.scope.under_cuts()) for b in result.bounds),
        bound_scope=result.bound_scope.under_cuts(),
    )


def objections_to(result: Result) -> list[str]:
    """Say what is wrong with the claims of a result; empty if nothing is.

    The network must belong to the class that its status is about, and no bound over a class that
    it belongs to may be below its score.
    """
    scope = result.bound_scope
    reasons = _at_hand(scope).objections(result.dag)
    found = [f"the network is not among {scope}: {why}" for why in reasons]
    found += contradicted_bounds(result, result.dag, result.score)
    return found


def contradicted_bounds(result: Result, dag: Dag, score: float) -> list[str]:
    """Say which bounds of a result a network with this score refutes; empty if none."""
    lowest = score - proof_tolerance(score)
    return [
        f"the bound {known.score} over {known.scope} is below the score {score} of a network "
        "among them"
        for known in result.bounds
        if known.score < lowest and not _is_unknown(known.scope) and known.scope.contains(dag)
    ]


def _is_unknown(scope: Scope) -> bool:
    """Tell whether the lists of a scope did not travel along."""
    return isinstance(scope.candidate_sets, str)


def _at_hand(scope: Scope) -> Scope:
    """Return what can be checked of a scope."""
    return Scope(scope.max_parents, scope.constraints) if _is_unknown(scope) else scope
