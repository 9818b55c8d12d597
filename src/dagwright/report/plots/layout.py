"""Where the nodes of a network go: layers from top to bottom with few crossings."""

from __future__ import annotations

from dagwright.graph import Dag

__all__ = ["layered_positions"]

_SWEEPS = 12


def layered_positions(dag: Dag) -> dict[str, tuple[float, float]]:
    """Return a place for every variable; parents are above their children.

    Layers by longest paths; inside a layer by the mean place of the neighbours, from above and
    from below in turns (the barycentre method of Sugiyama et al. 1981).

    Examples
    --------
    >>> import dagwright as dw
    >>> from dagwright.report.plots.layout import layered_positions
    >>> places = layered_positions(dw.Dag(["a", "b"], [("a", "b")]))
    >>> places["a"][1] > places["b"][1]
    True
    """
    depth: dict[str, int] = {}
    for name in dag.topological_order():
        depth[name] = max((depth[parent] + 1 for parent in dag.parents(name)), default=0)
    for name in reversed(dag.topological_order()):
        below = [depth[child] for child in dag.children(name)]
        if below and not dag.parents(name):
            depth[name] = min(below) - 1  # a root stands next to its children
    layers: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for name in dag.topological_order():
        layers[depth[name]].append(name)
    place = {name: float(i) for layer in layers for i, name in enumerate(layer)}
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            towards = dag.parents if downwards else dag.children
            layer.sort(key=lambda name: _mean([place[o] for o in towards(name)], place[name]))
            for i, name in enumerate(layer):
                place[name] = i - (len(layer) - 1) / 2
    widest = max(len(layer) for layer in layers)
    return {
        name: (place[name] * widest / max(len(layer), widest / 2, 1), -float(row))
        for row, layer in enumerate(layers)
        for name in layer
    }


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
