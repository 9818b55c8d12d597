"""Which edges of a DAG point the same way in every Markov equivalent DAG."""

from __future__ import annotations

from collections.abc import Sequence

from dagwright.graph.topology import children_of, topological_order


def compelled_parents(parents: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """Return, for each vertex, the parents whose edge to it is compelled.

    Label-Edges of Chickering (1995). Vertices are visited in topological order, and the edges
    into a vertex y from the parent latest in that order. The original loops over edges; but its
    first edge x -> y into y already labels all edges into y, so one pass over the vertices does:
    every edge into y is compelled if some compelled w -> x has no edge w -> y (turning x -> y
    round would make w -> x <- y a v-structure) or if y has a parent z not adjacent to x;
    otherwise only the edges w -> y are. Time: the sum of the in-degrees.

    References
    ----------
    D. M. Chickering (1995). A transformational characterization of equivalent Bayesian network
    structures. UAI 11, 87-98.
    """
    order = topological_order(parents, children_of(parents))
    rank = [0] * len(parents)
    for position, vertex in enumerate(order):
        rank[vertex] = position
    family = [frozenset(some) for some in parents]
    compelled: list[frozenset[int]] = [frozenset()] * len(parents)
    for y in order:
        if not parents[y]:
            continue
        x = max(parents[y], key=rank.__getitem__)
        # x comes last among the parents, so a parent of y adjacent to x is a parent of x.
        in_collider = not family[y] - {x} <= family[x]
        if in_collider or not compelled[x] <= family[y]:
            compelled[y] = family[y]
        else:
            compelled[y] = compelled[x]
    return compelled
