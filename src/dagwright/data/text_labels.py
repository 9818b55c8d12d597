"""What the labels of a column of text mean: integers, real numbers, missing values or names."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.data.raw import Coded, Real

__all__ = ["MISSING_MARKERS", "canonical_integer", "encode_labels", "is_number"]

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


def canonical_integer(label: str) -> str | None:
    """Return the shortest spelling of a cell that reads as an integer, else None."""
    return str(_integer(label)) if _INTEGER.fullmatch(label) else None


def encode_labels(
    labels: Sequence[str],
    used: npt.NDArray[np.bool_],
    codes: Codes,
    missing: Collection[str] = (),
    as_text: bool = False,
) -> Coded | Real:
    """Return what a column of labels means.

    Parameters
    ----------
    labels : sequence of str
        Label of each code, in any order.
    used : array of bool
        Which labels occur; only they become states.
    codes : array of unsigned int
        Codes into `labels`.
    missing : collection of str
        Labels that stand for a missing value.
    as_text : bool
        Keep every label as it is written.

    Returns
    -------
    Coded or Real
        Labels that are all integers become ints, and different spellings of one integer ('1',
        '1.0') one state; other numbers become a real column; the rest is text.
    """
    gone = used & np.fromiter((label in missing for label in labels), bool, len(labels))
    some_missing = bool(gone.any())
    stays = used & ~gone if some_missing else used
    occurring = [label for label, use in zip(labels, stays, strict=True) if use]
    meanings: dict[str, Label]
    if not as_text and all(map(_INTEGER.fullmatch, occurring)):
        meanings = {label: _integer(label) for label in occurring}
    elif not as_text and all(map(is_number, occurring)) and not all(map(_is_whole, occurring)):
        table = np.full(len(labels), np.nan)
        table[stays] = [float(label) for label in occurring]
        return Real(table.take(codes, mode="clip"))
    else:
        meanings = {label: label for label in occurring}
    states = tuple(sorted(set(meanings.values())))
    rank_of = {state: rank for rank, state in enumerate(states)}
    # One rank at least: where every value is missing there are codes, but no labels.
    ranks = np.zeros(max(len(labels), 1), dtype=code_dtype(len(states)))
    ranks[np.flatnonzero(stays)] = [rank_of[meanings[label]] for label in occurring]
    recoded = ranks.take(codes, mode="clip")  # every code is in range; "clip" skips the check
    return Coded(states, recoded, gone.take(codes, mode="clip") if some_missing else None)


def _integer(label: str) -> int:
    return int(label.partition(".")[0])


def _is_whole(number: str) -> bool:
    value = float(number)
    return math.isfinite(value) and value.is_integer()
