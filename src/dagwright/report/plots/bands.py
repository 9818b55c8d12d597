"""A measure against the number of rows, with its spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dagwright.report.plots.canvas import colour_of, label_ends, make_figure, style_axes

__all__ = ["plot_against_size"]


def plot_against_size(
    values: Mapping[str, Mapping[int, Sequence[float]]],
    *,
    x: str = "rows",
    measure: str = "structural Hamming distance",
    title: str | None = None,
) -> Any:
    """Draw the mean of a measure against the sample size; bars show the standard error.

    Parameters
    ----------
    values
        For each method and number of rows the values of all samples.
    x
        What is counted from left to right; rows are drawn on a logarithmic scale.
    measure
        What the values are.
    title
        Which network.

    Examples
    --------
    >>> from dagwright.report.plots import plot_against_size
    >>> figure = plot_against_size({"CL": {100: [30, 31], 1000: [12, 14]}})
    >>> len(figure.axes)
    1
    """
    figure, axes = make_figure(5.2, 3.6)
    ends = []
    for place, (name, sizes) in enumerate(values.items()):
        rows = sorted(sizes)
        means = [float(np.mean(sizes[count])) for count in rows]
        errors = [float(np.std(sizes[count]) / np.sqrt(len(sizes[count]))) for count in rows]
        axes.errorbar(
            rows, means, errors, color=colour_of(place), marker="o", markersize=4, capsize=3
        )
        ends.append((means[-1], name, colour_of(place)))
    every = sorted({count for sizes in values.values() for count in sizes})
    if x == "rows":
        axes.set_xscale("log")
        axes.set_xticks(every, [f"{count:,}".replace(",", " ") for count in every])
        axes.minorticks_off()
    axes.set_ylim(bottom=0)
    style_axes(axes, x, measure, title)
    label_ends(axes, every[-1], ends)
    return figure
