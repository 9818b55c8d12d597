"""Columns that say the same: one of them is enough, and both would be the strongest edge.

Found in linear time: columns are compared only if a summary of theirs agrees that does not change
when values are renamed (for numbers: when they are transformed monotonically).
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import code_dtype
from dagwright.data.raw import Coded, Real

__all__ = ["find_aliases"]

_EVIDENCE = 18.0
"""Nats by which agreement must exceed chance: one in 10^8, since there are many pairs."""

_ROWS_PER_VALUE = 3
"""With fewer, labels that determine each other prove nothing."""

_COMPARED_ROWS = 256


def find_aliases(used: Mapping[str, Coded | Real]) -> dict[str, str]:
    """Return for each column that says the same as an earlier one the first of these.

    Coded columns say the same if their states are the same under other names, numbers if one is a
    strictly monotone copy of the other.
    """
    summaries: defaultdict[Hashable, list[str]] = defaultdict(list)
    for name, column in used.items():
        summary = _of_numbers(column) if isinstance(column, Real) else _of_states(column)
        if summary is not None:
            summaries[summary].append(name)
    found: dict[str, str] = {}
    for names in summaries.values():
        if len(names) > 1:
            found.update(_same_in({name: used[name] for name in names}))
    return {name: found[name] for name in used if name in found}


def _same_in(alike: Mapping[str, Coded | Real]) -> dict[str, str]:
    """Return the aliases among columns of one summary, now by all of their rows."""
    found: dict[str, str] = {}
    firsts: dict[bytes, str] = {}
    for name, column in alike.items():
        digest = _digest(_ranks(column).tobytes() if isinstance(column, Real) else _renamed(column))
        first = firsts.setdefault(digest, name)
        if first != name:
            found[name] = first
    return found


def _of_states(column: Coded) -> Hashable | None:
    """Return how many rows have each state, whatever it is called; None if that proves nothing."""
    counts = sorted(filter(None, np.bincount(_with_holes(column)).tolist()))
    n = sum(counts)
    if len(counts) < 2 or _ROWS_PER_VALUE * len(counts) > n:
        return None
    if _ways(counts) < _EVIDENCE:
        return None
    return ("states", *counts)


def _ways(counts: list[int]) -> float:
    """Return the logarithm of the number of columns with these counts."""
    return math.lgamma(sum(counts) + 1) - sum(math.lgamma(count + 1) for count in counts)


def _with_holes(column: Coded) -> npt.NDArray[Any]:
    """Return the codes with one more for missing values."""
    if column.missing is None:
        return column.codes
    codes = column.codes.astype(code_dtype(len(column.states) + 1))
    codes += 1
    codes[column.missing] = 0
    return codes


def _renamed(column: Coded) -> bytes:
    """Return codes in the order in which they first occur."""
    codes = _with_holes(column)
    if codes.dtype == np.uint8:  # a table of bytes is faster than one of numbers
        text = codes.tobytes()
        firsts = sorted((text.find(code), code) for code in range(int(codes.max()) + 1))
        table = bytearray(256)
        for rank, code in enumerate(code for first, code in firsts if first >= 0):
            table[code] = rank
        return text.translate(table)
    n_codes = int(codes.max()) + 1
    first = np.full(n_codes, len(codes), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)  # the last one written stays
    place = np.empty(n_codes, dtype=np.uint32)
    place[np.argsort(first, kind="stable")] = np.arange(n_codes, dtype=np.uint32)
    n_values = int((first < len(codes)).sum())
    renamed: bytes = place.astype(code_dtype(n_values))[codes].tobytes()
    return renamed


def _of_numbers(column: Real) -> Hashable | None:
    """Return the ranks of some rows, up to direction; None if there is too little to compare."""
    rows = column.values
    if len(rows) < 2:
        return None
    some = rows[:: max(1, len(rows) // _COMPARED_ROWS)]
    return ("numbers", _directed(_dense_ranks(some)).tobytes())


def _ranks(column: Real) -> npt.NDArray[np.int64]:
    """Return ranks of all rows, up to direction, or something unique if they prove nothing."""
    ranks = _dense_ranks(column.values)
    n_values = int(ranks.max()) + 1
    holes = bool((ranks < 0).any())
    repeats = _ROWS_PER_VALUE * (n_values + holes) <= len(ranks)
    if math.lgamma(n_values + 1) < _EVIDENCE or (holes and not repeats):
        return np.array([id(column)], dtype=np.int64)
    return _directed(ranks)


def _dense_ranks(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return the rank of each value among the different ones, -1 where it is missing."""
    order = values.argsort()  # which puts NaN last
    ascending = values[order]
    rises = np.empty(len(values), dtype=bool)
    rises[:1] = False
    np.not_equal(ascending[1:], ascending[:-1], out=rises[1:])
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[order] = np.cumsum(rises)
    if len(values) and np.isnan(ascending[-1]):
        ranks[np.isnan(values)] = -1
    return ranks


def _directed(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return ranks, turned round if that makes the first row that differs from its mirror lower."""
    top = int(ranks.max(initial=0))
    mirrored = top - ranks
    mirrored[ranks < 0] = -1
    first = int(np.argmax(ranks != mirrored))
    return mirrored if mirrored[first] < ranks[first] else ranks


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()
