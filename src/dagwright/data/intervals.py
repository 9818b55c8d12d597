"""Intervals as states: their labels, and which one a number falls into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from dagwright.data.encode import code_dtype
from dagwright.data.raw import Coded, Real

__all__ = ["interval_labels", "into_intervals"]

_FEWEST_DIGITS = 4
_EXACT_DIGITS = 17


def interval_labels(cuts: Sequence[float]) -> tuple[str, ...]:
    """Return a label for each interval: '<1.5', '1.5..2' (2 excluded), '>=2'.

    Cut points are shown with four digits, or as many as it takes to tell them apart. There are no
    blanks, commas or brackets in a label: every file format and tool takes it.

    Examples
    --------
    >>> from dagwright.data.intervals import interval_labels
    >>> interval_labels([1.5, 2])
    ('<1.5', '1.5..2', '>=2')
    """
    if not cuts:
        return ("all",)
    for digits in range(_FEWEST_DIGITS, _EXACT_DIGITS + 1):
        texts = [f"{cut:.{digits}g}" for cut in cuts]
        if len(set(texts)) == len(texts):
            break
    inner = (f"{low}..{high}" for low, high in pairwise(texts))
    return (f"<{texts[0]}", *inner, f">={texts[-1]}")


def into_intervals(column: Real, cuts: Sequence[float]) -> Coded:
    """Return the interval of each number; the first and the last one have no outer end."""
    missing = np.isnan(column.values)
    codes = np.searchsorted(np.asarray(cuts, dtype=np.float64), column.values, side="right")
    codes[missing] = 0
    states = interval_labels(cuts)
    narrow = codes.astype(code_dtype(len(states)))
    return Coded(states, narrow, missing if missing.any() else None, declared=True)
