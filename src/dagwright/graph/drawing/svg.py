"""Graphs as SVG, for pages and notebooks."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from dagwright.graph.cpdag import Cpdag
from dagwright.graph.dag import Dag
from dagwright.graph.direction import Direction
from dagwright.graph.drawing.layout import NODE_HEIGHT, Layout, Point, lay_out
from dagwright.graph.mpdag import Mpdag

__all__ = ["draw_cpdag", "draw_dag", "short_label"]

_MOST_COLUMNS = 22
_COLUMN_WIDTH = 6.9
_PADDING = 22.0
_MARGIN = 12.0
_THIN, _THICK = 1.1, 4.0
_HEAD = 8.0
"""Length of an arrow head."""
_PLAIN, _CONSTRAINED = "#7a8494", "#8a3fb0"
_CLASSES = {
    Direction.DATA: "compelled",
    Direction.CONSTRAINTS: "constrained",
    Direction.EITHER: "reversible",
}


def draw_dag(
    dag: Dag,
    cpdag: Cpdag | Mpdag | None = None,
    weights: Mapping[tuple[str, str], float] | None = None,
    hints: Mapping[str, str] | None = None,
) -> str:
    """Return a Dag as an SVG element.

    Boxes have the class ``node`` and the attribute ``data-node``, edges ``edge`` and ``data-edge``:
    positions in ``dag.names`` and ``dag.edges``. Edges have a further class: ``reversible`` if
    `cpdag` does not direct them, ``constrained``, and a colour of their own, if constraints do,
    else ``compelled``. `weights` from 0 to 1 make edges thicker; `hints` are shown when a
    box is pointed at, by default its name. Colours are presentation attributes, which the rules of
    a page override.
    """
    return _draw(dag, _directions(cpdag), weights or {}, hints or {}, keep_arrows=True)


def draw_cpdag(cpdag: Cpdag | Mpdag) -> str:
    """Return a class as an SVG element: compelled edges are arrows, reversible ones lines."""
    return _draw(cpdag.consistent_extension(), _directions(cpdag), {}, {}, keep_arrows=False)


def _directions(cpdag: Cpdag | Mpdag | None) -> dict[tuple[str, str], Direction]:
    """Return the edges that the data does not direct; those either way in both directions."""
    if cpdag is None:
        return {}
    lines = {pair for a, b in cpdag.undirected for pair in ((a, b), (b, a))}
    arrows = cpdag.by_constraints if isinstance(cpdag, Mpdag) else ()
    return {
        **dict.fromkeys(lines, Direction.EITHER),
        **dict.fromkeys(arrows, Direction.CONSTRAINTS),
    }


def _draw(
    dag: Dag,
    directions: Mapping[tuple[str, str], Direction],
    weights: Mapping[tuple[str, str], float],
    hints: Mapping[str, str],
    *,
    keep_arrows: bool,
) -> str:
    labels = [short_label(name) for name in dag.names]
    widths = [_COLUMN_WIDTH * _columns(label) + _PADDING for label in labels]
    layout = lay_out(dag, widths)
    # Several drawings share a notebook, and the names of markers are of the whole page.
    digest = hashlib.blake2b(repr((dag.names, dag.edges)).encode("utf-8", "replace"))
    marker = f"arrow-{digest.hexdigest()[:12]}"
    position = {name: index for index, name in enumerate(dag.names)}
    pieces = [_opening(layout), _markers(marker), '<g class="edges">']
    for number, edge in enumerate(dag.edges):
        pieces += _edge(
            number,
            layout.routes[position[edge[0]], position[edge[1]]],
            directions.get(edge, Direction.DATA),
            _THIN + (_THICK - _THIN) * weights.get(edge, 0.0),
            marker,
            keep_arrow=keep_arrows,
        )
    pieces.append('</g><g class="nodes">')
    for number, (name, label) in enumerate(zip(dag.names, labels, strict=True)):
        hint = hints.get(name, name)
        pieces.append(_box(number, hint, label, layout.centres[number], widths[number]))
    pieces.append("</g></svg>")
    return "".join(pieces)


def _edge(
    number: int,
    route: Sequence[Point],
    direction: Direction,
    width: float,
    marker: str,
    *,
    keep_arrow: bool,
) -> Iterator[str]:
    is_free, is_constrained = (
        direction is kind for kind in (Direction.EITHER, Direction.CONSTRAINTS)
    )
    colour = _CONSTRAINED if is_constrained else _PLAIN
    head = f"{marker}-constrained" if is_constrained else marker
    arrow = f' marker-end="url(#{head})"' if keep_arrow or not is_free else ""
    yield (
        f'<path class="edge {_CLASSES[direction]}" data-edge="{number}" fill="none" '
        f'stroke="{colour}" stroke-width="{width:.2f}" '
        f'd="{_path(route, shorten=bool(arrow))}"{arrow}/>'
    )
    if is_free and arrow:  # what a page shows instead of the arrow head
        yield (
            f'<path class="stub" display="none" stroke-width="{width:.2f}" '
            f'd="M{route[-1][0]:.1f} {route[-1][1] - _HEAD:g}v{_HEAD:g}"/>'
        )


def _opening(layout: Layout) -> str:
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dagwright" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="{-_MARGIN:g} {-_MARGIN:g} {width:.1f} {height:.1f}" '
        'role="img" aria-label="Network">'
    )


def _markers(name: str) -> str:
    heads = "".join(
        f'<marker id="{identity}" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="9" '
        'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path class="arrow-head" fill="{colour}" d="M0 0.6 L8 4 L0 7.4 z"/></marker>'
        for identity, colour in ((name, _PLAIN), (f"{name}-constrained", _CONSTRAINED))
    )
    return f"<defs>{heads}</defs>"


def _path(route: Sequence[Point], *, shorten: bool) -> str:
    points = list(route)
    if shorten:  # leave room for the head
        x, y = points[-1]
        points[-1] = (x, y - _HEAD)
    # Edges leave and reach boxes straight down, and pass layers in the direction they leave.
    slopes = [0.0, *((c[0] - a[0]) / (c[1] - a[1]) for a, c in zip(points, points[2:])), 0.0]  # noqa: B905
    x, y = points[0]
    parts = [f"M{x:.1f} {y:.1f}"]
    for (start, (u, v)), (before, after) in zip(pairwise(points), pairwise(slopes), strict=True):
        third = (v - start[1]) / 3 if len(points) > 2 else (v - start[1]) / 2
        parts.append(
            f"C{start[0] + before * third:.1f} {start[1] + third:.1f} "
            f"{u - after * third:.1f} {v - third:.1f} {u:.1f} {v:.1f}"
        )
    return "".join(parts)


def _box(number: int, hint: str, label: str, centre: Point, width: float) -> str:
    x, y = centre
    return (
        f'<g class="node" data-node="{number}" transform="translate({x:.1f} {y:.1f})">'
        f"<title>{_text(hint)}</title>"
        f'<rect x="{-width / 2:.1f}" y="{-NODE_HEIGHT / 2:g}" width="{width:.1f}" '
        f'height="{NODE_HEIGHT:g}" rx="7" fill="#eef3fb" stroke="#5b7db1"/>'
        '<text text-anchor="middle" dominant-baseline="central" font-size="12" '
        'font-family="ui-sans-serif, system-ui, sans-serif" fill="#1c2430">'
        f"{_text(label)}</text></g>"
    )


def short_label(name: str) -> str:
    """Return a name in at most 22 columns; what is longer loses its end.

    Examples
    --------
    >>> short_label("worst fractal dimension of all")
    'worst fractal dimensi…'
    """
    if _columns(name) <= _MOST_COLUMNS:
        return name
    kept = ""
    for character in name:
        if _columns(kept + character) > _MOST_COLUMNS - 1:
            break
        kept += character
    return kept + "…"


def _columns(text: str) -> int:
    """Return how many columns a text takes; ideographs take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _text(name: str) -> str:
    """Return a name as the text of an element; what XML cannot hold becomes a replacement."""
    allowed = "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "\ufffd"
        for c in name
    )
    return escape(allowed)
