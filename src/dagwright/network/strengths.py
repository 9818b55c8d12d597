"""How much each edge of a network is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.scores import LocalScores
from dagwright.search import Result

__all__ = ["edge_strengths", "strengths_of"]


def edge_strengths(
    dag: Dag, scores: Callable[[str, Sequence[str]], float]
) -> dict[tuple[str, str], float]:
    """Return the score lost when each edge alone is removed, strongest edge first.

    `scores` gives the local score of a variable and its parents.
    """
    strengths = {}
    for child in dag.names:
        parents = dag.parents(child)
        whole = scores(child, parents)
        for parent in parents:
            rest = [other for other in parents if other != parent]
            strengths[parent, child] = whole - scores(child, rest)
    return dict(sorted(strengths.items(), key=lambda edge: -edge[1]))


def strengths_of(result: Result, data: Dataset | None = None) -> dict[tuple[str, str], float]:
    """Return the strengths of a result's edges; none if nothing is known to score them with."""
    problem = result.problem
    if data is not None and result.scoring is not None and not isinstance(problem, LocalScores):
        problem = LocalScores(data, result.scoring)
    if problem is None:
        return {}
    if isinstance(problem, ParentSets):
        listed = edge_strengths(result.dag, partial(_listed_score, problem))
        return {edge: strength for edge, strength in listed.items() if math.isfinite(strength)}
    return edge_strengths(result.dag, problem)


def _listed_score(sets: ParentSets, child: str, parents: Sequence[str]) -> float:
    """Return the score of a family; minus infinity without a parent that must be there."""
    try:
        # A set that is not listed is dominated: the best subset of it takes its place.
        return sets.best(child, parents).score
    except DagwrightError:
        return -math.inf
