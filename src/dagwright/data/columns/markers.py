"""Which labels of a column stand for a missing value."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.options import AND_THE_USUAL

__all__ = ["find_markers", "is_usual_marker"]

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
        The markers that the user gave, instead of the usual ones, or beside them if `...` is
        among these; an empty cell is one of them unless there are none at all.
    states
        Labels that the user declared as states, which so are none.
    """
    if given is None and not np.isnan(numbers).any():
        return np.zeros(len(labels), dtype=bool)  # no number is one of the usual markers
    replaced = given is not None and AND_THE_USUAL not in given
    if given is not None and replaced:
        found = [label in given or (not label and bool(given)) for label in labels]
    else:
        found = [label.casefold() in _ANYWHERE for label in labels]
        n_numbers = int((~np.isnan(numbers)).sum())
        special = [label in _AMONG_NUMBERS for label in labels]
        n_words = len(labels) - n_numbers - sum(found) - sum(special)
        if n_numbers and n_words <= n_numbers:
            found = [a or b for a, b in zip(found, special, strict=True)]
        # Declared states say which labels of a column are values.
        codes = set() if states else _codes_among(labels, found, numbers)
        found = [mark and label not in codes for label, mark in zip(labels, found, strict=True)]
        found = [a or label in (given or ()) for label, a in zip(labels, found, strict=True)]
    found = [mark and label not in states for label, mark in zip(labels, found, strict=True)]
    return np.array(found, dtype=bool)


def is_usual_marker(label: str) -> bool:
    """Tell whether a label usually means that there is no value."""
    return label.casefold() in _ANYWHERE


def _codes_among(
    labels: Sequence[str], marked: Sequence[bool], numbers: npt.NDArray[np.float64]
) -> set[str]:
    """Return the labels that look like markers and yet are values.

    Such is one of two labels (``+`` and ``-``), and one of a set of codes that are written like it:
    NA for North America among EU and AS, Na for sodium among Ca and Mg.
    """
    pairs = list(zip(labels, marked, strict=True))
    suspects = [label for label, mark in pairs if mark and label.casefold() not in _NEVER_A_CODE]
    others = [label for label, mark in pairs if not mark]
    if len(suspects) == 1 and len(others) == 1:
        return set(suspects)
    if not np.isnan(numbers).all():
        return set()
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
