"""The states of a table in terms of a network's: matched by label, never by code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dagwright.data import Dataset
from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.errors import DataError
from dagwright.graph.names import list_names

__all__ = ["as_table", "matched_codes"]


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
) -> dict[str, Codes]:
    """Return the columns of these variables in the codes of `states`.

    A label of the table stands for the state with the same text: the integer 1 of a table is the
    "1" of a network that was read from a file.
    """
    column_of = {name: position for position, name in enumerate(data.names)}
    result = {}
    for name in names:
        labels, codes = data.states[column_of[name]], data.codes[column_of[name]]
        texts, known = list(map(str, labels)), list(map(str, states[name]))
        if texts == known:  # nearly always; and the codes stay as narrow as they are
            result[name] = codes
            continue
        code_of = {text: code for code, text in enumerate(known)}
        unknown = np.array([text not in code_of for text in texts])
        if unknown.any() and unknown[codes].any():
            row = int(np.argmax(unknown[codes]))
            raise DataError(
                f"row {row + 1} has {labels[int(codes[row])]!r} for {name!r}, which is no state of "
                f"the network; it has {list_names(known)}"
            )
        translation = np.array([code_of.get(text, 0) for text in texts], code_dtype(len(known)))
        result[name] = translation.take(codes, mode="clip")
    return result
