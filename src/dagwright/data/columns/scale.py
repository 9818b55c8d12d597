"""`Scale`: the different numbers of a column, which many columns of a wide table share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Label

__all__ = ["Floats", "Scale"]

Floats: TypeAlias = npt.NDArray[np.float64]

_FIRST = 1_000
_EXACT = 10**15
"""Whole numbers this large are written with an exponent rather than in up to 309 digits."""


@dataclass(frozen=True, eq=False)
class Scale:
    """The numbers of a column without regard to its rows.

    Attributes
    ----------
    numbers : array of float
        Each of the different numbers, ascending; or the numbers of all rows, if they have not been
        counted.
    """

    numbers: Floats

    @cached_property
    def low(self) -> float:
        """The smallest number."""
        return float(self.numbers.min())

    @cached_property
    def high(self) -> float:
        """The largest number."""
        return float(self.numbers.max())

    @cached_property
    def whole(self) -> bool:
        """Whether all numbers are whole."""
        first = self.numbers[:_FIRST]  # what refutes it is mostly found at once
        if not (first == np.rint(first)).all() or not np.isfinite(self.numbers).all():
            return False
        return len(first) == len(self.numbers) or bool(
            np.all(self.numbers == np.rint(self.numbers))
        )

    @cached_property
    def states(self) -> tuple[Label, ...]:
        """A state for each number: whole ones as they are, others, and all beside them, as text."""
        states: tuple[Label, ...] = tuple(
            int(number) if number.is_integer() and abs(number) < _EXACT else _short(number)
            for number in self.numbers.tolist()
        )
        if not all(isinstance(state, int) for state in states):
            states = tuple(map(str, states))
        return states


def _short(number: float) -> str:
    return repr(number).replace("e+", "e")
