"""Columns on their way to a `Dataset`: whatever was read, with its missing values still in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Column, Label, code_dtype, encode_integers, whole_numbers
from dagwright.data.problems import Problems

__all__ = [
    "Coded",
    "Labels",
    "Mask",
    "Opaque",
    "RawColumn",
    "RawTable",
    "Real",
    "WideText",
    "scatter",
]

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Coded:
    """A discrete column.

    Attributes
    ----------
    states : tuple of labels
        In code order.
    codes : array of unsigned int
        One per row; 0 where the value is missing.
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
        """Return whether the states are undeclared integers."""
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
    """A column of numbers, NaN where the value is missing.

    Attributes
    ----------
    values : array of float
        One per row.
    exceptions : dict
        Cells that are written otherwise ('<0.1', 'Unknown', 'NA') and their rows, where `values`
        is NaN.
    """

    values: npt.NDArray[np.float64]
    exceptions: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict)

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
class Labels:
    """A column of text as it is written: what its labels mean is not decided yet.

    Attributes
    ----------
    labels : list of str
        Distinct cells, blanks around them trimmed; every one of them occurs.
    codes : array of unsigned int
        For each row a position in `labels`; 0 where the value is missing.
    missing : array of bool, optional
        Where the source itself says that there is no value (a null of a frame); None if nowhere.
        Cells that are *written* as missing, such as 'NA', are still among the labels.
    """

    labels: list[str]
    codes: Codes
    missing: Mask | None = None


@dataclass(frozen=True)
class WideText:
    """A column of text with too many different cells to be kept: they were only counted.

    Attributes
    ----------
    n_cells : int
        Cells that are not empty.
    n_empty : int
        Cells that are.
    n_dates : int
        Cells that look like dates or times.
    n_words : int
        Words in all cells together.
    n_bytes : int
        Their length.
    sample : list of str
        Some of the cells.
    """

    n_cells: int
    n_empty: int
    n_dates: int
    n_words: int
    n_bytes: int
    sample: list[str]


@dataclass(frozen=True)
class Opaque:
    """A column of a frame that is neither text nor numbers.

    Attributes
    ----------
    what : str
        What it holds, for messages: 'dates', 'lists', 'text and numbers mixed'.
    is_date : bool
        Whether that is dates, times or durations.
    n_missing : int
        Cells without a value.
    """

    what: str
    is_date: bool = False
    n_missing: int = 0


RawColumn: TypeAlias = "Coded | Real | Labels | WideText | Opaque"


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
    decimal : str
        The decimal mark of numbers in text, '.' or ','.
    """

    columns: dict[str, RawColumn]
    n_rows: int
    where: Callable[[int], str] = "row {}".format
    weights: Any = None
    problems: Problems = field(default_factory=Problems)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    n_dropped: int = 0
    decimal: str = "."


def scatter(present: Column, missing: Mask) -> Coded:
    """Return a column of which only the rows that are not missing were coded."""
    states, codes = present
    whole = np.zeros(len(missing), dtype=codes.dtype)
    whole[~missing] = codes
    return Coded(states, whole, missing)
