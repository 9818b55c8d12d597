"""The values of a column once its labels are understood: numbers or texts, each coded by rank."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.scale import Floats, Scale
from dagwright.data.encode import Codes, code_dtype, encode_integers, whole_numbers
from dagwright.data.raw import Coded, Mask, Real

__all__ = ["Numbers", "Texts", "numbers_of_codes", "numbers_of_rows"]

_MANY_ROWS = 50_000
_COUNTED = 1_000
"""In tables of many rows, more different numbers than this are not counted: it takes a sort."""


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

    @cached_property
    def n_present(self) -> int:
        """Rows that have a value."""
        return len(self.codes) - _n_missing(self.missing)

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

    coded: tuple[Scale, Codes] | None
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
        return self.n_rows - _n_missing(self.missing)

    @cached_property
    def coding(self) -> tuple[Floats, Codes]:
        """The different numbers and the code of each row, sorted for now if need be."""
        if self.coded is None:
            return _rank(self.rows, self.missing)
        scale, codes = self.coded
        return scale.numbers, codes

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
        n = len(self.coded[0].numbers)
        return None if n > _COUNTED and self.n_rows > _MANY_ROWS else n

    def is_wider_than(self, limit: int) -> bool:
        """Tell whether there are more different numbers than a limit, itself at most 1 000."""
        return self.n_values is None or self.n_values > limit

    @cached_property
    def _scale(self) -> Scale:
        """Each of the different numbers at least once."""
        return Scale(self.present) if self.coded is None else self.coded[0]

    @property
    def low(self) -> float:
        """The smallest number."""
        return self._scale.low

    @property
    def high(self) -> float:
        """The largest number."""
        return self._scale.high

    @property
    def whole(self) -> bool:
        """Whether all numbers are whole."""
        return self._scale.whole

    @cached_property
    def all_different(self) -> bool:
        """Whether no two rows have the same number."""
        if self.coded is not None:
            return len(self.coded[0].numbers) == self.n_present
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
        scale = Scale(distinct) if self.coded is None else self._scale
        states = scale.states
        return Coded(states, codes.astype(code_dtype(len(states)), copy=False), self.missing)


def numbers_of_rows(values: Floats) -> Numbers:
    """Return a column of numbers of which only the rows are known; NaN is missing."""
    gone = np.isnan(values)
    missing = gone if gone.any() else None
    some = values[:: max(1, len(values) // (8 * _COUNTED))]
    if len(values) > _MANY_ROWS and len(np.unique(some[~np.isnan(some)])) > _COUNTED:
        return Numbers(None, missing, values)
    distinct, codes = _rank(values, missing)
    return Numbers((Scale(distinct), codes), missing, values)


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
    return Numbers((Scale(distinct), rank_of[codes]), missing if _any(missing) else None)


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


def _n_missing(missing: Mask | None) -> int:
    return 0 if missing is None else int(np.count_nonzero(missing))


def _any(missing: Mask | None) -> bool:
    return missing is not None and bool(missing.any())


def _counts(codes: Codes, missing: Mask | None, n: int) -> npt.NDArray[np.int64]:
    present = codes if missing is None else codes[~missing]
    return np.bincount(present, minlength=n)[:n] if n else np.zeros(0, dtype=np.int64)
