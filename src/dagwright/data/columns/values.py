"""The values of a column once its labels are understood: numbers or texts, each coded by rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label, code_dtype, encode_integers, whole_numbers
from dagwright.data.raw import Coded, Mask, Real

__all__ = ["Floats", "Numbers", "Texts", "numbers_of_codes", "numbers_of_rows", "texts_of_codes"]

Floats: TypeAlias = npt.NDArray[np.float64]

_MANY_ROWS = 50_000
_COUNTED = 1_000
"""In tables of many rows, more different numbers than this are not counted: it takes a sort."""

_EXACT = 10**15
"""Whole numbers this large are written with an exponent rather than in up to 309 digits."""


@dataclass(frozen=True)
class Texts:
    """A column of labels.

    Attributes
    ----------
    labels : tuple of str
        Distinct, in lexicographic order; every one occurs.
    codes : array of unsigned int
        For each row a position in `labels`, 0 where the value is missing.
    missing : array of bool, optional
        Where values are missing; None if nowhere.
    """

    labels: tuple[str, ...]
    codes: Codes
    missing: Mask | None

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many rows have each label."""
        return _counts(self.codes, self.missing, len(self.labels))

    @property
    def n_present(self) -> int:
        """Rows that have a value."""
        return int(self.counts.sum())

    def as_coded(self) -> Coded:
        """Return it with a state for each label."""
        return Coded(self.labels, self.codes, self.missing)


@dataclass(frozen=True)
class Numbers:
    """A column of numbers.

    Attributes
    ----------
    coded : tuple, optional
        The different numbers, ascending, and the position of each row among them (0 where it is
        missing), if they have been counted.
    missing : array of bool, optional
        Where values are missing; None if nowhere.
    given_rows : array of float, optional
        The number in each row, NaN where it is missing; needed if they have not been counted.
    """

    coded: tuple[Floats, Codes] | None
    missing: Mask | None
    given_rows: Floats | None = None

    @cached_property
    def rows(self) -> Floats:
        """The number in each row, NaN where it is missing."""
        if self.given_rows is not None:
            return self.given_rows
        distinct, codes = self.coding
        rows: Floats = np.append(distinct, np.nan)[codes]  # one more: there may be none at all
        if self.missing is not None:
            rows[self.missing] = np.nan
        return rows

    @cached_property
    def present(self) -> Floats:
        """The numbers that are there, in the order of the rows."""
        return self.rows if self.missing is None else self.rows[~self.missing]

    @property
    def n_rows(self) -> int:
        """Rows of the table."""
        return len(self.rows) if self.coded is None else len(self.coded[1])

    @cached_property
    def n_present(self) -> int:
        """Rows that have a value."""
        return self.n_rows - (0 if self.missing is None else int(self.missing.sum()))

    @cached_property
    def coding(self) -> tuple[Floats, Codes]:
        """The different numbers and the code of each row, sorted for now if need be."""
        return self.coded if self.coded is not None else _rank(self.rows, self.missing)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many rows have each of the different numbers."""
        distinct, codes = self.coding
        return _counts(codes, self.missing, len(distinct))

    @property
    def n_values(self) -> int | None:
        """How many different numbers there are, None for very many."""
        if self.coded is None:
            return None
        n = len(self.coded[0])
        return None if n > _COUNTED and self.n_rows > _MANY_ROWS else n

    def is_wider_than(self, limit: int) -> bool:
        """Tell whether there are more different numbers than a limit, itself at most 1 000."""
        return self.n_values is None or self.n_values > limit

    @property
    def _some(self) -> Floats:
        """Each of the different numbers at least once."""
        return self.present if self.coded is None else self.coded[0]

    @cached_property
    def low(self) -> float:
        """The smallest number."""
        return float(self._some.min())

    @cached_property
    def high(self) -> float:
        """The largest number."""
        return float(self._some.max())

    @cached_property
    def whole(self) -> bool:
        """Whether all numbers are whole."""
        some = self._some
        first = some[:_COUNTED]  # what refutes it is mostly found at once
        return bool(np.all(first == np.rint(first)) and np.isfinite(some).all()) and bool(
            np.all(some == np.rint(some))
        )

    @cached_property
    def all_different(self) -> bool:
        """Whether no two rows have the same number."""
        if self.coded is not None:
            return len(self.coded[0]) == self.n_present
        few = self.present[:_COUNTED]
        if len(np.unique(few)) < len(few):
            return False
        steps = np.diff(self.present)
        if (steps > 0).all() or (steps < 0).all():
            return True
        return len(np.unique(self.present)) == self.n_present

    def as_real(self) -> Real:
        """Return it to be cut."""
        return Real(self.rows)

    def as_coded(self) -> Coded:
        """Return it with a state for each number, ascending."""
        distinct, codes = self.coding
        states: tuple[Label, ...] = tuple(
            int(number) if number == np.rint(number) and abs(number) < _EXACT else _short(number)
            for number in distinct.tolist()
        )
        if not all(isinstance(state, int) for state in states):
            states = tuple(map(str, states))
        return Coded(states, codes.astype(code_dtype(len(states)), copy=False), self.missing)


def _short(number: float) -> str:
    return repr(number).replace("e+", "e")


def numbers_of_rows(values: Floats) -> Numbers:
    """Return a column of numbers of which only the rows are known; NaN is missing."""
    gone = np.isnan(values)
    missing = gone if gone.any() else None
    some = values[:: max(1, len(values) // (8 * _COUNTED))]
    if len(values) > _MANY_ROWS and len(np.unique(some[~np.isnan(some)])) > _COUNTED:
        return Numbers(None, missing, values)
    return Numbers(_rank(values, missing), missing, values)


def numbers_of_codes(of_code: Floats, codes: Codes, missing: Mask | None) -> Numbers:
    """Return a column of numbers from the number of each code, NaN where it is missing."""
    usable = ~np.isnan(of_code) & (_counts(codes, missing, len(of_code)) > 0)
    distinct, ranks = np.unique(of_code[usable], return_inverse=True)
    rank_of = np.zeros(max(1, len(of_code)), dtype=code_dtype(len(distinct)))
    rank_of[np.flatnonzero(usable)] = ranks
    gone = np.isnan(of_code)
    if gone.any():
        here = gone[codes]
        missing = here if missing is None else here | missing
    return Numbers((distinct, rank_of[codes]), missing if _any(missing) else None)


def texts_of_codes(labels: Sequence[str], codes: Codes, missing: Mask | None) -> Texts:
    """Return a column of labels; codes of labels that are written alike are merged."""
    used = _counts(codes, missing, len(labels)) > 0
    distinct = sorted({label for label, use in zip(labels, used, strict=True) if use})
    place = {label: rank for rank, label in enumerate(distinct)}
    rank_of = np.array([place.get(label, 0) for label in labels] or [0])
    recoded = rank_of.astype(code_dtype(len(distinct)))[codes]
    if missing is not None:
        recoded[missing] = 0
    return Texts(tuple(distinct), recoded, missing if _any(missing) else None)


def _rank(rows: Floats, missing: Mask | None) -> tuple[Floats, Codes]:
    """Return the different numbers, ascending, and the position of each row among them."""
    present = rows if missing is None else rows[~missing]
    whole = whole_numbers(present)
    if whole is not None:  # mostly without sorting
        states, codes = encode_integers(whole)
        distinct = np.array(states, dtype=np.float64)
    else:
        distinct, ranks = np.unique(present, return_inverse=True)
        codes = ranks.reshape(-1).astype(code_dtype(len(distinct)))
    if missing is None:
        return distinct, codes
    scattered = np.zeros(len(rows), dtype=codes.dtype)
    scattered[~missing] = codes
    return distinct, scattered


def _any(missing: Mask | None) -> bool:
    return missing is not None and bool(missing.any())


def _counts(codes: Codes, missing: Mask | None, n: int) -> npt.NDArray[np.int64]:
    present = codes if missing is None else codes[~missing]
    return np.bincount(present, minlength=n)[:n] if n else np.zeros(0, dtype=np.int64)
