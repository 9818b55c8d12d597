"""Topological order and cycles of a graph given by parent indices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heapify, heappop, heappush


def children_of(parents: Sequence[Collection[int]]) -> list[list[int]]:
    """Turn parent lists into child lists; each comes out in increasing order."""
    children: list[list[int]] = [[] for _ in parents]
    for child, family in enumerate(parents):
        for parent in family:
            children[parent].append(child)
    return children


def topological_order(
    parents: Sequence[Collection[int]], children: Sequence[Collection[int]]
) -> list[int]:
    """Order the vertices, parents first; among those that may come next, the smallest index.

    Vertices on or below a cycle are left out, so a result shorter than `parents` means a cycle.
    Kahn (1962) leaves the choice open; the heap makes the order follow from the graph alone.
    """
    waiting = [len(family) for family in parents]
    ready = [vertex for vertex, count in enumerate(waiting) if count == 0]
    heapify(ready)
    order = []
    while ready:
        vertex = heappop(ready)
        order.append(vertex)
        for child in children[vertex]:
            waiting[child] -= 1
            if waiting[child] == 0:
                heappush(ready, child)
    return order


def find_cycle(parents: Sequence[Collection[int]], order: Sequence[int]) -> list[int]:
    """Return the vertices of one cycle along its arrows, given the incomplete order it caused."""
    # A vertex without a place in the order has a parent without one: walking up must come round.
    stuck = set(range(len(parents))).difference(order)
    vertex = min(stuck)
    path: list[int] = []
    position: dict[int, int] = {}
    while vertex not in position:
        position[vertex] = len(path)
        path.append(vertex)
        vertex = min(stuck.intersection(parents[vertex]))
    cycle = path[position[vertex] :][::-1]
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]
