"""Placing the vertices of ordered layers from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dagwright.graph.drawing.layers import Layered

__all__ = ["place_vertices", "spread"]

_SWEEPS = 16
_STRAIGHT = 8.0
"""Weight of a place where a long edge passes, so that long edges are straight."""


def place_vertices(
    graph: Layered, widths: Sequence[float], rows: Sequence[int], gap: float
) -> list[float]:
    """Return the centre of each vertex: near its neighbours, in order, and not overlapping.

    `rows` says over how many rows the vertices of each layer are spread in turn, so that it takes
    less width.
    """
    x = [0.0] * len(widths)
    offsets = [
        _offsets(graph, layer, widths, count, gap)
        for layer, count in zip(graph.layers, rows, strict=True)
    ]
    together = list(zip(graph.layers, offsets, strict=True))
    for layer, before in together:
        _place_layer(layer, before, [0.0] * len(layer), graph.real, x)
    for sweep in range(_SWEEPS):
        for layer, before in together if sweep % 2 == 0 else together[::-1]:
            targets = []
            for vertex in layer:
                near = graph.up[vertex] + graph.down[vertex]
                targets.append(sum(x[n] for n in near) / len(near) if near else x[vertex])
            _place_layer(layer, before, targets, graph.real, x)
    return x


def _offsets(
    graph: Layered, layer: Sequence[int], widths: Sequence[float], rows: int, gap: float
) -> list[float]:
    """Return where the vertices of a layer are if they are as close as they may be."""
    # In several rows a box shares its row with every `rows`-th other one only.
    widest = max((widths[vertex] for vertex in layer if vertex < graph.real), default=0.0)
    sizes = [
        (widest + gap) / rows if rows > 1 and vertex < graph.real else widths[vertex] + gap
        for vertex in layer
    ]
    offsets = [0.0]
    for left, right in pairwise(sizes):
        offsets.append(offsets[-1] + (left + right) / 2)
    return offsets


def _place_layer(
    layer: Sequence[int],
    offsets: Sequence[float],
    targets: Sequence[float],
    real: int,
    x: list[float],
) -> None:
    weights = [_STRAIGHT if vertex >= real else 1.0 for vertex in layer]
    wanted = [target - before for target, before in zip(targets, offsets, strict=True)]
    for vertex, place, before in zip(layer, spread(wanted, weights), offsets, strict=True):
        x[vertex] = place + before


def spread(targets: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return ascending numbers that are nearest to the targets in weighted least squares.

    Neighbours that would be out of order share their mean: pool adjacent violators, Ayer et al.
    (1955), An empirical distribution function for sampling with incomplete information.

    Examples
    --------
    >>> spread([0, 3, 1, 5], [1, 1, 1, 1])
    [0.0, 2.0, 2.0, 5.0]
    """
    blocks: list[tuple[float, float, int]] = []  # mean, weight, length
    for target, weight in zip(targets, weights, strict=True):
        mean, total, length = float(target), weight, 1
        while blocks and blocks[-1][0] > mean:
            other, more, many = blocks.pop()
            mean = (mean * total + other * more) / (total + more)
            total, length = total + more, length + many
        blocks.append((mean, total, length))
    return [mean for mean, _, length in blocks for _ in range(length)]
