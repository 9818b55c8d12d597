"""The checks that every `Dataset` has passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.errors import DataError
from dagwright.words import quoted

__all__ = ["checked_codes", "checked_names", "checked_states"]


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that are unique, non-empty strings, at least one of them."""
    if isinstance(names, str):
        raise DataError(f"names must be a list of names, not the single string {names!r}")
    result = tuple(names)
    if not result:
        raise DataError("the table has no columns: at least one is needed")
    for i, name in enumerate(result):
        if not isinstance(name, str) or not name:
            raise DataError(f"the name of variable {i} is {name!r}: it must be a non-empty string")
    repeated = [name for name, count in Counter(result).items() if count > 1]
    if repeated:
        raise DataError(f"several columns are called {quoted(repeated)}: names must be unique")
    return tuple(str(name) for name in result)


def checked_states(name: str, states: Sequence[Label]) -> tuple[Label, ...]:
    """Return the states of a variable: distinct strings, integers or booleans."""
    plain = tuple(state.item() if isinstance(state, np.generic) else state for state in states)
    for state in plain:
        if not isinstance(state, str | int):
            raise DataError(
                f"state {state!r} of variable {name!r} is not a string, an integer or a boolean"
            )
    if len(set(plain)) < len(plain):
        repeated = [state for state, count in Counter(plain).items() if count > 1]
        listed = ", ".join(map(repr, repeated))
        raise DataError(f"states of variable {name!r} occur more than once: {listed}")
    return plain


def checked_codes(name: str, states: tuple[Label, ...], codes: npt.ArrayLike) -> Codes:
    """Return the codes of a variable, each below its arity, read-only and of the right type."""
    array = np.asarray(codes)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size > 0):
        raise DataError(
            f"the codes of variable {name!r} must be a list of integers, "
            f"not {array.ndim}-dimensional of type {array.dtype}"
        )
    low = 0 if array.size == 0 or array.dtype.kind == "u" else int(array.min())
    if array.size > 0 and not 0 <= low <= int(array.max()) < len(states):
        raise DataError(
            f"the codes of variable {name!r} run from {array.min()} to {array.max()}, "
            f"but it has {len(states)} states: 0 to {len(states) - 1} are possible"
        )
    dtype = code_dtype(len(states))
    if array.dtype != dtype or array.flags.writeable or not array.flags.c_contiguous:
        array = np.array(array, dtype=dtype, order="C")
        array.flags.writeable = False
    return array
