"""How much each edge of a network is worth."""

from __future__ import annotations

from dagwright.graph import Dag
from dagwright.scores import LocalScores

__all__ = ["edge_strengths"]


def edge_strengths(dag: Dag, scores: LocalScores) -> dict[tuple[str, str], float]:
    """Return the score lost when each edge alone is removed, strongest edge first."""
    strengths = {}
    for child in dag.names:
        parents = dag.parents(child)
        whole = scores(child, parents)
        for parent in parents:
            rest = [other for other in parents if other != parent]
            strengths[parent, child] = whole - scores(child, rest)
    return dict(sorted(strengths.items(), key=lambda edge: -edge[1]))
