"""Codes that come back (subject, firm, tree): other columns never change within one of them.

A measured number does not do that. Where it seems to, the other column is a smooth function of it
(a logarithm, an age group, the quarter of a week), while what belongs to a subject, such as its
sex, jumps from one code to the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.column import Kind, Treatment
from dagwright.data.columns.kinds import Verdict
from dagwright.data.columns.names import suggests_code, suggests_place, suggests_quantity
from dagwright.data.columns.running import are_years
from dagwright.data.columns.values import Numbers, Texts
from dagwright.data.raw import Coded, Opaque, WideText

__all__ = ["Repeated", "find_repeated"]

_MOST_SUSPECTS = 20
_MOST_OTHERS = 200
"""Only the first columns, this many, are compared: subjects are usually named there."""

_FEW_CODES = 25
_MANY_ROWS = 15
"""Up to this many codes, each in this many rows on average, are categories."""

_FEWEST_CODES = 5
_EVIDENCE = 12.0
"""Nats by which agreement within all codes must exceed chance."""

_BALANCED = -2.5
"""Standard deviations by which counts of codes vary less than by chance."""

_REFUTING_ROWS = 4096


@dataclass(frozen=True)
class Repeated:
    """A column of codes that come back.

    Attributes
    ----------
    name
        The column.
    fixed
        The columns that never change within one code.
    is_category
        Whether the codes are few and each has many rows, as a firm or a region has.
    """

    name: str
    fixed: tuple[str, ...]
    is_category: bool = False


Rows: TypeAlias = "npt.NDArray[np.int64]"
Columns: TypeAlias = "Mapping[str, tuple[Numbers | Texts | Coded | WideText | Opaque, Verdict]]"


def find_repeated(columns: Columns) -> list[Repeated]:
    """Return the columns of codes that come back, be they numbers or text."""
    others: dict[str, Numbers | Texts] = {
        name: values
        for name, (values, verdict) in islice(columns.items(), _MOST_OTHERS)
        if isinstance(values, Numbers | Texts) and verdict.n_values not in (0, 1)
    }
    suspects = (name for name in others if _may_be_code(name, *columns[name]))
    found = []
    for name in islice(suspects, _MOST_SUSPECTS):
        fixed = _fixed_within(name, others)
        if fixed is not None:
            counts = others[name].counts
            few = len(counts) <= _FEW_CODES and counts.mean() >= _MANY_ROWS
            found.append(Repeated(name, fixed, few))
    return [codes for codes in found if not _is_attribute(codes, found)]


def _is_attribute(codes: Repeated, found: list[Repeated]) -> bool:
    """Tell whether a column only describes what another one names, as a weight does a subject."""
    owners = [other for other in found if codes.name in other.fixed]
    return any(owner.name not in codes.fixed for owner in owners) and not suggests_code(codes.name)


def _keys(values: Numbers | Texts, rows: Rows | None) -> npt.NDArray[Any]:
    """Return for each row a number that is the same for the same cell, a missing one included."""
    chosen = slice(None) if rows is None else rows
    if isinstance(values, Numbers) and values.coded is None:
        numbers = values.rows[chosen]
        return np.where(np.isnan(numbers), np.inf, numbers)
    codes = (values.codes if isinstance(values, Texts) else values.coding[1])[chosen]
    if values.missing is None:
        return codes
    return np.where(values.missing[chosen], 0, codes.astype(np.int64) + 1)


def _may_be_code(name: str, values: object, verdict: Verdict) -> bool:
    if isinstance(values, Texts):
        return verdict.kind is Kind.IDENTIFIER and values.n_present >= 1.5 * len(values.labels)
    if not isinstance(values, Numbers) or verdict.kind is not Kind.NUMBER:
        return False
    if verdict.treatment is not Treatment.CUT:
        return False
    if not values.whole or values.all_different:
        return False
    return not (are_years(values) or suggests_quantity(name) or suggests_place(name))


def _fixed_within(name: str, columns: Mapping[str, Numbers | Texts]) -> tuple[str, ...] | None:
    """Return the columns that speak for a column of codes, or None if it is not one."""
    values = columns[name]
    others = _not_refuted(name, columns)
    code_by_name = suggests_code(name)
    if not others and not (code_by_name and isinstance(values, Numbers)):
        return None
    counts = values.counts
    n_repeated = int((counts > 1).sum())
    if n_repeated < _FEWEST_CODES:
        return None
    present = None if values.missing is None else np.flatnonzero(~values.missing)
    codes = (values.codes if isinstance(values, Texts) else values.coding[1])[
        slice(None) if present is None else present
    ]
    fixed: list[str] = []
    twins: list[Numbers | Texts] = []
    rough = False
    for other in others:
        of_code = _constant_of(codes, len(counts), _keys(columns[other], present))
        if of_code is None or n_repeated * _surprise(of_code, counts) < _EVIDENCE:
            continue
        fixed.append(other)
        rough = rough or not (_is_time(columns[other]) or _is_smooth(of_code, columns[other]))
        if len(np.unique(of_code)) == len(counts):
            twins.append(columns[other])
    if isinstance(values, Texts):
        return tuple(fixed) or None
    balanced = _are_balanced(counts)
    if not fixed:
        return () if balanced and code_by_name else None
    if not code_by_name and not _is_code_among(twins, values):
        return None
    return tuple(fixed) if rough or balanced or code_by_name else None


def _is_code_among(twins: list[Numbers | Texts], values: Numbers) -> bool:
    """Return whether, of columns that determine each other, this one is clearly the code.

    The others are quantities of the same subject, such as the population of a country: their
    numbers are spread wider than codes, which moreover are rarely needed beside names.
    """
    span = values.high - values.low
    if any(isinstance(twin, Texts) for twin in twins):
        return span < 2 * len(values.counts)
    return all(
        span <= twin.high - twin.low for twin in twins if isinstance(twin, Numbers) and twin.whole
    )


def _not_refuted(name: str, columns: Mapping[str, Numbers | Texts]) -> list[str]:
    """Return the other columns that do not change within a code in some rows of a long table.

    All rows of some codes are looked at: those whose hash is lowest.
    """
    others = [other for other in columns if other != name]
    values = columns[name]
    n_rows = len(values.codes) if isinstance(values, Texts) else values.n_rows
    if n_rows < 4 * _REFUTING_ROWS:
        return others
    keys = _keys(values, None).astype(np.float64).view(np.uint64)
    hashes = (keys ^ (keys >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    limit = np.uint64((1 << 64) // n_rows * _REFUTING_ROWS)
    chosen = hashes < limit
    if values.missing is not None:
        chosen &= ~values.missing
    rows = np.flatnonzero(chosen)
    codes = np.unique(keys[rows], return_inverse=True)[1].reshape(-1)
    n_codes = int(codes.max(initial=-1)) + 1
    return [
        other
        for other in others
        if _constant_of(codes, n_codes, _keys(columns[other], rows)) is not None
    ]


def _is_time(other: Numbers | Texts) -> bool:
    """Tell whether a column is of years: what happened once belongs to its year, code or not."""
    return isinstance(other, Numbers) and are_years(other)


def _constant_of(
    codes: npt.NDArray[Any], n_codes: int, key: npt.NDArray[Any]
) -> npt.NDArray[Any] | None:
    """Return the value of another column for each code, or None if it changes within one."""
    of_code = np.zeros(n_codes, dtype=key.dtype)
    of_code[codes] = key
    return of_code if (of_code[codes] == key).all() else None


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
    return bool((dispersion ** (1 / 3) - (1 - sd**2)) / sd < _BALANCED)
