"""The states of a table in terms of a network's: matched by label, never by code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data import Dataset
from dagwright.data.encode import Label
from dagwright.errors import DataError
from dagwright.graph.names import list_names

__all__ = ["as_table", "matched_codes"]

Index = npt.NDArray[np.int64]


def as_table(data: Any, needed: Iterable[str]) -> Dataset:
    """Return a Dataset with the needed variables; of a frame only their columns are looked at."""
    wanted = list(needed)
    if isinstance(data, Dataset):
        present: Iterable[str] = data.names
    elif isinstance(data, Mapping):
        present = data.keys()
    elif isinstance(data, np.ndarray):
        raise DataError(
            "an array has no column names: use Dataset.from_frame(array, names=...) first"
        )
    else:
        import narwhals as nw  # noqa: PLC0415 - takes longer to import than the rest

        try:
            data = nw.from_native(data, eager_only=True)
        except TypeError as error:
            raise DataError(f"a {type(data).__name__} is not a table: {error}") from None
        present = data.columns
    missing = sorted(set(wanted) - set(present))
    if missing:
        raise DataError(f"the table has no column for {list_names(missing)}")
    if isinstance(data, Dataset):
        return data
    if isinstance(data, Mapping):
        return Dataset.from_frame({name: data[name] for name in wanted})
    return Dataset.from_frame(data.select(wanted).to_native())


def matched_codes(
    data: Dataset, states: Mapping[str, tuple[Label, ...]], names: Iterable[str]
) -> dict[str, Index]:
    """Return the columns of these variables in the codes of `states`.

    A label of the table stands for the state with the same text: the integer 1 of a table is the
    "1" of a network that was read from a file.
    """
    column_of = {name: position for position, name in enumerate(data.names)}
    result = {}
    for name in names:
        column = column_of[name]
        code_of = {str(state): code for code, state in enumerate(states[name])}
        translation = np.array(
            [code_of.get(str(label), -1) for label in data.states[column]], dtype=np.int64
        )
        codes: Index = translation[data.codes[column]]
        if codes.min() < 0:
            row = int(np.argmax(codes < 0))
            label = data.states[column][int(data.codes[column][row])]
            raise DataError(
                f"row {row + 1} has {label!r} for {name!r}, which is no state of the network; "
                f"it has {list_names(map(str, states[name]))}"
            )
        result[name] = codes
    return result
