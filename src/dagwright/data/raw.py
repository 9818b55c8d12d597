"""Columns on their way to a `Dataset`: whatever was read, with its missing values still in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Column, Label, code_dtype, encode_integers, whole_numbers
from dagwright.data.problems import Problems

__all__ = ["Coded", "Mask", "RawColumn", "RawTable", "Real", "TooWide", "scatter"]

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Coded:
    """A discrete column.

    Attributes
    ----------
    states : tuple of labels
        In code order.
    codes : array of unsigned int
        One a row; 0 where the value is missing.
    missing : array of bool, optional
        Where values are missing; None if nowhere.
    declared : bool
        Whether the states were declared: then they all count, observed or not.
    """

    states: tuple[Label, ...]
    codes: Codes
    missing: Mask | None = None
    declared: bool = False

    @property
    def n_missing(self) -> int:
        """Number of missing values."""
        return 0 if self.missing is None else int(self.missing.sum())

    def take(self, rows: Mask) -> Coded:
        """Return the chosen rows; of undeclared states only those that are still observed."""
        missing = None if self.missing is None else self.missing[rows]
        if missing is not None and not missing.any():
            missing = None
        kept = Coded(self.states, self.codes[rows], missing, self.declared)
        return kept if self.declared else kept.observed()

    def observed(self) -> Coded:
        """Return the column without the states that no row has."""
        present = self.codes if self.missing is None else self.codes[~self.missing]
        used = np.bincount(present, minlength=len(self.states)) > 0
        if used.all():
            return self
        states = tuple(state for state, use in zip(self.states, used, strict=True) if use)
        ranks = np.maximum(np.cumsum(used) - 1, 0).astype(code_dtype(len(states)))
        return Coded(states, ranks[self.codes] if len(ranks) else self.codes, self.missing)

    def has_integers(self) -> bool:
        """Tell whether the states are integers that nobody declared."""
        return not self.declared and all(type(state) is int for state in self.states)

    def as_real(self) -> Real:
        """Return integers as numbers."""
        table = np.array([*self.states, *([] if self.states else [np.nan])], dtype=np.float64)
        values = table[self.codes]
        if self.missing is not None:
            values[self.missing] = np.nan
        return Real(values)


@dataclass(frozen=True)
class Real:
    """A column of numbers, NaN where the value is missing."""

    values: npt.NDArray[np.float64]

    @property
    def n_missing(self) -> int:
        """Number of missing values."""
        return int(np.isnan(self.values).sum())

    def take(self, rows: Mask) -> Real:
        """Return the chosen rows."""
        return Real(self.values[rows])

    def as_coded(self) -> Coded | None:
        """Return whole numbers as a discrete column, anything else as None."""
        missing = np.isnan(self.values)
        some = bool(missing.any())
        whole = whole_numbers(self.values[~missing] if some else self.values)
        if whole is None:
            return None
        return scatter(encode_integers(whole), missing) if some else Coded(*encode_integers(whole))


@dataclass(frozen=True)
class TooWide:
    """A column of text with so many different values that they were not kept.

    Attributes
    ----------
    labels : list of str
        The first of them.
    first_rows : list of int
        The row in which each occurs first.
    """

    labels: list[str]
    first_rows: list[int]

    @property
    def n_missing(self) -> int:
        """Missing values were not counted."""
        return 0

    def take(self, rows: Mask) -> TooWide:  # noqa: ARG002 - it has none
        """Return the column itself."""
        return self


RawColumn: TypeAlias = "Coded | Real | TooWide"


@dataclass
class RawTable:
    """Columns of equal length, and what is known to be wrong with others.

    Attributes
    ----------
    columns : dict
        In order, by name.
    n_rows : int
        Length of each.
    where : callable
        Says in words where a row is, for messages: 'line 7' or 'row 5'.
    weights : array_like, optional
        Row weights, not yet checked.
    problems : Problems
        Columns that could not be read at all.
    notes : list of str
        What the user should know of how it was read.
    warnings : list of str
        What of it could mislead.
    n_dropped : int
        Rows that were left out for their missing values.
    """

    columns: dict[str, RawColumn]
    n_rows: int
    where: Callable[[int], str] = "row {}".format
    weights: Any = None
    problems: Problems = field(default_factory=Problems)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    n_dropped: int = 0


def scatter(present: Column, missing: Mask) -> Coded:
    """Return a column of which only the rows that are not missing were coded."""
    states, codes = present
    whole = np.zeros(len(missing), dtype=codes.dtype)
    whole[~missing] = codes
    return Coded(states, whole, missing)
