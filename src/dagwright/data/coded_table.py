"""`CodedTable`: names, states, codes and weights, whatever they came from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label
from dagwright.data.fingerprint import fingerprint_of
from dagwright.data.validate import checked_codes, checked_names, checked_states
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

__all__ = ["CodedTable"]


class CodedTable:
    """What is counted of a `Dataset`, and what two of them are compared by; it never changes."""

    __slots__ = ("__dict__", "_codes", "_names", "_states", "_weights")

    _names: tuple[str, ...]
    _states: tuple[tuple[Label, ...], ...]
    _codes: tuple[Codes, ...]
    _weights: npt.NDArray[np.int64] | None

    def __init__(
        self,
        names: Sequence[str],
        states: Sequence[Sequence[Label]],
        codes: Sequence[npt.ArrayLike],
        weights: npt.ArrayLike | None,
    ) -> None:
        self._names = checked_names(names)
        if not len(self._names) == len(states) == len(codes):
            raise DataError(
                f"{len(self._names)} names, {len(states)} lists of states and {len(codes)} columns "
                "of codes: give one of each a variable"
            )
        self._states = tuple(map(checked_states, self._names, states))
        self._codes = tuple(map(checked_codes, self._names, self._states, codes))
        for name, column in zip(self._names, self._codes, strict=True):
            if len(column) != self.n_rows:
                raise DataError(
                    f"variable {name!r} has {len(column)} rows where {self._names[0]!r} has "
                    f"{self.n_rows}: all columns must be equally long"
                )
        if self.n_rows == 0:
            raise DataError("the table has no rows: at least one is needed")
        self._weights = None if weights is None else check_weights(weights, self.n_rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return self._names

    @property
    def states(self) -> tuple[tuple[Label, ...], ...]:
        """Labels of each variable's states, in code order."""
        return self._states

    @property
    def codes(self) -> tuple[Codes, ...]:
        """Read-only codes, one array per variable: uint8, uint16 or uint32 by arity."""
        return self._codes

    @property
    def weights(self) -> npt.NDArray[np.int64] | None:
        """Read-only row weights, or None if every row counts once."""
        return self._weights

    @property
    def arities(self) -> tuple[int, ...]:
        """Number of states of each variable, unobserved ones included."""
        return tuple(map(len, self._states))

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return len(self._names)

    @property
    def n_rows(self) -> int:
        """Number of rows as they were given, whatever their weights."""
        return len(self._codes[0])

    @property
    def total_weight(self) -> int:
        """Sum of the weights; the number of rows without weights."""
        return self.n_rows if self._weights is None else int(self._weights.sum())

    @cached_property
    def fingerprint(self) -> str:
        """Hash of names, states, codes and weights in hexadecimal, the same on every machine.

        Examples
        --------
        >>> import dagwright as dw
        >>> dw.Dataset.from_frame({"a": [0, 1]}).fingerprint[:8]
        '167aa2e3'
        """
        return fingerprint_of(self._names, self._states, self._codes, self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodedTable):
            return NotImplemented
        if self is other:
            return True
        # The fingerprint tells 1 from True, which tuples of states do not.
        return (self._names, self.n_rows, self._states) == (
            other._names,
            other.n_rows,
            other._states,
        ) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __setattr__(self, name: str, value: object) -> None:
        parts = (part for kind in type(self).__mro__ for part in getattr(kind, "__slots__", ()))
        if name not in parts or hasattr(self, name):
            raise AttributeError(f"a {type(self).__name__} is immutable: {name!r} cannot be set")
        object.__setattr__(self, name, value)
