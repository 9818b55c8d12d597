"""Decisions of one table applied to another: the same kinds, the same cuts, new labels named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import Any

from dagwright.data.cells.number_column import MISSING_STATE
from dagwright.data.columns.column import Column, Treatment
from dagwright.data.columns.recipe import ColumnRecipe, Recipe, read_recipe
from dagwright.data.declare import with_declared_states
from dagwright.data.options import TableOptions
from dagwright.data.raw import Coded, RawTable, Real
from dagwright.errors import DataError
from dagwright.words import quoted

__all__ = ["as_wishes", "in_declared_order", "resolve_like"]

_NAMED = 5


def resolve_like(like: Any) -> Recipe | None:
    """Return the decisions that an option stands for: a file, or anything that has a recipe."""
    if like is None or isinstance(like, Recipe):
        return like
    if isinstance(like, str | PathLike):
        return read_recipe(like)
    table = getattr(like, "table", None)  # a result knows its table
    recipe = getattr(like if table is None else table, "recipe", None)
    if not isinstance(recipe, Recipe):
        raise DataError(
            f"like={like!r}: give a file written by 'dagwright info FILE --write columns.toml', a "
            "network that knows its table, a Result or a Dataset"
        )
    return recipe


def as_wishes(recipe: Recipe, table: RawTable, options: TableOptions) -> TableOptions:
    """Return the decisions of a recipe as what the user says about a table.

    What the user says besides wins.
    """
    absent = [
        c.name for c in recipe.columns if c.treatment in _USED and c.name not in table.columns
    ]
    absent = [name for name in absent if name not in options.exclude]
    if absent:
        raise DataError(
            f"the table lacks {quoted(absent[:_NAMED])}, which the table it should be like has"
        )
    said = {*options.number, *options.category, *options.keep, *options.exclude}
    said |= {*(options.states or {}), *(options.cuts or {})}
    known = {c.name: c for c in recipe.columns if c.name in table.columns and c.name not in said}
    numbers = [n for n, c in known.items() if c.treatment is Treatment.CUT]
    left_out = [n for n in table.columns if n not in said and not _is_used(known.get(n))]
    holes = {"drop": "drop", "state": "state", "none": "auto"}[recipe.missing]
    return replace(
        options,
        like=None,
        number=(*options.number, *numbers),
        category=(
            *options.category,
            *(n for n, c in known.items() if c.treatment is Treatment.KEEP),
        ),
        exclude=(*options.exclude, *left_out),
        cuts={**_fixed_cuts(known), **(options.cuts or {})},
        missing=holes if options.missing == "auto" else options.missing,
    )


def _fixed_cuts(known: Mapping[str, ColumnRecipe]) -> dict[str, tuple[float, ...]]:
    """Return the cuts to make again; provisional ones are left to learning."""
    return {
        name: column.cuts
        for name, column in known.items()
        if column.treatment is Treatment.CUT
        and column.cuts is not None
        and column.cut_by != "reader"
    }


def in_declared_order(
    recipe: Recipe,
    used: Mapping[str, Coded | Real],
    columns: Mapping[str, Column],
    warnings: list[str],
) -> tuple[dict[str, Coded | Real], dict[str, Column]]:
    """Return the columns with their states in the order of the recipe, new ones after them."""
    declared: dict[str, Coded | Real] = {}
    for name, column in used.items():
        known = recipe.get(name)
        keeps = known is not None and known.treatment is Treatment.KEEP and bool(known.states)
        if isinstance(column, Coded) and known is not None and keeps:
            declared[name] = _declared(name, column, known, warnings)
        else:
            declared[name] = column
    decided = {n: _by_recipe(c, recipe) for n, c in columns.items()}
    return declared, decided


def _declared(name: str, column: Coded, known: ColumnRecipe, warnings: list[str]) -> Coded:
    states = known.states[:-1] if known.missing_state else known.states
    texts = set(map(str, states))
    new = [state for state in column.observed().states if str(state) not in texts]
    if new:
        more = ", ..." if len(new) > _NAMED else ""
        warnings.append(
            f"{name!r} has labels that the earlier table did not have: "
            f"{', '.join(repr(label) for label in new[:_NAMED])}{more}"
        )
    if new and {type(s) for s in states} != {type(s) for s in new}:
        states, new = tuple(map(str, states)), [str(label) for label in new]
    if known.missing_state and column.missing is None:
        states, new = tuple(map(str, states)), [*map(str, new), MISSING_STATE]
    return with_declared_states(column, (*states, *new), "row {}".format)


def _by_recipe(column: Column, recipe: Recipe) -> Column:
    known = recipe.get(column.name)
    if known is None:
        return replace(column, reason="not in the table that this one is like", decided_by="like")
    same = known.same_as if known.treatment is Treatment.ALIAS else column.same_as
    treatment = column.treatment if column.is_used else known.treatment
    return replace(
        column,
        kind=known.kind,
        treatment=treatment if known.treatment not in _USED else column.treatment,
        same_as=same,
        reason=known.reason or column.reason,
        decided_by="like",
    )


_USED = {Treatment.CUT, Treatment.KEEP}


def _is_used(column: ColumnRecipe | None) -> bool:
    return column is not None and column.treatment in _USED
