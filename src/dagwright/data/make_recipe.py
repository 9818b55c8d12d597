"""The recipe of a table: its decisions, states and cuts in a form that travels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dagwright._core import version
from dagwright.data.cells.number_column import MISSING_STATE, NumberColumn
from dagwright.data.columns.column import Column
from dagwright.data.columns.recipe import ColumnRecipe, Recipe, Values

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset

__all__ = ["make_recipe"]


def make_recipe(data: Dataset) -> Recipe:
    """Return everything that was decided about a table."""
    states = dict(zip(data.names, data.states, strict=True))
    columns = tuple(
        _number(column, data.numbers[name], data)
        if name in data.numbers
        else ColumnRecipe(
            name,
            column.kind,
            column.treatment,
            same_as=column.same_as,
            states=states.get(name, ()),
            missing_state=column.n_missing > 0 and MISSING_STATE in states.get(name, ()),
            reason=column.reason,
        )
        for name, column in data.columns.items()
    )
    holes = any(column.missing_state for column in columns)
    missing = "state" if holes else "drop" if data.n_dropped else "none"
    return Recipe(columns, data.total_weight, data.fingerprint, missing, version)


def _number(column: Column, number: NumberColumn, data: Dataset) -> ColumnRecipe:
    cells = number.cells
    counts = cells.counts(data.weights)
    return ColumnRecipe(
        column.name,
        column.kind,
        column.treatment,
        states=number.states,
        cuts=number.cuts.values,
        cut_by=number.cuts.made_by,
        values=Values(
            tuple(cells.lows.tolist()), tuple(cells.highs.tolist()), tuple(counts.tolist())
        ),
        missing_state=number.missing_state,
        reason=column.reason,
    )
