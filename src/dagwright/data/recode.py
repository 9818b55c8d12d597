"""A `Dataset` made of another one: columns chosen, weighted, declared or cut otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dagwright.data.assemble import Parts, assemble
from dagwright.data.cells import NumberColumn
from dagwright.data.columns.column import Column, Treatment
from dagwright.data.cut_numbers import named_discretizers
from dagwright.data.encode import Codes, Label
from dagwright.data.options import TableOptions
from dagwright.data.problems import ContinuousError, Problems, check_known
from dagwright.data.raw import Coded, RawTable, Real
from dagwright.data.strict import refuse_guesses
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset
    from dagwright.data.discretizer import Discretizer

__all__ = ["recode"]

_FEW_NUMBERS = 12
"""Whole numbers of up to this many values stay states when a method to cut numbers is named."""


def recode(data: Dataset, options: TableOptions) -> Parts:
    """Return the parts of a dataset about which something more is said.

    What was decided when the table was read stays decided, except for columns that the user now
    says something about: whole numbers that are states can be cut, and numbers cut otherwise.
    """
    _check(data, options)
    wanted = _wanted(data, options)
    if options.discretize is None and not options.as_is:
        _refuse_provisional([name for name in data.provisional if name in wanted], options)
    weights = data.weights
    if options.weights is not None:
        weights = check_weights(options.weights, data.n_rows)
    numbers = {
        name: _cut_where(name, number, options)
        for name, number in data.numbers.items()
        if name in wanted and not _is_reconsidered(name, number, options)
    }
    raw = {name: _as_raw(data, name, options) for name in wanted if name not in numbers}
    table = RawTable({**raw}, data.n_rows, weights=weights)
    parts = assemble(table, _told(table, options)) if table.columns else None
    states: dict[str, tuple[Label, ...]] = {n: number.states for n, number in numbers.items()}
    codes: dict[str, Codes] = {n: number.codes for n, number in numbers.items()}
    if parts is not None:
        states.update(zip(parts.names, parts.states, strict=True))
        codes.update(zip(parts.names, parts.codes, strict=True))
        numbers.update(parts.numbers)
    used = [name for name in wanted if name in states]
    return Parts(
        tuple(used),
        tuple(states[name] for name in used),
        tuple(codes[name] for name in used),
        weights,
        data.notes,
        (*data.own_warnings, *(() if options.like is None or parts is None else parts.warnings)),
        data.n_dropped,
        {name: _decision(data, name, parts, wanted) for name in data.columns},
        {name: numbers[name] for name in used if name in numbers},
    )


def _check(data: Dataset, options: TableOptions) -> None:
    if isinstance(options.weights, str):
        raise DataError(
            f"weights={options.weights!r}: a Dataset has its weights already, or give a list"
        )
    check_known(options.exclude, data.columns, "to exclude")
    for word in ("number", "category", "keep", "columns", "states", "cuts"):
        for name in getattr(options, word) or ():
            check_known([name], data.columns, "in this table")
            if name not in data.names:
                raise DataError(
                    f"column {name!r} was left out when the table was read "
                    f"({data.columns[name].reason}): read it again with {word}="
                )
    if options.missing_values is not None and options.missing == "drop":
        raise DataError(
            "missing_values= with missing='drop': the rows of a Dataset stay; read the table again"
        )
    if options.strict:
        open_ = {n: c for n, c in data.columns.items() if not _is_settled(n, options)}
        refuse_guesses(open_, options)


def _is_settled(name: str, options: TableOptions) -> bool:
    """Tell whether the user says now what becomes of a column."""
    return options.forces(name) or name in options.exclude or options.columns is not None


def _wanted(data: Dataset, options: TableOptions) -> list[str]:
    wanted = [
        name
        for name in data.names
        if name not in options.exclude and (options.columns is None or name in options.columns)
    ]
    if not wanted:
        raise DataError("no column is left to learn from")
    return wanted


def _refuse_provisional(names: list[str], options: TableOptions) -> None:
    """Raise a DataError if numbers would have to be cut, which the user forbids."""
    problems = Problems()
    for name in names:
        if name not in {*options.category, *(options.states or {}), *(options.cuts or {})}:
            problems.add(name, ContinuousError())
    problems.raise_if_any()


def _is_reconsidered(name: str, number: NumberColumn, options: TableOptions) -> bool:
    """Tell whether the user says something that needs the numbers themselves again."""
    if name in (options.cuts or {}):
        return False
    if options.as_is or options.like is not None:
        return True
    if name in {*options.category, *(options.states or {})}:
        return True
    if isinstance(options.discretize, Mapping) and options.discretize.get(name) == "auto":
        return False
    return any(
        _cuts_again(cutter, target, name, number)
        for target, cutter in named_discretizers(options.discretize).items()
    )


def _cuts_again(cutter: Discretizer, target: str | None, name: str, number: NumberColumn) -> bool:
    """Tell whether a discretizer is meant for a column: by its name, or for all but the user's."""
    known = cutter.cut_points if cutter.is_fitted else {}
    if name == target or name in {*(cutter.columns or ()), *cutter.cuts, *known}:
        return True
    return target is None and cutter.columns is None and number.cuts.made_by != "user"


def _cut_where(name: str, number: NumberColumn, options: TableOptions) -> NumberColumn:
    cuts = (options.cuts or {}).get(name)
    if cuts is None:
        return number
    try:
        return number.cut_where(cuts)
    except DataError as error:
        raise DataError(f"cuts of {name!r}: {error}") from None


def _as_raw(data: Dataset, name: str, options: TableOptions) -> Coded | Real:
    if name in data.numbers:
        return _values(name, data.numbers[name])
    at = data.names.index(name)
    states = data.states[at]
    whole = all(type(state) is int for state in states)
    named = name in {*options.number, *(options.cuts or {}), *_named_by_method(options)}
    if named and not whole:
        raise DataError(f"column {name!r} holds no numbers: it cannot be discretised")
    method = options.discretize not in (None, "auto") and not options.as_is
    to_cut = named or (
        method and whole and len(states) > _FEW_NUMBERS and name not in options.category
    )
    return Coded(states, data.codes[at], declared=not to_cut)


def _named_by_method(options: TableOptions) -> set[str]:
    """Return the columns that a discretizer names."""
    cutters = named_discretizers(options.discretize).values()
    return {name for cutter in cutters for name in (*(cutter.columns or ()), *cutter.cuts)}


def _values(name: str, number: NumberColumn) -> Real:
    """Return the numbers of a column, if its cells still distinguish them."""
    cells = number.cells
    if not cells.is_exact:
        raise DataError(
            f"column {name!r} has more different numbers than a Dataset keeps: say this where the "
            "table is read"
        )
    values = np.append(cells.lows, np.full(256 - cells.n_cells, np.nan))
    return Real(values[cells.codes])


def _told(table: RawTable, options: TableOptions) -> TableOptions:
    """Return what is said about the columns that are coded again."""
    # A Dataset has no holes; those that missing_values= makes become a state, for rows stay.
    holes = "error" if options.missing == "error" else "state"
    told = replace(
        options, weights=None, exclude=(), columns=None, keep=(), missing=holes, strict=False
    )
    if options.as_is or options.like is not None:
        return told
    stated = {*options.category, *(options.states or {})}
    return replace(
        told,
        keep=tuple(table.columns),
        number=tuple(
            name
            for name, column in table.columns.items()
            if name not in stated and not (isinstance(column, Coded) and column.declared)
        ),
        category=options.category,
        cuts={n: at for n, at in (options.cuts or {}).items() if n in table.columns},
    )


def _decision(data: Dataset, name: str, parts: Parts | None, wanted: list[str]) -> Column:
    before = data.columns[name]
    if before.is_used and name not in wanted:
        return replace(before, treatment=Treatment.LEAVE_OUT, decided_by="user", reason="excluded")
    if parts is not None and name in parts.columns:
        now = parts.columns[name]
        if name in parts.numbers or name in data.numbers or not now.is_used:
            return now
    return before
