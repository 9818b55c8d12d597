"""Ordering the vertices of each layer so that few edges cross.

Layer by layer, down and up again, vertices are sorted by the mean place of their neighbours in the
layer before: Sugiyama, Tagawa & Toda (1981), Methods for visual understanding of hierarchical
system structures. The best order seen is kept, since a sweep may also make it worse.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from dagwright.graph.drawing.layers import Layered

__all__ = ["count_crossings", "reduce_crossings"]

_SWEEPS = 12


def reduce_crossings(graph: Layered) -> None:
    """Reorder the layers of a graph in place."""
    best = [list(layer) for layer in graph.layers]
    fewest = count_crossings(graph)
    for sweep in range(_SWEEPS):
        if fewest == 0:
            break
        if sweep % 2 == 0:
            _sweep(graph.layers, graph.up)
        else:
            _sweep(graph.layers[::-1], graph.down)
        crossings = count_crossings(graph)
        if crossings < fewest:
            fewest, best = crossings, [list(layer) for layer in graph.layers]
    for layer, order in zip(graph.layers, best, strict=True):
        layer[:] = order


def _sweep(layers: Sequence[list[int]], neighbours: Sequence[Sequence[int]]) -> None:
    place: dict[int, float] = {}
    for layer in layers:
        for position, vertex in enumerate(layer):
            # What has no neighbours there stays where it is.
            some = [place[other] for other in neighbours[vertex] if other in place]
            place[vertex] = sum(some) / len(some) if some else float(position)
        layer.sort(key=place.__getitem__)
        place = {vertex: float(position) for position, vertex in enumerate(layer)}


def count_crossings(graph: Layered) -> int:
    """Return how many pairs of edges between neighbouring layers cross."""
    total = 0
    for above, below in zip(graph.layers[:-1], graph.layers[1:], strict=True):
        place = {vertex: position for position, vertex in enumerate(above)}
        # From left to right below, each edge crosses those before it that end further right.
        ends: list[int] = []
        for vertex in below:
            new = sorted(place[other] for other in graph.up[vertex])
            total += sum(len(ends) - bisect_right(ends, end) for end in new)
            for end in new:
                ends.insert(bisect_right(ends, end), end)
    return total
