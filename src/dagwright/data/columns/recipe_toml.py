"""A `Recipe` as TOML, which people read and change."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dagwright.data.columns.column import Treatment
from dagwright.data.columns.recipe_json import recipe_from_json
from dagwright.errors import FormatError
from dagwright.toml_text import toml_list, toml_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from dagwright.data.columns.recipe import ColumnRecipe, Recipe

__all__ = ["recipe_from_toml", "recipe_to_toml"]

_HEADER = """\
# What dagwright does with each column. Change what you like and pass this file as --like.
# kind:      number, category, index, identifier, date, text, constant
# treatment: cut (numbers into intervals), keep (each value is a state), leave out,
#            same as another (which same_as names)
# cuts:      a value at a cut belongs above it; without this line, cuts are found again
# states:    in order; without this line, they are those of the next table
"""
_TABLE_KEYS = ("dagwright", "rows", "fingerprint", "missing", "columns")
_COLUMN_KEYS = ("kind", "treatment", "reason", "same_as", "states", "missing_state", "cuts")
_USELESS: dict[str, tuple[str, ...]] = {
    "cut": ("states", "same_as"),
    "keep": ("cuts", "same_as"),
    "leave out": ("cuts", "states", "missing_state", "same_as"),
    "same as another": ("cuts", "states", "missing_state"),
}
_PROVISIONAL = "  # provisional: learn finds others, unless you remove the first #"


def recipe_to_toml(recipe: Recipe) -> str:
    """Return a recipe as TOML, a table per column."""
    lines = [
        f"dagwright = {toml_text(recipe.dagwright)}",
        f"rows = {recipe.n_rows}",
        f"fingerprint = {toml_text(recipe.fingerprint)}",
        f"missing = {toml_text(recipe.missing)}  # drop, state or none",
    ]
    for column in recipe.columns:
        lines += ["", f"[columns.{toml_text(column.name)}]", *_column_lines(column)]
    return _HEADER + "\n".join([*lines, ""])


def _column_lines(column: ColumnRecipe) -> Iterable[str]:
    yield f"kind = {toml_text(column.kind.value)}"
    yield f"treatment = {toml_text(column.treatment.value)}"
    if column.reason:
        yield f"reason = {toml_text(column.reason)}"
    if column.same_as is not None:
        yield f"same_as = {toml_text(column.same_as)}"
    if column.treatment is Treatment.CUT and column.cuts is not None:
        line = f"cuts = {toml_list(map(repr, column.cuts))}"
        yield f"# {line}{_PROVISIONAL}" if column.cut_by == "reader" else line
    if column.treatment is Treatment.KEEP and column.states:
        yield f"states = {toml_list(map(_label, column.states))}"
    if column.missing_state:
        yield "missing_state = true  # the last state stands for missing values"


def _label(label: str | int | bool) -> str:
    if isinstance(label, bool):
        return "true" if label else "false"
    return str(label) if isinstance(label, int) else toml_text(label)


def recipe_from_toml(text: str) -> Recipe:
    """Return the recipe of a TOML text."""
    try:
        content = tomllib.loads(text)
    # ValueError: also of an integer of too many digits.
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not TOML: {error}") from None
    _check_known(content, _TABLE_KEYS, "the file")
    tables = content.get("columns", {})
    if not isinstance(tables, dict) or not tables:
        raise FormatError('there are no columns: add a table [columns."name"] for each of them')
    columns = [_as_plain(name, table) for name, table in tables.items()]
    return recipe_from_json({**content, "columns": columns})


def _check_known(content: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in content:
        if key not in known:
            raise FormatError(f"{where} has the unknown key {key!r}: known are {', '.join(known)}")


def _as_plain(name: str, table: Any) -> dict[str, Any]:
    """Return a column as JSON has it, without the keys that its treatment has no use for.

    So it is enough to change the treatment: a column of numbers that is now left out may keep its
    line of cuts.
    """
    if not isinstance(table, dict):
        raise FormatError(f'column {name!r} must be a table [columns."name"], not {table!r:.40}')
    _check_known(table, _COLUMN_KEYS, f"column {name!r}")
    useless = _USELESS.get(str(table.get("treatment")), ())
    plain = {"name": name, **{k: value for k, value in table.items() if k not in useless}}
    if table.get("treatment") == Treatment.ALIAS and "same_as" not in plain:
        raise FormatError(f"column {name!r} has no 'same_as': add the name of the other column")
    return {**plain, "cut_by": "user"} if "cuts" in plain else plain
