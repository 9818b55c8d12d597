"""The last step of every reader: raw columns and the user's words into the parts of a `Dataset`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dagwright.data.as_is import take_as_is
from dagwright.data.cells import NumberColumn
from dagwright.data.columns.column import Column, Treatment
from dagwright.data.columns.decide import decide
from dagwright.data.columns.like import as_wishes, in_declared_order, resolve_like
from dagwright.data.columns.recipe import Recipe
from dagwright.data.cut_numbers import cut_numbers, empty_intervals, forced_numbers
from dagwright.data.encode import Codes, Label
from dagwright.data.holes import fill_holes, with_missing_state
from dagwright.data.options import TableOptions
from dagwright.data.problems import corrected, unknown_lines
from dagwright.data.raw import Coded, RawTable, Real
from dagwright.data.strict import refuse_guesses
from dagwright.data.validate import checked_names
from dagwright.data.weights import take_weights
from dagwright.errors import DataError
from dagwright.suggestions import meant_by

__all__ = ["Parts", "assemble"]


@dataclass(frozen=True)
class Parts:
    """What the constructor of `Dataset` takes."""

    names: tuple[str, ...]
    states: tuple[tuple[Label, ...], ...]
    codes: tuple[Codes, ...]
    weights: Any
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    n_dropped: int
    columns: Mapping[str, Column]
    numbers: Mapping[str, NumberColumn]


def assemble(table: RawTable, options: TableOptions) -> Parts:
    """Return the parts of a `Dataset`; one DataError says all that is wrong."""
    take_weights(table, options.weights)
    checked_names([*table.columns])
    asked_cuts = tuple(options.cuts or ())  # of cuts that another table had, some may be empty
    recipe = resolve_like(options.like)
    _check_names(table, options, recipe)
    if options.as_is:
        used, columns = take_as_is(table, options)
        used = fill_holes(table, used, options.missing)  # which has none left to refuse
        return _parts(table, used, columns, options)
    if recipe is not None:
        options = as_wishes(recipe, table, options)
    decided = decide(table, replace(options, number=forced_numbers(table, options)))
    table.warnings += decided.warnings
    used, columns = decided.used, decided.columns
    if options.strict:
        refuse_guesses(columns, options)
    if recipe is not None:
        used, columns = in_declared_order(recipe, used, columns, table.warnings)
    if not used:
        raise DataError(_nothing_left(columns))
    used = fill_holes(table, used, options.missing)
    holes = () if recipe is None else [c.name for c in recipe.columns if c.missing_state]
    return _parts(table, used, columns, options, with_missing=holes, asked_cuts=asked_cuts)


def _parts(
    table: RawTable,
    used: Mapping[str, Coded | Real],
    columns: Mapping[str, Column],
    options: TableOptions,
    *,
    with_missing: Sequence[str] = (),
    asked_cuts: Sequence[str] = (),
) -> Parts:
    """Code the columns that are left; some have a state for missing values in any case.

    Cuts that the user asked for are checked for empty intervals.
    """
    numbers = cut_numbers(table, used, options, with_missing)
    table.warnings += empty_intervals(numbers, asked_cuts)
    states: list[tuple[Label, ...]] = []
    codes: list[Codes] = []
    for name, column in used.items():
        if name in numbers:
            states.append(numbers[name].states)
            codes.append(numbers[name].codes)
        else:
            assert isinstance(column, Coded)  # numbers are all cut
            coded = with_missing_state(column)
            coded.codes.flags.writeable = False
            states.append(coded.states)
            codes.append(coded.codes)
    return Parts(
        tuple(used),
        tuple(states),
        tuple(codes),
        table.weights,
        tuple(table.notes),
        tuple(table.warnings),
        table.n_dropped,
        columns,
        numbers,
    )


def _check_names(table: RawTable, options: TableOptions, recipe: Recipe | None) -> None:
    """Refuse names of columns that the table does not have.

    A column that only the earlier table has may be excluded.
    """
    purposes = {
        "number": "to take as numbers",
        "category": "to take as a category",
        "keep": "to keep",
        "exclude": "to exclude",
        "columns": "to use",
        "states": "to declare states for",
        "cuts": "to cut",
    }
    lines: list[str] = []
    remedy: dict[str, object] = {}
    meant: dict[str, str] = {}
    for word, purpose in purposes.items():
        named = getattr(options, word) or ()
        earlier = recipe.names if word == "exclude" and recipe is not None else ()
        known = dict.fromkeys((*table.columns, *earlier))
        found = unknown_lines(named, known, purpose)
        if isinstance(named, Mapping):
            meant |= meant_by((name for name in named if name not in known), known)
        elif found:
            right = corrected(named, known)
            remedy.update({} if right is None else {word: right})
        lines += found
    if lines:
        raise DataError("\n".join(lines), remedy=remedy, meant=meant)


def _nothing_left(columns: Mapping[str, Column]) -> str:
    reasons = [
        f"{name!r} is left out ({column.kind}: {column.reason})"
        for name, column in columns.items()
        if column.treatment is Treatment.LEAVE_OUT
    ]
    return (
        f"no column is left to learn from: {'; '.join(reasons[:5])}"
        f"{'; ...' if len(reasons) > 5 else ''}. Name those to use (keep=)"
    )
