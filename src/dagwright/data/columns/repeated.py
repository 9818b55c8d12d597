"""Codes that come back (subject, firm, tree): other columns never change within one of them.

A measured number does not do that. Where it seems to, the other column is a smooth function of it
(a logarithm, an age group, the quarter of a week), while what belongs to a subject, such as its sex,
jumps from one code to the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.column import Kind, Treatment
from dagwright.data.columns.kinds import Verdict
from dagwright.data.columns.names import suggests_code, suggests_quantity
from dagwright.data.columns.running import are_years
from dagwright.data.columns.values import Numbers, Texts

__all__ = ["Repeated", "find_repeated", "row_keys"]

_MOST_SUSPECTS = 20
_MOST_OTHERS = 200
"""Only so many columns are compared, the first ones, where subjects are named if anywhere."""

_FEWEST_CODES = 5
_EVIDENCE = 12.0
"""Nats by which agreement within all codes must exceed chance."""

_BALANCED = -2.5
"""Standard deviations by which counts of codes vary less than by chance."""

_REFUTING_ROWS = 4096


@dataclass(frozen=True)
class Repeated:
    """A column of codes that come back, and the columns that never change within one code."""

    name: str
    fixed: tuple[str, ...]


Columns = Mapping[str, "tuple[Any, Verdict]"]


def find_repeated(columns: Columns) -> list[Repeated]:
    """Return the columns of numbers that are codes, and the identifiers whose rows belong together."""
    keys: dict[str, npt.NDArray[Any]] = {}
    for name, (values, verdict) in islice(columns.items(), _MOST_OTHERS):
        if isinstance(values, Numbers | Texts) and verdict.n_values != 1:
            keys[name] = row_keys(values)
    suspects = (name for name in keys if _may_be_code(name, *columns[name]))
    found = []
    for name in islice(suspects, _MOST_SUSPECTS):
        fixed = _fixed_within(name, keys, columns)
        if fixed is not None:
            found.append(Repeated(name, fixed))
    return found


def row_keys(values: Numbers | Texts) -> npt.NDArray[Any]:
    """Return for each row a number that is the same for the same cell, a missing one included."""
    if isinstance(values, Numbers) and values.coded is None:
        return np.where(np.isnan(values.rows), np.inf, values.rows)
    codes = values.codes if isinstance(values, Texts) else values.coding[1]
    if values.missing is None:
        return codes
    return np.where(values.missing, 0, codes.astype(np.int64) + 1)


def _may_be_code(name: str, values: Numbers | Texts, verdict: Verdict) -> bool:
    if isinstance(values, Texts):
        return verdict.kind is Kind.IDENTIFIER and values.n_present >= 1.5 * len(values.labels)
    if verdict.kind is not Kind.NUMBER or verdict.treatment is not Treatment.CUT:
        return False
    if not values.whole or values.all_different:
        return False
    return not are_years(values) and not suggests_quantity(name)


def _fixed_within(
    name: str, keys: Mapping[str, npt.NDArray[Any]], columns: Columns
) -> tuple[str, ...] | None:
    """Return the columns that speak for a column of codes, or None if it is not one."""
    values: Numbers | Texts = columns[name][0]
    codes = values.codes if isinstance(values, Texts) else values.coding[1]
    counts = values.counts
    n_repeated = int((counts > 1).sum())
    if n_repeated < _FEWEST_CODES:
        return None
    present = None if values.missing is None else np.flatnonzero(~values.missing)
    codes = codes if present is None else codes[present]
    fixed, rough, has_twin = [], False, False
    for other, key in keys.items():
        if other == name:
            continue
        of_code = _constant_of(codes, len(counts), key if present is None else key[present])
        if of_code is None or n_repeated * _surprise(of_code, counts) < _EVIDENCE:
            continue
        fixed.append(other)
        rough = rough or not _is_smooth(of_code, columns[other][0])
        has_twin = has_twin or len(np.unique(of_code)) == len(counts)
    if isinstance(values, Texts):
        return tuple(fixed) or None
    balanced = _are_balanced(counts)
    code_by_name = suggests_code(name)
    if not fixed:
        return () if balanced and code_by_name else None
    # One of several columns that name the same subject: which of them is a code and which a
    # quantity of the subject, such as the population of a country?
    if has_twin and not code_by_name and values.high - values.low >= 2 * len(counts):
        return None
    return tuple(fixed) if rough or balanced or code_by_name else None


def _constant_of(
    codes: npt.NDArray[Any], n_codes: int, key: npt.NDArray[Any]
) -> npt.NDArray[Any] | None:
    """Return the value of another column for each code, or None if it changes within one."""
    for rows in (slice(_REFUTING_ROWS), slice(None)):
        of_code = np.zeros(n_codes, dtype=key.dtype)
        of_code[codes[rows]] = key[rows]
        if not (of_code[codes[rows]] == key[rows]).all():
            return None
    return of_code


def _surprise(of_code: npt.NDArray[Any], counts: npt.NDArray[np.int64]) -> float:
    """Return how unlikely it is, in nats, that two rows agree by chance."""
    _, places = np.unique(of_code, return_inverse=True)
    weights = np.bincount(places.reshape(-1), weights=counts)
    return -math.log(float(((weights / weights.sum()) ** 2).sum()))


def _is_smooth(of_code: npt.NDArray[Any], other: Numbers | Texts) -> bool:
    """Tell whether neighbouring codes have like values more often than by chance."""
    if isinstance(other, Texts) or len(np.unique(of_code)) == 2:
        shares = np.unique(of_code, return_counts=True)[1] / len(of_code)
        expected = (len(of_code) - 1) * (1 - float((shares**2).sum()))
        return bool((np.diff(of_code.astype(np.float64)) != 0).sum() < 0.5 * expected)
    ranks = np.unique(of_code, return_inverse=True)[1].reshape(-1).astype(np.float64)
    spread = ((ranks - ranks.mean()) ** 2).sum()
    return bool((np.diff(ranks) ** 2).sum() < spread)  # twice the spread if they are unrelated


def _are_balanced(counts: npt.NDArray[np.int64]) -> bool:
    """Tell whether codes occur more evenly than numbers that come by chance.

    Their counts then follow Poisson's distribution without its zero; the dispersion is compared by
    the cube-root approximation of Wilson and Hilferty (1931).
    """
    mean = float(counts.mean())
    if mean < 1.5:
        return False
    rate = mean
    for _ in range(50):
        rate = mean * -math.expm1(-rate)
    usual = 1 + rate - mean
    freedom = len(counts) - 1
    dispersion = float(counts.var(ddof=1)) / mean / max(usual, 1e-9)
    sd = math.sqrt(2 / (9 * freedom))
    return (dispersion ** (1 / 3) - (1 - sd**2)) / sd < _BALANCED
