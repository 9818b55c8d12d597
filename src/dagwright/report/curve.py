"""The best score over time, and the bound, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dagwright.search import Result

__all__ = ["draw_curve"]

_WIDTH, _HEIGHT = 900, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 110, 16, 14, 40
_NEAR = 0.5
"""Bounds with a larger gap are so far away that the curve would be a flat line."""
_SHOWN = 0.05
"""Of the way from the first network to the best one, the last part that is drawn."""
_MOST_POINTS = 400

Point = tuple[float, float]


def draw_curve(result: Result) -> str:
    """Return the curve, or a sentence where there is nothing to draw."""
    best = _thinned([(point.seconds, point.score) for point in result.trace])
    if not best:
        return "<p>The first network was the best one: there is no curve.</p>"
    end = max(result.seconds, best[-1][0], 1e-3)
    best.append((end, best[-1][1]))
    near = math.isfinite(result.bound) and result.gap <= _NEAR
    bounds = [
        (point.seconds, point.bound)
        for point in result.bound_trace
        if near and point.bound - result.bound <= _NEAR * abs(result.score)
    ]
    if bounds:
        bounds.append((end, bounds[-1][1]))
    lowest = best[0][1]
    high = bounds[-1][1] if bounds else result.score
    low = _lowest_shown(lowest, result.score, high)
    scale = _Scale(end, low, high)
    pieces = [
        f'<svg class="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Best score '
        f'over time: {result.score:.4f} after {result.seconds:.2f} seconds">',
        *_axes(scale),
        f'<path class="best" d="{_steps(best, scale)}"/>',
        _label("best-label", scale.x(end), scale.y(best[-1][1]) + 16, "best score"),
    ]
    if bounds:
        # It holds for the whole search, however late it was known.
        last = f"M{scale.x(0):.1f} {scale.y(bounds[-1][1]):.1f}H{scale.x(end):.1f}"
        pieces.append(f'<path class="final-bound" d="{last}"/>')
        pieces.append(f'<path class="bound" d="{_steps(bounds, scale)}"/>')
        pieces.append(
            _label("bound-label", scale.x(end), scale.y(bounds[-1][1]) + 16, "upper bound")
            if scale.y(best[-1][1]) - scale.y(bounds[-1][1]) > 24
            else _label("bound-label", scale.x(end) - 80, scale.y(best[-1][1]) + 16, "upper bound")
        )
    pieces.append("</svg>")
    if low > lowest:
        pieces.append(
            f'<p class="quiet">The first networks, starting at {lowest:.2f}, are below the '
            "picture.</p>"
        )
    if not near and math.isfinite(result.bound):
        pieces.append(
            f'<p class="quiet">The upper bound, {result.bound:.2f}, is far above and not drawn.</p>'
        )
    return "".join(pieces)


def _lowest_shown(lowest: float, score: float, highest: float) -> float:
    """Leave out most of the first climb, beside which everything later is a flat line.

    Examples
    --------
    >>> _lowest_shown(-1000.0, -100.0, -98.0)
    -145.0
    """
    return max(lowest, score - max(_SHOWN * (score - lowest), 2 * (highest - score)))


class _Scale:
    """Seconds and scores in points of the drawing."""

    def __init__(self, end: float, low: float, high: float) -> None:
        margin = 0.06 * (high - low) or max(1e-9, 0.001 * abs(high))
        self.end, self.low, self.high = end, low - margin, high + margin

    def x(self, seconds: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * seconds / self.end

    def y(self, score: float) -> float:
        share = min(1.0, max(0.0, (self.high - score) / (self.high - self.low)))
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * share


def _axes(scale: _Scale) -> list[str]:
    left, bottom = _LEFT, _HEIGHT - _BOTTOM
    pieces = [f'<path class="axis" d="M{left} {_TOP}V{bottom}H{_WIDTH - _RIGHT}"/>']
    for value, words in _ticks(0.0, scale.end):
        x = scale.x(value)
        pieces.append(f'<path class="axis" d="M{x:.1f} {bottom}v5"/>')
        pieces.append(_label("", x, bottom + 18, words, anchor="middle"))
    pieces.append(_label("", _WIDTH - _RIGHT, bottom + 34, "seconds"))
    for value, words in _ticks(scale.low, scale.high):
        y = scale.y(value)
        pieces.append(f'<path class="axis" d="M{left - 5} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        pieces.append(_label("", left - 9, y + 4, words))
    return pieces


def _label(kind: str, x: float, y: float, words: str, anchor: str = "end") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Return about five round numbers in a range, with their texts.

    Examples
    --------
    >>> [words for _, words in _ticks(0.0, 24.7)]
    ['0', '5', '10', '15', '20']
    """
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= raw * 0.999)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(k * step, f"{k * step:,.{digits}f}") for k in range(first, last + 1)]


def _steps(points: Sequence[Point], scale: _Scale) -> str:
    x, y = points[0]
    parts = [f"M{scale.x(x):.1f} {scale.y(y):.1f}"]
    for x, y in points[1:]:
        parts.append(f"H{scale.x(x):.1f}V{scale.y(y):.1f}")
    return "".join(parts)


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Return the points by time, only improvements, and no more than the eye can see."""
    improving: list[Point] = []
    for seconds, score in sorted(points):
        if not improving or score > improving[-1][1]:
            improving.append((seconds, score))
    every = max(1, math.ceil(len(improving) / _MOST_POINTS))
    return improving[::-1][::every][::-1]  # the last one always
