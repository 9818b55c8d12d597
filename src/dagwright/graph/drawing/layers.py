"""Which layer each vertex of a directed acyclic graph is drawn in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dagwright.graph.topology import children_of, topological_order

__all__ = ["Layered", "assign_layers", "make_layered"]


def assign_layers(parents: Sequence[Sequence[int]]) -> list[int]:
    """Return a layer for each vertex, every parent in an earlier one than its children.

    Each vertex is as high up as its longest path from a source lets it, then those with more
    children than parents go down to their children, which makes more edges shorter than longer.
    """
    children = children_of(parents)
    order = topological_order(parents, children)
    layer = [0] * len(parents)
    for vertex in order:
        layer[vertex] = max((layer[parent] + 1 for parent in parents[vertex]), default=0)
    for vertex in reversed(order):
        if len(children[vertex]) > len(parents[vertex]):
            layer[vertex] = min(layer[child] for child in children[vertex]) - 1
    return layer


class Layered:
    """A graph all of whose edges join neighbouring layers.

    Vertices from `real` on stand for the places where longer edges pass through a layer.
    """

    def __init__(self, layers: list[list[int]], up: list[list[int]], real: int) -> None:
        self.layers = layers
        """The vertices of each layer, from left to right."""
        self.up = up
        """For each vertex its neighbours in the layer above."""
        self.down: list[list[int]] = children_of(up)
        self.real = real
        self.chains: dict[tuple[int, int], list[int]] = {}
        """For each edge of the graph the vertices that it passes, its ends included."""


def make_layered(parents: Sequence[Sequence[int]], layer: Sequence[int]) -> Layered:
    """Cut edges over several layers into pieces."""
    layers: list[list[int]] = [[] for _ in range(max(layer) + 1)]
    for vertex, place in enumerate(layer):
        layers[place].append(vertex)
    up: list[list[int]] = [[] for _ in parents]
    chains = {}
    for child, family in enumerate(parents):
        for parent in family:
            chain = [parent]
            for place in range(layer[parent] + 1, layer[child]):
                chain.append(len(up))
                layers[place].append(len(up))
                up.append([])
            chain.append(child)
            for above, below in pairwise(chain):
                up[below].append(above)
            chains[parent, child] = chain
    layered = Layered(layers, up, len(parents))
    layered.chains = chains
    return layered
