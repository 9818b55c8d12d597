"""Which labels of a column stand for a missing value."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["find_markers", "kept_codes"]

# 'None' and 'none' are not among them: networks in daily use have them as states.
_ANYWHERE = frozenset({"", "na", "n/a", "#n/a", "nan", "null", "?"})
_AMONG_NUMBERS = frozenset({".", "-", "--"})
_NEVER_A_CODE = frozenset({"", "nan", "#n/a"})
_LIKE_IT = 0.8
"""A marker is a code if this share of the other labels is written like it."""


def find_markers(
    labels: Sequence[str],
    numbers: npt.NDArray[np.float64],
    given: Collection[str] | None = None,
    states: Collection[str] = (),
) -> npt.NDArray[np.bool_]:
    """Tell for each label whether it means that there is no value.

    Parameters
    ----------
    labels
        Distinct labels of one column.
    numbers
        What they are as numbers, NaN for the others.
    given
        The markers that the user gave, instead of the usual ones.
    states
        Labels that the user declared as states, which so are none.
    """
    if given is not None:
        found = [label in given for label in labels]
    else:
        usual = [label.casefold() in _ANYWHERE for label in labels]
        special = [label in _AMONG_NUMBERS for label in labels]
        others = ~np.isnan(numbers)
        words = len(labels) - int(others.sum()) - sum(usual) - sum(special)
        if others.any() and words <= int(others.sum()):
            usual = [a or b for a, b in zip(usual, special, strict=True)]
        codes = kept_codes(labels, usual, numbers)
        found = [
            marked and label not in codes for label, marked in zip(labels, usual, strict=True)
        ]
    found = [marked and label not in states for label, marked in zip(labels, found, strict=True)]
    return np.array(found, dtype=bool)


def kept_codes(
    labels: Sequence[str], marked: Sequence[bool], numbers: npt.NDArray[np.float64]
) -> set[str]:
    """Return the labels that look like markers and yet are values.

    Such is one of two labels (``+`` and ``-``), and one of a set of codes that are written like it:
    NA for North America among EU and AS, Na for sodium among Ca and Mg.
    """
    suspects = [
        label
        for label, mark in zip(labels, marked, strict=True)
        if mark and label.casefold() not in _NEVER_A_CODE
    ]
    others = [
        label
        for label, mark, number in zip(labels, marked, numbers, strict=True)
        if not mark and np.isnan(number)
    ]
    if not suspects or not others or not np.isnan(numbers).all():
        return set()
    if len(suspects) == 1 and len(others) == 1:
        return set(suspects)
    shapes = [_shape(label) for label in others]
    return {
        label
        for label in suspects
        if len(others) > 1 and shapes.count(_shape(label)) >= _LIKE_IT * len(others)
    }


def _shape(label: str) -> str:
    """Return how a label is written: its letters as A or a, digits as 9, other signs as one."""
    if not re.search(r"\w", label):
        return "sign"
    return "".join(
        "9" if c.isdigit() else ("A" if c.isupper() else "a") if c.isalpha() else c for c in label
    )
