"""Labels that are numbers, and those among numbers that are limits (``<0.1``) or words."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright import _core

__all__ = ["has_digit", "is_digit_code", "parse_limits", "parse_numbers", "say"]

_LIMIT = re.compile(r"(?:[<>≤≥~≈]=?|=[<>])\s*(?P<after>.*\d.*)|(?P<before>.*\d[^+]*)\+")
_MOST_DIGITS = 15
"""Longer whole numbers name something: a float could not even distinguish them."""


def parse_numbers(labels: Sequence[str], decimal: str = ".") -> npt.NDArray[np.float64]:
    """Return the number that each label is, NaN where it is not one."""
    return np.asarray(_core.parse_numbers(list(labels), decimal), dtype=np.float64)


def is_digit_code(labels: Sequence[str]) -> bool:
    """Tell whether labels of digits name things rather than count them.

    They do if all have one width that leading zeros fill up (``0044``), or more digits than any
    measurement has.
    """
    widths = set(map(len, labels))
    if max(widths, default=0) > _MOST_DIGITS and any(
        len(label) > _MOST_DIGITS and label.lstrip("-").isdigit() for label in labels
    ):
        return True
    return len(widths) == 1 and any(
        len(label) > 1 and label[0] == "0" and label.isdigit() for label in labels
    )


def has_digit(label: str) -> bool:
    """Tell whether there is a digit in a label."""
    return any(map(str.isdigit, label))


def parse_limits(labels: Sequence[str], decimal: str = ".") -> npt.NDArray[np.float64]:
    """Return the number in each limit (``<0.1``, ``10+``, ``~5``), NaN for other labels."""
    inner = []
    for label in labels:
        match = _LIMIT.fullmatch(label)
        inner.append("" if match is None else (match["after"] or match["before"]).strip())
    return parse_numbers(inner, decimal)


def say(number: float) -> str:
    """Return a number as a person would write it."""
    if float(number).is_integer() and abs(number) < 10**_MOST_DIGITS:
        return str(int(number))
    return f"{number:.4g}"
