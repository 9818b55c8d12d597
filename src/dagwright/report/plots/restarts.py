"""Best score against the number of restarts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dagwright.report.plots.canvas import (
    DASHES,
    MUTED,
    colour_of,
    label_ends,
    make_figure,
    style_axes,
)

__all__ = ["plot_restarts"]


def plot_restarts(
    curves: Mapping[str, Sequence[float]],
    *,
    levels: Mapping[str, float] | None = None,
    dashed: Sequence[str] = (),
    title: str | None = None,
) -> Any:
    """Draw the mean best score after 1, 2, ... climbs.

    Parameters
    ----------
    curves
        For each method its best score after each climb.
    levels
        Scores to compare with, drawn as lines: the true network, a method without restarts.
    dashed
        Which curves are drawn dashed.
    title
        What was searched on.

    Examples
    --------
    >>> from dagwright.report.plots import plot_restarts
    >>> figure = plot_restarts({"SGS3": [-5500, -5495, -5493]}, levels={"true network": -5490})
    >>> len(figure.axes)
    1
    """
    figure, axes = make_figure(7.0, 4.6)
    ends = []
    most = max(len(curve) for curve in curves.values())
    for place, (name, curve) in enumerate(curves.items()):
        dash = DASHES[1] if name in dashed else DASHES[0]
        climbs = np.arange(1, len(curve) + 1)
        axes.plot(climbs, curve, dash, color=colour_of(place), linewidth=1.6)
        ends.append((float(curve[-1]), name, colour_of(place)))
    for name, level in (levels or {}).items():
        axes.axhline(level, color=MUTED, linewidth=1, linestyle=":")
        ends.append((level, name, MUTED))
    axes.set_xscale("log")
    axes.set_xlim(1, most)
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if tick <= most]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    style_axes(axes, "climbs", "best score, mean over samples", title)
    label_ends(axes, most, ends)
    return figure
