"""Tables in terms of a network: coded as its own table was, states matched by label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

import numpy as np

from dagwright.data import Dataset, as_dataset
from dagwright.data.columns.recipe import Recipe
from dagwright.data.encode import Codes, Label, code_dtype
from dagwright.errors import DataError
from dagwright.suggestions import did_you_mean
from dagwright.words import list_names

__all__ = ["as_table", "decided_table", "matched_codes"]


def as_table(data: Any, needed: Iterable[str], recipe: Recipe | None = None) -> Dataset:
    """Return a Dataset with the needed variables; of a frame only their columns are looked at.

    With a recipe, numbers are cut where it says; those beyond its values belong to the first or
    the last interval. Without one every value is a state. No row is ever dropped: missing values
    are refused, unless there is a state for them.

    Parameters
    ----------
    data
        A `Dataset`, the path of a file, or whatever `Dataset.from_frame` takes.
    needed
        The variables.
    recipe
        What was decided about the table of the network.
    """
    wanted = list(needed)
    if isinstance(data, Dataset):
        table = _checked(data, wanted)
        return table if recipe is None else _cut_alike(table, recipe, wanted)
    words: dict[str, Any] = {"as_is": True, "columns": wanted}
    if recipe is not None:
        missing = "state" if recipe.missing == "state" else "error"
        words = {"like": recipe.select(wanted), "missing": missing}
    if not isinstance(data, str | PathLike):
        data = _selected(data, wanted)
    return _checked(as_dataset(data, **words), wanted)


def decided_table(data: Any, needed: Iterable[str], words: Mapping[str, Any]) -> Dataset:
    """Return a Dataset with the needed variables, its columns decided as whenever one is read.

    Parameters
    ----------
    data
        A `Dataset`, the path of a file, or whatever `Dataset.from_frame` takes.
    needed
        The variables, whatever they look like.
    words
        What the user says about the table.
    """
    wanted = list(needed)
    if not words and isinstance(data, Dataset):
        return _checked(data, wanted)
    if not words and not isinstance(data, str | PathLike):
        data = _selected(data, wanted)
    if not isinstance(data, Dataset) and "like" not in words:
        words = {"columns": wanted, **words}
    return _checked(as_dataset(data, **words), wanted)


def _selected(data: Any, wanted: list[str]) -> Any:
    """Return a frame with the wanted columns only."""
    if isinstance(data, np.ndarray):
        raise DataError(
            "an array has no column names: use Dataset.from_frame(array, names=...) first"
        )
    if isinstance(data, Mapping):
        _check_among(wanted, data.keys())
        return {name: data[name] for name in wanted}
    import narwhals as nw  # noqa: PLC0415 - takes longer to import than the rest

    try:
        frame = nw.from_native(data, eager_only=True)
    except TypeError as error:
        raise DataError(f"a {type(data).__name__} is not a table: {error}") from None
    _check_among(wanted, frame.columns)
    return frame.select(wanted).to_native()


def _check_among(wanted: Iterable[str], present: Iterable[str]) -> None:
    missing = sorted(set(wanted) - set(present))
    if missing:
        known = list(present)
        similar = did_you_mean(missing[0], known) if len(missing) == 1 else ""
        raise DataError(f"the table has no column for {list_names(missing)}{similar}")


def _checked(table: Dataset, wanted: Iterable[str]) -> Dataset:
    """Return the table, unless it lacks a variable or does not use it."""
    missing = sorted(set(wanted) - set(table.names))
    for name in missing:
        if name in table.columns:
            column = table.columns[name]
            raise DataError(
                f"the table does not use {name!r} ({column.treatment}: {column.reason}): "
                f"read it with keep={name!r}"
            )
    _check_among(missing, table.names)
    return table


def _cut_alike(data: Dataset, recipe: Recipe, wanted: Iterable[str]) -> Dataset:
    """Return a table with its numbers cut where the recipe says."""
    changed = {}
    for name in wanted:
        number, cuts = data.numbers.get(name), recipe[name].cuts
        if number is None or cuts is None or number.cuts.values == cuts:
            continue
        try:
            changed[name] = number.cut_where(cuts)
        except DataError as error:
            raise DataError(
                f"{name!r} is cut at other places for the network, and one of them, {error} "
                "(like=network)"
            ) from None
    return data._with_numbers(changed) if changed else data


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
            label = labels[int(codes[row])]
            raise DataError(
                f"row {row + 1} has {label!r} for {name!r}, which is not a state of the network"
                f"{did_you_mean(label, known)}; it has {list_names(known)}"
            )
        translation = np.array([code_of.get(text, 0) for text in texts], code_dtype(len(known)))
        result[name] = translation.take(codes, mode="clip")
    return result
