"""Labels that are numbers, and those among numbers that are limits (``<0.1``) or words."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["is_digit_code", "looks_like_limit", "parse_limits", "parse_numbers", "say"]

_CURRENCY = "$€£¥"
_DIGITS = {
    ".": r"(?:\d{1,3}(?:[,  ' ]\d{3})+|\d+)?(?:\.\d*)?",
    ",": r"(?:\d{1,3}(?:[.  ' ]\d{3})+|\d+)?(?:,\d*)?",
}
_GRAMMAR = {
    decimal: re.compile(
        rf"(?P<sign>[+-]?)\s?[{_CURRENCY}]?\s?(?P<inner>[+-]?)(?P<digits>{digits})"
        rf"(?P<exponent>[eE][+-]?\d+)?\s?[%{_CURRENCY}]?"
    )
    for decimal, digits in _DIGITS.items()
}
_LIMIT = re.compile(r"(?:[<>≤≥~≈]=?|=[<>])\s*(?P<after>.*\d.*)|(?P<before>.*\d[^+]*)\+")
_MOST_DIGITS = 15
"""Longer whole numbers name something: a float could not even tell them apart."""


def parse_numbers(labels: Sequence[str], decimal: str) -> npt.NDArray[np.float64]:
    """Return the number that each label is, NaN where it is none."""
    return np.array([_number(label, decimal) for label in labels], dtype=np.float64)


def _number(label: str, decimal: str) -> float:
    match = _GRAMMAR[decimal].fullmatch(label)
    if match is None or (match["sign"] and match["inner"]):
        return np.nan
    digits = re.sub(rf"[^\d{decimal}]", "", match["digits"]).replace(decimal, ".")
    if not any(map(str.isdigit, digits)):
        return np.nan
    return float(match["sign"] + match["inner"] + digits + (match["exponent"] or ""))


def is_digit_code(labels: Sequence[str]) -> bool:
    """Tell whether labels of digits name things rather than count them.

    They do if all have one width that leading zeros fill up (``0044``), or more digits than any
    measurement has.
    """
    if any(len(label) > _MOST_DIGITS and label.isdigit() for label in labels):
        return True
    padded = any(len(label) > 1 and label[0] == "0" and label.isdigit() for label in labels)
    return padded and len({len(label) for label in labels}) == 1


def looks_like_limit(label: str) -> bool:
    """Tell whether a label bounds a number: ``<0.1``, ``10+``, ``~5``."""
    return _LIMIT.fullmatch(label) is not None


def parse_limits(labels: Sequence[str], decimal: str) -> npt.NDArray[np.float64]:
    """Return the number in each limit, NaN for labels that are none."""
    inner = []
    for label in labels:
        match = _LIMIT.fullmatch(label)
        inner.append("" if match is None else (match["after"] or match["before"]).strip())
    return parse_numbers(inner, decimal)


def say(number: float) -> str:
    """Return a number as a person would write it."""
    if number == np.rint(number) and abs(number) < 10**_MOST_DIGITS:
        return str(int(number))
    return f"{number:.4g}"
