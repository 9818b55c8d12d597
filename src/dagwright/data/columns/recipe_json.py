"""A `Recipe` as plain values for JSON, and back with every part checked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from dagwright.errors import DataError, FormatError

if TYPE_CHECKING:
    from dagwright.data.columns.recipe import ColumnRecipe, Recipe, Values

__all__ = [
    "checked_keys",
    "column_from_json",
    "column_to_json",
    "recipe_from_json",
    "recipe_to_json",
]

Check = Callable[[Any], bool]


def recipe_to_json(recipe: Recipe, by_name: Collection[str] = ()) -> dict[str, Any]:
    """Return a recipe as plain values; of the columns `by_name` it has the names alone."""
    return {
        "dagwright": recipe.dagwright,
        "rows": recipe.n_rows,
        "fingerprint": recipe.fingerprint,
        "missing": recipe.missing,
        "columns": [
            column.name if column.name in by_name else column_to_json(column)
            for column in recipe.columns
        ],
    }


def column_to_json(column: ColumnRecipe) -> dict[str, Any]:
    """Return what was decided about a column as plain values; what is empty is left out."""
    plain: dict[str, Any] = {
        "name": column.name,
        "kind": column.kind.value,
        "treatment": column.treatment.value,
        "reason": column.reason or None,
        "same_as": column.same_as,
        "states": list(column.states) or None,
        "missing_state": column.missing_state or None,
        "cuts": None if column.cuts is None else list(column.cuts),
        "cut_by": column.cut_by,
        "values": None if column.values is None else _values_to_json(column.values),
    }
    return {key: value for key, value in plain.items() if value is not None}


def _values_to_json(values: Values) -> dict[str, Any]:
    ends = {"lows": list(values.lows), "highs": list(values.highs)}
    if values.lows == values.highs:
        del ends["highs"]
    return {**ends, "counts": list(values.counts)}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_number(value: Any) -> bool:
    # Neither NaN, nor infinite, nor an integer beyond all doubles.
    return type(value) in {int, float} and abs(value) <= sys.float_info.max


def _is_list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_label(value: Any) -> bool:
    return isinstance(value, str | int)


_NUMBERS = (_is_list_of(_is_number), "a list of numbers")
_COUNTS = (_is_list_of(_is_count), "a list of whole numbers from 0 up")
_TEXT = (_is_text, "a text")
_TABLE_KEYS: dict[str, tuple[Check, str]] = {
    "dagwright": _TEXT,
    "rows": (_is_count, "a whole number from 0 up"),
    "fingerprint": _TEXT,
    "missing": _TEXT,
    "columns": (lambda value: isinstance(value, list), "a list of columns"),
}
_COLUMN_KEYS: dict[str, tuple[Check, str]] = {
    "name": _TEXT,
    "kind": _TEXT,
    "treatment": _TEXT,
    "reason": _TEXT,
    "same_as": _TEXT,
    "states": (_is_list_of(_is_label), "a list of texts, whole numbers, true or false"),
    "missing_state": (lambda value: isinstance(value, bool), "true or false"),
    "cuts": _NUMBERS,
    "cut_by": _TEXT,
    "values": (lambda value: isinstance(value, dict), "a table of lows, highs and counts"),
}
_VALUES_KEYS: dict[str, tuple[Check, str]] = {
    "lows": _NUMBERS,
    "highs": _NUMBERS,
    "counts": _COUNTS,
}


def recipe_from_json(content: Any) -> Recipe:
    """Return the recipe of plain values, every part checked."""
    from dagwright.data.columns.recipe import Recipe  # noqa: PLC0415 - which uses this module

    where = "the description of the table"
    known = checked_keys(content, _TABLE_KEYS, where, required=("columns",))
    columns = tuple(column_from_json(column) for column in known.pop("columns"))
    try:
        return Recipe(columns, known.pop("rows", 0), **known)
    except DataError as error:
        raise FormatError(str(error)) from None


def column_from_json(content: Any) -> ColumnRecipe:
    """Return what was decided about a column, every part checked."""
    from dagwright.data.columns.recipe import ColumnRecipe, Values  # noqa: PLC0415

    name = content.get("name") if isinstance(content, Mapping) else None
    where = "a column" if name is None else f"column {name!r}"
    known = checked_keys(content, _COLUMN_KEYS, where, required=("name", "kind", "treatment"))
    try:
        if "values" in known:
            parts = checked_keys(
                known["values"], _VALUES_KEYS, f"{where}, 'values'", required=("lows", "counts")
            )
            lows = parts["lows"]
            try:
                known["values"] = Values(lows, parts.get("highs", lows), parts["counts"])
            except DataError as error:
                raise FormatError(f"{where}: {error}") from None
        return ColumnRecipe(**known)
    except DataError as error:
        raise FormatError(str(error)) from None


def checked_keys(
    content: Any,
    known: Mapping[str, tuple[Check, str]],
    where: str,
    required: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return a table of values, having refused unknown keys, missing ones and bad values."""
    if not isinstance(content, Mapping):
        raise FormatError(f"{where} must be a table of keys and values, not {content!r:.40}")
    for key, value in content.items():
        if key not in known:
            raise FormatError(f"{where} has the unknown key {key!r}: known are {', '.join(known)}")
        check, expected = known[key]
        if not check(value):
            raise FormatError(f"{where}: {key!r} must be {expected}, not {value!r:.40}")
    for key in required:
        if key not in content:
            raise FormatError(f"{where} has no {key!r}: add it")
    return dict(content)
