"""The last step of every reader: raw columns and a policy into the parts of a `Dataset`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dagwright.data.declare import with_declared_states
from dagwright.data.encode import Codes, Label
from dagwright.data.missing import drop_missing, mark_missing, with_missing_state
from dagwright.data.policy import Policy
from dagwright.data.problems import (
    ColumnError,
    ContinuousError,
    MissingError,
    UnusableError,
    check_known,
)
from dagwright.data.raw import Coded, Labels, Opaque, RawColumn, RawTable, Real, TooWide, WideText
from dagwright.data.table_warnings import uncut_warning
from dagwright.data.text_labels import encode_labels
from dagwright.data.validate import checked_names

__all__ = ["Parts", "assemble", "numeric_columns"]


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


def assemble(table: RawTable, policy: Policy) -> Parts:
    """Return names, states, codes, weights and remarks; one DataError says all that is wrong."""
    _interpret(table, policy)
    if not table.columns:
        table.problems.raise_if_any()
    checked_names([*table.columns])
    check_known(policy.states, table.columns, "to declare states for")
    _declare(table, policy)
    if policy.missing == "drop":
        drop_missing(table)
    elif policy.missing == "error":
        for name, column in table.columns.items():
            if column.n_missing:
                table.problems.add(name, MissingError(column.n_missing))
    if policy.discretizer is not None:
        table.problems.raise_if_any()  # cut points of a table that is not used would mislead
        policy.discretizer.cut(table, policy)
        if not policy.discretizer.cut_points.keys() & table.columns.keys():
            table.warnings.append(uncut_warning(table.columns, policy.max_states))
    coded = {}
    for name, column in table.columns.items():
        try:
            coded[name] = with_missing_state(_discrete(column, name, policy))
        except ColumnError as problem:
            table.problems.add(name, problem)
    table.problems.raise_if_any()
    for column in coded.values():
        column.codes.flags.writeable = False
    return Parts(
        tuple(coded),
        tuple(column.states for column in coded.values()),
        tuple(column.codes for column in coded.values()),
        table.weights,
        tuple(table.notes),
        tuple(table.warnings),
        table.n_dropped,
    )


def _interpret(table: RawTable, policy: Policy) -> None:
    # A bridge from raw columns to what the rest of this module knows.
    for name in policy.exclude:
        table.columns.pop(name, None)
    for name, column in list(table.columns.items()):
        if isinstance(column, Labels):
            used = np.ones(len(column.labels), dtype=bool)
            table.columns[name] = encode_labels(
                column.labels, used, column.codes, policy.missing_values, name in policy.states
            )
            if column.missing is not None:
                made = table.columns[name]
                if isinstance(made, Coded):
                    gone = column.missing if made.missing is None else made.missing | column.missing
                    table.columns[name] = Coded(made.states, made.codes, gone)
                else:
                    made.values[column.missing] = np.nan
        elif isinstance(column, WideText):
            table.columns[name] = TooWide(column.sample, [0] * len(column.sample))
        elif isinstance(column, Opaque):
            del table.columns[name]
            table.problems.add(name, UnusableError(column.what))


def numeric_columns(table: RawTable, policy: Policy) -> dict[str, Real]:
    """Return the columns that are continuous: numbers not all whole, or too many of them."""
    return {
        name: column.as_real() if isinstance(column, Coded) else column
        for name, column in table.columns.items()
        if isinstance(column, Real) or (isinstance(column, Coded) and _is_wide(column, policy))
    }


def _is_wide(column: Coded, policy: Policy) -> bool:
    return policy.is_wide(len(column.states)) and column.has_integers()


def _declare(table: RawTable, policy: Policy) -> None:
    for name, raw in list(table.columns.items()):
        column = mark_missing(raw, policy.missing_values)
        try:
            if name in policy.states:
                column = with_declared_states(column, policy.states[name], table.where)
            elif isinstance(column, Real):
                column = _whole_or_real(column)
            table.columns[name] = column
        except ColumnError as problem:
            table.problems.add(name, problem)
            del table.columns[name]


def _whole_or_real(column: Real) -> RawColumn:
    return column.as_coded() or column


def _discrete(column: RawColumn, name: str, policy: Policy) -> Coded:
    if isinstance(column, Real):
        raise ContinuousError
    if isinstance(column, TooWide) or (
        name not in policy.states and policy.is_wide(len(column.states))
    ):
        kind = "values"
        advice = "if they are identifiers, dates or free text leave it out (exclude=)"
        if isinstance(column, Coded) and column.has_integers():
            kind, advice = "whole numbers", "discretise (discretize='quantile')"
        raise UnusableError(
            f"more than {policy.max_states} different {kind}: {advice}, or allow them (max_states=)"
        )
    return column
