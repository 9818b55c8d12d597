"""Performance profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dagwright.evaluate.statistics import performance_profile
from dagwright.report.plots.canvas import colour_of, label_ends, make_figure, style_axes

__all__ = ["plot_profile"]


def plot_profile(
    costs: Mapping[str, Sequence[float]], *, most: float = 100.0, title: str | None = None
) -> Any:
    """Draw on what share of the problems each method is within a factor of the best.

    Parameters
    ----------
    costs
        For each method its cost on each problem, less is better; infinity for a failure.
    most
        The largest factor shown.
    title
        What was compared.

    Examples
    --------
    >>> from dagwright.report.plots import plot_profile
    >>> figure = plot_profile({"A*": [1.0, 6.0], "BFBnB": [2.0, 3.0]})
    >>> len(figure.axes)
    1
    """
    figure, axes = make_figure()
    factors = np.geomspace(1, most, 400)
    shares = performance_profile(np.array(list(costs.values())).T, factors)
    ends = []
    for place, name in enumerate(costs):
        axes.step(factors, shares[:, place], where="post", color=colour_of(place), linewidth=1.6)
        ends.append((float(shares[-1, place]), name, colour_of(place)))
    axes.set_xscale("log")
    axes.set_xlim(1, most)
    axes.set_ylim(0, 1.03)
    style_axes(axes, "factor of the best", "share of problems", title)
    label_ends(axes, most, ends)
    return figure
