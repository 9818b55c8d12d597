"""A `Dataset` made of another one: columns chosen, weighted, declared or cut otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dagwright.data.assemble import Parts, assemble
from dagwright.data.columns.column import Column, Treatment
from dagwright.data.encode import Codes, Label
from dagwright.data.options import TableOptions
from dagwright.data.problems import check_known
from dagwright.data.raw import Coded, RawTable
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.dataset import Dataset

__all__ = ["recode"]

_FEW_NUMBERS = 12
"""Whole numbers of up to so many values stay states when a method to cut numbers is named."""


def recode(data: Dataset, options: TableOptions) -> Parts:
    """Return the parts of a dataset about which something more is said.

    What was decided when the table was read stays decided: states stay states, unless they are
    whole numbers that the user wants to be cut.
    """
    if isinstance(options.weights, str):
        raise DataError(
            f"weights={options.weights!r}: a Dataset has its weights already, or give a list"
        )
    for word in ("number", "category", "keep", "exclude", "columns", "states", "cuts"):
        check_known(getattr(options, word) or (), data.columns, "in this table")
    wanted = [
        name
        for name in data.names
        if name not in options.exclude and (options.columns is None or name in options.columns)
    ]
    if not wanted:
        raise DataError("no column is left to learn from")
    weights = (
        data.weights if options.weights is None else check_weights(options.weights, data.n_rows)
    )
    cuts = options.cuts or {}
    numbers = {
        name: number.cut_where(cuts[name]) if name in cuts else number
        for name, number in data.numbers.items()
        if name in wanted
    }
    coded = {name: _as_raw(data, name, options) for name in wanted if name not in numbers}
    table = RawTable({**coded}, data.n_rows, weights=weights)
    told = replace(
        options,
        weights=None,
        exclude=(),
        columns=None,
        keep=tuple(table.columns),
        number=tuple(name for name, column in coded.items() if not column.declared),
        category=(),
        cuts={name: at for name, at in cuts.items() if name in table.columns},
    )
    parts = assemble(table, told) if table.columns else None
    states: dict[str, tuple[Label, ...]] = {n: number.states for n, number in numbers.items()}
    codes: dict[str, Codes] = {n: number.codes for n, number in numbers.items()}
    if parts is not None:
        states.update(zip(parts.names, parts.states, strict=True))
        codes.update(zip(parts.names, parts.codes, strict=True))
        numbers.update(parts.numbers)
    return Parts(
        tuple(wanted),
        tuple(states[name] for name in wanted),
        tuple(codes[name] for name in wanted),
        weights,
        data.notes,
        data.own_warnings,
        data.n_dropped,
        {name: _decision(data, name, parts, wanted) for name in data.columns},
        {name: numbers[name] for name in wanted if name in numbers},
    )


def _as_raw(data: Dataset, name: str, options: TableOptions) -> Coded:
    at = data.names.index(name)
    states = data.states[at]
    whole = all(type(state) is int for state in states)
    named = name in {*options.number, *(options.cuts or {})}
    if named and not whole:
        raise DataError(f"column {name!r} holds no numbers: it cannot be discretised")
    method = options.discretize not in (None, "auto")
    to_cut = named or (
        method and whole and len(states) > _FEW_NUMBERS and name not in options.category
    )
    return Coded(states, data.codes[at], declared=not to_cut)


def _decision(data: Dataset, name: str, parts: Parts | None, wanted: list[str]) -> Column:
    before = data.columns[name]
    if before.is_used and name not in wanted:
        return replace(before, treatment=Treatment.LEAVE_OUT, decided_by="user", reason="excluded")
    if parts is not None and name in parts.numbers:
        return parts.columns[name]
    return before
