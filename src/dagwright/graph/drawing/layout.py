"""A layered layout: parents above children, few crossings, parts side by side."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dagwright.graph.dag import Dag
from dagwright.graph.drawing.coordinates import place_vertices
from dagwright.graph.drawing.crossings import reduce_crossings
from dagwright.graph.drawing.layers import Layered, assign_layers, make_layered
from dagwright.graph.topology import children_of

__all__ = ["NODE_HEIGHT", "Layout", "Point", "lay_out"]

Point = tuple[float, float]

NODE_HEIGHT = 28.0
_LAYER_GAP = 46.0
_GAP = 18.0
_PART_GAP = 40.0
_PASSAGE = 6.0
"""Width that an edge takes where it passes a layer."""
_PORTS = 0.6
"""Share of a box's width over which its edges are spread."""
_SHAPE = 1.6
"""Width to height that the whole is brought near to."""
_ROW_GAP = 12.0
"""Between the rows of a layer that is too wide for one."""
_NARROW = 1400.0
"""Layers up to this width always have one row."""


@dataclass(frozen=True)
class Layout:
    """Where everything is: the centre of each vertex, and the points that each edge passes."""

    width: float
    height: float
    centres: tuple[Point, ...]
    routes: dict[tuple[int, int], tuple[Point, ...]]
    """By (parent, child): from the lower side of the parent to the upper side of the child."""


def lay_out(dag: Dag, widths: Sequence[float]) -> Layout:
    """Return a layout for boxes of these widths, the same one every time."""
    parents = dag.parent_indices()
    parts = [_lay_out_part(part, parents, widths) for part in _connected_parts(parents)]
    return _pack(parts, len(parents))


@dataclass(frozen=True)
class _Part:
    """A connected part, its upper left corner at the origin."""

    width: float
    height: float
    centres: dict[int, Point]
    routes: dict[tuple[int, int], list[Point]]


def _connected_parts(parents: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the vertices of each connected part, the largest part first."""
    children = children_of(parents)
    seen = [False] * len(parents)
    parts = []
    for root in range(len(parents)):
        if seen[root]:
            continue
        seen[root], part, waiting = True, [], [root]
        while waiting:
            vertex = waiting.pop()
            part.append(vertex)
            for other in (*parents[vertex], *children[vertex]):
                if not seen[other]:
                    seen[other] = True
                    waiting.append(other)
        parts.append(sorted(part))
    return sorted(parts, key=len, reverse=True)


def _lay_out_part(
    part: Sequence[int], parents: Sequence[Sequence[int]], widths: Sequence[float]
) -> _Part:
    position = {vertex: index for index, vertex in enumerate(part)}
    inner = [[position[parent] for parent in parents[vertex]] for vertex in part]
    graph = make_layered(inner, assign_layers(inner))
    reduce_crossings(graph)
    sizes = [widths[vertex] for vertex in part]
    sizes += [_PASSAGE] * (len(graph.up) - len(part))
    rows = _rows(graph, sizes)
    x = place_vertices(graph, sizes, rows, _GAP)
    y = _heights(graph, rows)
    left = min(place - size / 2 for place, size in zip(x, sizes, strict=True))
    right = max(place + size / 2 for place, size in zip(x, sizes, strict=True))
    points = [(across - left, down) for across, down in zip(x, y, strict=True)]
    return _Part(
        right - left,
        max(y[: graph.real]) + NODE_HEIGHT / 2,
        {vertex: points[index] for index, vertex in enumerate(part)},
        {
            (part[chain[0]], part[chain[-1]]): route
            for chain, route in _routes(graph.chains, points, sizes).items()
        },
    )


def _rows(graph: Layered, sizes: Sequence[float]) -> list[int]:
    """Return over how many rows each layer is spread, for a shape that fits on a screen."""
    lengths = [sum(sizes[vertex] + _GAP for vertex in layer) for layer in graph.layers]
    area = sum(lengths) * (NODE_HEIGHT + _ROW_GAP)
    limit = max(_NARROW, math.sqrt(_SHAPE * area))
    return [math.ceil(length / limit) for length in lengths]


def _heights(graph: Layered, rows: Sequence[int]) -> list[float]:
    """Return how far down the centre of each vertex is; edges pass a layer at its middle."""
    y = [0.0] * len(graph.up)
    top = NODE_HEIGHT / 2
    for layer, count in zip(graph.layers, rows, strict=True):
        boxes = [vertex for vertex in layer if vertex < graph.real]
        depth = (count - 1) * (NODE_HEIGHT + _ROW_GAP)
        for vertex in layer:
            y[vertex] = top + depth / 2
        for place, vertex in enumerate(boxes):
            y[vertex] = top + place % count * (NODE_HEIGHT + _ROW_GAP)
        top += depth + NODE_HEIGHT + _LAYER_GAP
    return y


def _routes(
    chains: dict[tuple[int, int], list[int]], points: Sequence[Point], sizes: Sequence[float]
) -> dict[tuple[int, ...], list[Point]]:
    """Return the points that each edge passes; the edges of a box leave it side by side."""
    out: dict[int, list[tuple[float, tuple[int, int]]]] = defaultdict(list)
    into: dict[int, list[tuple[float, tuple[int, int]]]] = defaultdict(list)
    for edge, chain in chains.items():
        out[edge[0]].append((points[chain[1]][0], edge))
        into[edge[1]].append((points[chain[-2]][0], edge))
    start, end = _ports(out, sizes), _ports(into, sizes)
    routes = {}
    for edge, chain in chains.items():
        (x, y), (u, v) = points[edge[0]], points[edge[1]]
        routes[tuple(chain)] = [
            (x + start[edge], y + NODE_HEIGHT / 2),
            *(points[vertex] for vertex in chain[1:-1]),
            (u + end[edge], v - NODE_HEIGHT / 2),
        ]
    return routes


def _ports(
    ends: dict[int, list[tuple[float, tuple[int, int]]]], sizes: Sequence[float]
) -> dict[tuple[int, int], float]:
    """Return how far from the centre of its box each edge ends, in the order of where it goes."""
    ports = {}
    for vertex, edges in ends.items():
        room = _PORTS * sizes[vertex]
        for place, (_, edge) in enumerate(sorted(edges)):
            ports[edge] = room * ((place + 0.5) / len(edges) - 0.5)
    return ports


def _pack(parts: Sequence[_Part], count: int) -> Layout:
    """Put the parts into rows, the largest first."""
    area = sum((part.width + _PART_GAP) * (part.height + _PART_GAP) for part in parts)
    limit = max(parts[0].width, math.sqrt(_SHAPE * area))
    centres: list[Point] = [(0.0, 0.0)] * count
    routes: dict[tuple[int, int], tuple[Point, ...]] = {}
    left = top = row = widest = 0.0
    for part in parts:
        if left and left + part.width > limit:
            left, top, row = 0.0, top + row + _PART_GAP, 0.0
        for vertex, (x, y) in part.centres.items():
            centres[vertex] = (left + x, top + y)
        for edge, points in part.routes.items():
            routes[edge] = tuple((left + x, top + y) for x, y in points)
        left += part.width
        widest, row = max(widest, left), max(row, part.height)
        left += _PART_GAP / 2
    return Layout(widest, top + row, tuple(centres), routes)
