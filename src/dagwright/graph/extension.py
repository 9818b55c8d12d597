"""A DAG inside a partially directed graph, if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from dagwright.graph.topology import children_of


def extend(
    parents: Sequence[Sequence[int]], neighbours: Sequence[Sequence[int]]
) -> list[list[int]] | None:
    """Orient the undirected edges without a new v-structure or a cycle, or return None.

    Dor & Tarsi (1992): take a vertex x that no arrow leaves and whose undirected neighbours are
    each adjacent to everything else adjacent to x; point its undirected edges at it, remove it,
    repeat. Any such x will do; we take the one with the largest index, so that edges tend to
    point from earlier to later columns. Whether x qualifies can change only when something
    adjacent to it goes, so only those vertices are looked at again.

    References
    ----------
    D. Dor and M. Tarsi (1992). A simple algorithm to construct a consistent extension of a
    partially oriented graph. Technical report R-185, Cognitive Systems Laboratory, UCLA.
    """
    n_vertices = len(parents)
    extended = [list(some) for some in parents]
    children = [set(some) for some in children_of(parents)]
    undirected = [set(some) for some in neighbours]
    adjacent = [
        children[vertex] | undirected[vertex] | set(parents[vertex]) for vertex in range(n_vertices)
    ]

    def is_removable(x: int) -> bool:
        return not children[x] and all(
            z == y or z in adjacent[y] for y in undirected[x] for z in adjacent[x]
        )

    # Negated, because heapq gives the smallest. A vertex may wait here more than once.
    waiting = [-vertex for vertex in range(n_vertices)]
    heapify(waiting)
    removed = [False] * n_vertices
    while waiting:
        x = -heappop(waiting)
        if removed[x] or not is_removable(x):
            continue
        removed[x] = True
        extended[x].extend(undirected[x])
        for y in adjacent[x]:
            adjacent[y].discard(x)
            undirected[y].discard(x)
            children[y].discard(x)
            heappush(waiting, -y)
    return extended if all(removed) else None
