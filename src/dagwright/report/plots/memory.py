"""What sparse parent graphs save."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dagwright.report.plots.canvas import colour_of, make_figure, style_axes

__all__ = ["plot_memory_savings"]


def plot_memory_savings(sets: Mapping[str, tuple[int, int]], title: str | None = None) -> Any:
    """Draw how many parent sets full, layered and sparse parent graphs store.

    Full graphs store n 2^(n-1) sets, their largest layer n C(n-1, (n-1)/2) of them, and sparse
    graphs only those that can be optimal.

    Parameters
    ----------
    sets
        For each table the number of variables and of candidate sets.
    title
        What is shown.

    References
    ----------
    C. Yuan and B. Malone (2012). An improved admissible heuristic for learning optimal Bayesian
    networks. UAI, Figure 4.

    Examples
    --------
    >>> from dagwright.report.plots import plot_memory_savings
    >>> figure = plot_memory_savings({"wdbc (31)": (31, 14613)})
    >>> len(figure.axes)
    1
    """
    figure, axes = make_figure(7.0, 4.2)
    places = np.arange(len(sets))
    counts = {
        "full": [n * 2 ** (n - 1) for n, _ in sets.values()],
        "largest layer": [n * math.comb(n - 1, (n - 1) // 2) for n, _ in sets.values()],
        "sparse": [count for _, count in sets.values()],
    }
    for place, (name, heights) in enumerate(counts.items()):
        axes.bar(places + 0.27 * (place - 1), heights, 0.25, color=colour_of(place), label=name)
    axes.set_yscale("log")
    axes.set_xticks(places, list(sets), rotation=35, ha="right", rotation_mode="anchor")
    style_axes(axes, "", "parent sets stored", title)
    axes.legend(frameon=False, ncols=3, loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0)
    if title:
        axes.set_title(title, loc="left", fontsize=11, pad=24)
    return figure
