"""What all plots share: where they are drawn, in which colours, how they are saved."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dagwright.errors import DagwrightError, FormatError

__all__ = [
    "COLOURS",
    "MUTED",
    "colour_of",
    "label_ends",
    "make_figure",
    "save_figure",
    "spread",
    "style_axes",
]

# Okabe and Ito's colours, which people with any kind of colour vision can distinguish.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999933")
DASHES = ("-", "--", ":", "-.")
MUTED = "#666666"
_LABEL_HEIGHT = 0.058  # of the height of the axes
_SETTINGS: dict[Any, Any] = {
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text: small files that can be searched
    "svg.hashsalt": "dagwright",  # the same plot gives the same file
}


def make_figure(width: float = 7.0, height: float = 4.0) -> tuple[Any, Any]:
    """Return a matplotlib Figure and its axes; nothing global is touched."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise DagwrightError("plots need matplotlib: pip install 'dagwright[plot]'") from None
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def style_axes(axes: Any, x: str, y: str, title: str | None = None) -> None:
    """Name the axes, and leave out what carries no information."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if title:
        axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def colour_of(place: int) -> str:
    """Return the colour of the n-th thing."""
    return COLOURS[place % len(COLOURS)]


def label_ends(axes: Any, x: float, ends: Sequence[tuple[float, str, str]]) -> None:
    """Write labels right of where curves end, spread so that none covers another.

    Parameters
    ----------
    axes
        Whose limits must be final.
    x
        Where the curves end.
    ends
        For each the height, the text and the colour.
    """
    to_share = axes.transScale.transform
    bottom, top = (to_share((1, limit))[1] for limit in axes.get_ylim())
    wanted = sorted((to_share((1, height))[1], text, colour) for height, text, colour in ends)
    shares = spread([height for height, _, _ in wanted], _LABEL_HEIGHT * (top - bottom))
    for share, (_, text, colour) in zip(shares, wanted, strict=True):
        axes.annotate(
            text,
            (x, axes.transScale.inverted().transform((0, share))[1]),
            xytext=(6, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            annotation_clip=False,
        )


def spread(heights: Sequence[float], step: float) -> list[float]:
    """Spread ascending heights by at least a step, and none further than need be.

    Blocks of labels that touch each other sit around the mean of where they want to be.

    Examples
    --------
    >>> from dagwright.report.plots.canvas import spread
    >>> spread([0.0, 1.0, 1.0, 5.0], 1.0)
    [-0.3333333333333333, 0.6666666666666667, 1.6666666666666667, 5.0]
    """
    blocks: list[list[float]] = []  # what each label of a block wants its lowest one to be
    for place, height in enumerate(heights):
        blocks.append([height - place * step])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    flat = [_mean(block) for block in blocks for _ in block]
    return [height + place * step for place, height in enumerate(flat)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def save_figure(figure: Any, path: Path | str) -> None:
    """Write a figure; the suffix decides the format (.svg, .png, .pdf).

    Parameters
    ----------
    figure
        From one of the plots.
    path
        Written whole or not at all; the same figure gives the same file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from dagwright.report.plots import plot_profile, save_figure
    >>> figure = plot_profile({"a": [1, 2], "b": [2, 2]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_figure(figure, Path(folder) / "profile.svg")
    ...     (Path(folder) / "profile.svg").read_text()[:5]
    '<?xml'
    """
    target = Path(path)
    temporary = target.with_name(f".{os.getpid()}.{target.name}")
    with _settings():
        metadata = {"Date": None} if target.suffix == ".svg" else None
        try:
            figure.savefig(temporary, dpi=130, metadata=metadata)
            temporary.replace(target)
        except OSError as error:
            raise FormatError(f"{target}: cannot write ({error.strerror})") from None
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _settings() -> Iterator[None]:
    from matplotlib import rc_context  # noqa: PLC0415

    with rc_context(_SETTINGS):
        yield
