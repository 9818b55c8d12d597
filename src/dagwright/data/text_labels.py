"""What the labels of a column of text mean: integers, real numbers, missing values or names."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Column, Label, code_dtype
from dagwright.data.problems import ContinuousError

__all__ = ["MISSING_MARKERS", "encode_labels", "is_number"]

# 'None' and 'none' are not among them: networks in daily use have them as states.
MISSING_MARKERS = frozenset({"", "NA", "NaN", "nan", "?"})

# At most 18 digits, so that integers fit 64 bits; longer ones are identifiers, kept as text. The
# '.0' is what data frame libraries write for whole numbers in float columns. No leading zeros:
# '007' is a name.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.0*)?")
_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[iI]nf(?:inity)?)")


def is_number(label: str) -> bool:
    """Tell whether a cell reads as a number."""
    return _NUMBER.fullmatch(label) is not None


def encode_labels(labels: Sequence[str], used: npt.NDArray[np.bool_], codes: Codes) -> Column:
    """Return sorted states and the codes that point to them.

    Parameters
    ----------
    labels : sequence of str
        Label of each code, in any order.
    used : array of bool
        Which labels occur; only they become states.
    codes : array of unsigned int
        Codes into `labels`.

    Raises
    ------
    ContinuousError
        If the labels are all numbers and not all of them whole.

    Notes
    -----
    Labels that are all integers become ints, and different spellings of one integer ('1', '1.0')
    one state.
    """
    occurring = [label for label, use in zip(labels, used, strict=True) if use]
    meanings: dict[str, Label]
    if all(map(_INTEGER.fullmatch, occurring)):
        meanings = {label: int(label.partition(".")[0]) for label in occurring}
    elif all(map(is_number, occurring)) and not all(map(_is_whole, occurring)):
        raise ContinuousError
    else:
        meanings = {label: label for label in occurring}
    states = tuple(sorted(set(meanings.values())))
    rank_of = {state: rank for rank, state in enumerate(states)}
    ranks = np.zeros(len(labels), dtype=code_dtype(len(states)))
    ranks[used] = [rank_of[meanings[label]] for label in occurring]
    recoded = ranks.take(codes, mode="clip")  # every code is in range; "clip" skips the check
    recoded.flags.writeable = False
    return states, recoded


def _is_whole(number: str) -> bool:
    value = float(number)
    return math.isfinite(value) and value.is_integer()
