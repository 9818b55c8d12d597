"""How much each edge of a network is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dagwright.graph import Dag

__all__ = ["edge_strengths"]


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
