"""The diagram of mean ranks with the critical difference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dagwright.errors import DagwrightError
from dagwright.report.plots.canvas import MUTED, make_figure

__all__ = ["find_groups", "plot_critical_difference"]


def find_groups(ranks: list[float], critical_difference: float) -> list[tuple[int, int]]:
    """Return the longest runs of methods, sorted by rank, that do not differ significantly.

    Examples
    --------
    >>> from dagwright.report.plots.critical_difference import find_groups
    >>> find_groups([1.0, 1.4, 2.0, 3.0], 0.7)
    [(0, 1), (1, 2)]
    """
    groups: list[tuple[int, int]] = []
    for first, rank in enumerate(ranks):
        last = max(i for i, other in enumerate(ranks) if other - rank <= critical_difference)
        if last > first and not (groups and groups[-1][1] >= last):
            groups.append((first, last))
    return groups


def plot_critical_difference(
    mean_ranks: Mapping[str, float], critical_difference: float, title: str | None = None
) -> Any:
    """Draw methods on a line of mean ranks; bars join those that do not differ significantly.

    Parameters
    ----------
    mean_ranks
        Of each method; 1 is best.
    critical_difference
        From `nemenyi_test`.
    title
        What was ranked.

    References
    ----------
    J. Demšar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7.

    Examples
    --------
    >>> from dagwright.report.plots import plot_critical_difference
    >>> figure = plot_critical_difference({"FAS": 1.3, "DFS": 2.2, "RND": 2.5}, 0.74)
    >>> len(figure.axes)
    1
    """
    if len(mean_ranks) < 2:
        raise DagwrightError("a diagram of ranks needs at least two methods")
    names = sorted(mean_ranks, key=lambda name: mean_ranks[name])
    ranks = [mean_ranks[name] for name in names]
    groups = find_groups(ranks, critical_difference)
    k = len(names)
    half = (k + 1) // 2
    bottom = -0.35 - 0.16 * max(len(groups), 0) - 0.3 * half
    figure, axes = make_figure(6.5, 0.7 + 0.75 * (0.75 - bottom))
    axes.set_axis_off()
    width = max(k - 1, critical_difference)
    axes.set_xlim(1 - 0.35 * width, k + 0.35 * width)
    axes.set_ylim(bottom - 0.15, 0.75)
    axes.plot([1, k], [0, 0], color="black", linewidth=1.2)
    for tick in range(1, k + 1):
        axes.plot([tick, tick], [0, 0.08], color="black", linewidth=1.2)
        axes.annotate(f"{tick}", (tick, 0.12), ha="center", va="bottom", fontsize=9)
    axes.plot([1, 1 + critical_difference], [0.5, 0.5], color=MUTED, linewidth=2)
    axes.annotate(
        f"critical difference {critical_difference:.2f}",
        (1 + critical_difference, 0.5),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        color=MUTED,
        fontsize=9,
    )
    for level, (first, last) in enumerate(groups):
        height = -0.16 - 0.16 * level
        ends = [ranks[first] - 0.03 * width, ranks[last] + 0.03 * width]
        axes.plot(ends, [height, height], color="black", linewidth=4, solid_capstyle="round")
    below = -0.3 - 0.16 * len(groups)
    for place, (name, rank) in enumerate(zip(names, ranks, strict=True)):
        left = place < half
        row = place if left else k - 1 - place
        height = below - 0.3 * row
        edge = 1 - 0.06 * width if left else k + 0.06 * width
        axes.plot([rank, rank, edge], [0, height, height], color=MUTED, linewidth=0.9)
        axes.annotate(
            f"{name}  {rank:.2f}" if left else f"{rank:.2f}  {name}",
            (edge, height),
            xytext=(-4 if left else 4, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
        )
    if title:
        axes.set_title(title, loc="left", fontsize=11)
    return figure
