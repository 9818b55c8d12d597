"""Score against time, with the bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dagwright.report.plots.canvas import MUTED, colour_of, label_ends, make_figure, style_axes

__all__ = ["plot_anytime"]


def plot_anytime(
    traces: Mapping[str, Sequence[Sequence[float]]],
    *,
    bound: float | None = None,
    until: float | None = None,
    title: str | None = None,
) -> Any:
    """Draw how the best score of each method grew, and the score that no network exceeds.

    Parameters
    ----------
    traces
        For each method points that begin with seconds and end with the score reached then, such
        as `Result.trace`.
    bound
        Drawn as a line; what lies between it and a curve is not known.
    until
        Seconds at which all curves end; by default the last point of any.
    title
        What was searched on.

    Examples
    --------
    >>> import dagwright as dw
    >>> from dagwright.report.plots import plot_anytime
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> figure = plot_anytime({"hill climbing": result.trace}, bound=result.bound)
    >>> len(figure.axes)
    1
    """
    figure, axes = make_figure()
    begin = min(max(point[0], 1e-4) for trace in traces.values() for point in trace)
    end = until or max(trace[-1][0] for trace in traces.values())
    end = max(end, 1.5 * begin)
    finals = []
    for place, (name, trace) in enumerate(traces.items()):
        seconds = [max(point[0], begin) for point in trace] + [end]
        scores = [point[-1] for point in trace] + [trace[-1][-1]]
        axes.step(seconds, scores, where="post", color=colour_of(place), linewidth=1.6)
        finals.append((trace[-1][-1], name, colour_of(place)))
    axes.set_xscale("log")
    axes.set_xlim(begin, end)
    # The first networks are so bad that they would flatten all that is worth seeing.
    best, worst = max(f[0] for f in finals), min(f[0] for f in finals)
    top = best if bound is None else max(best, bound)
    span = max(top - worst, 1e-3 * abs(best), 1e-9)
    first = min(point[-1] for trace in traces.values() for point in trace)
    axes.set_ylim(max(first, worst - span) - 0.05 * span, top + 0.08 * span)
    if bound is not None:
        axes.axhline(bound, color=MUTED, linewidth=1, linestyle="--")
        finals.append((bound, "bound", MUTED))
    style_axes(axes, "seconds", "score", title)
    axes.ticklabel_format(axis="y", useOffset=False, style="plain")
    label_ends(axes, end, finals)
    return figure
