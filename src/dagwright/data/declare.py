"""Declared states: the observed values of a column as positions in a list that the user gave."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.data.problems import UnusableError
from dagwright.data.raw import Coded, Real
from dagwright.data.text_labels import canonical_integer

__all__ = ["with_declared_states"]

_SHOWN = 8


def with_declared_states(
    column: Coded | Real, states: tuple[Label, ...], where: Callable[[int], str]
) -> Coded:
    """Return the column coded by its declared states.

    A value is the state that is written alike: 1 in a table and '1' in a file are both the declared
    state 1, and so is '1.0' in a file.

    Raises
    ------
    UnusableError
        If an observed value is not declared; it names the value and the first row.
    """
    code_of = {str(state): code for code, state in enumerate(states)}
    if isinstance(column, Real):
        column = _spelled_out(column)
    else:
        column = column.observed() if column.declared else column
    codes = [_code(state, code_of) for state in column.states]
    if None in codes:
        at = codes.index(None)
        unknown = column.codes == at
        if column.missing is not None:
            unknown &= ~column.missing
        raise _undeclared(column.states[at], where(int(np.argmax(unknown))), states)
    table = np.array([*codes, *([] if codes else [0])], dtype=code_dtype(len(states)))
    return Coded(states, table[column.codes], column.missing, declared=True)


def _code(label: Label, code_of: dict[str, int]) -> int | None:
    text = str(label)
    if text in code_of:
        return code_of[text]
    return code_of.get(canonical_integer(text) or text)


def _spelled_out(column: Real) -> Coded:
    missing = np.isnan(column.values)
    values, codes = np.unique(column.values, return_inverse=True, equal_nan=True)
    numbers = values[: len(values) - bool(missing.any())].tolist()
    texts = [str(int(v)) if v.is_integer() else repr(v) for v in numbers]
    narrow: Codes = np.where(missing, 0, codes).astype(code_dtype(len(values)))
    return Coded(tuple(texts), narrow, missing if missing.any() else None)


def _undeclared(label: Label, where: str, states: Sequence[Label]) -> UnusableError:
    shown = ", ".join(map(repr, states[:_SHOWN])) + (", ..." if len(states) > _SHOWN else "")
    return UnusableError(
        f"{label!r} (first in {where}), which is not one of its declared states {shown}",
        "declare it, or correct the data",
    )
