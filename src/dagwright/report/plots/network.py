"""A network as a drawing, beside the truth if it is known."""

from __future__ import annotations

from typing import Any

from dagwright.graph import Dag
from dagwright.graph.names import check_same_variables
from dagwright.report.plots.canvas import COLOURS, make_figure
from dagwright.report.plots.layout import layered_positions

__all__ = ["plot_network"]

_BLUE, _ORANGE = COLOURS[0], COLOURS[1]


def plot_network(dag: Dag, *, truth: Dag | None = None, title: str | None = None) -> Any:
    """Draw a structure in layers, parents above children.

    Parameters
    ----------
    dag
        The structure.
    truth
        The structure it should be: pairs that both join are grey, spurious ones orange, missing
        ones blue and dashed. Directions do not count for the colours.
    title
        What is shown.

    Examples
    --------
    >>> import dagwright as dw
    >>> from dagwright.report.plots import plot_network
    >>> figure = plot_network(dw.load_network("asia").dag)
    >>> len(figure.axes[0].texts)
    16
    """
    if truth is not None:
        check_same_variables(dag.names, truth.names)
    places = layered_positions(dag if truth is None else truth)
    wide = max(x for x, _ in places.values()) - min(x for x, _ in places.values())
    deep = -min(y for _, y in places.values())
    figure, axes = make_figure(min(14.0, 3 + 0.95 * wide), min(12.0, 1.6 + 0.9 * deep))
    axes.set_axis_off()
    axes.margins(0.08)
    boxes = {name: _draw_node(axes, name, place) for name, place in places.items()}
    expected = dag.skeleton() if truth is None else truth.skeleton()
    for parent, child in dag.edges:
        true = frozenset((parent, child)) in expected
        _draw_edge(axes, boxes[parent], boxes[child], "#888888" if true else _ORANGE, "-")
    for parent, child in () if truth is None else truth.edges:
        if frozenset((parent, child)) not in dag.skeleton():
            _draw_edge(axes, boxes[parent], boxes[child], _BLUE, "--")
    if title:
        axes.set_title(title, loc="left", fontsize=11)
    return figure


def _draw_node(axes: Any, name: str, place: tuple[float, float]) -> Any:
    axes.plot(*[[coordinate] for coordinate in place], alpha=0)  # a text does not stretch the axes
    return axes.annotate(
        name,
        place,
        ha="center",
        va="center",
        fontsize=8,
        zorder=3,
        bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "#444444"},
    )


def _draw_edge(axes: Any, tail: Any, head: Any, colour: str, style: str) -> None:
    # Edges over several layers bend, or they would run through the nodes between.
    rows = abs(tail.xy[1] - head.xy[1])
    bend = 0.12 if rows > 1 or rows == 0 else 0.0
    axes.annotate(
        "",
        head.xy,
        tail.xy,
        zorder=1,
        arrowprops={
            "arrowstyle": "-|>",
            "color": colour,
            "linestyle": style,
            "linewidth": 1.2,
            "patchA": tail.get_bbox_patch(),
            "patchB": head.get_bbox_patch(),
            "shrinkA": 1,
            "shrinkB": 2,
            "connectionstyle": f"arc3,rad={bend}",
        },
    )
