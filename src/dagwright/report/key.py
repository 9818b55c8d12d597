"""What the edges of the drawing mean."""

from __future__ import annotations

from dagwright.graph import Direction, Mpdag

__all__ = ["draw_key"]

_ARROW = '<path stroke="none" fill="currentColor" d="M24 1.4L33 5L24 8.6z"/>'


def draw_key(cpdag: Mpdag) -> str:
    """Return the kinds of edges that there are, each with a sample and its number, as a list."""
    kinds = (
        (Direction.DATA, "compelled", cpdag.by_data),
        (Direction.CONSTRAINTS, "constrained", cpdag.by_constraints),
        (Direction.EITHER, "reversible", cpdag.undirected),
    )
    items = [_item(direction, name, len(edges)) for direction, name, edges in kinds if edges]
    if not items:
        return ""
    return f'<ul id="key" class="quiet"><li>In the CPDAG:</li>{"".join(items)}</ul>'


def _item(direction: Direction, name: str, count: int) -> str:
    line = "M1 5H33" if direction is Direction.EITHER else "M1 5H24"
    head = "" if direction is Direction.EITHER else _ARROW
    return (
        f'<li><svg class="{name}" width="34" height="10" viewBox="0 0 34 10" aria-hidden="true">'
        f'<path fill="none" stroke="currentColor" stroke-width="2" d="{line}"/>{head}</svg> '
        f"{count:,} {direction.words}</li>"
    )
