"""Numbers into intervals when a table is read: at the user's cuts, or provisionally."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dagwright._core import parse_numbers
from dagwright.data.cells import NumberColumn, cut_at, cut_by_user, make_fine_cells, provisional
from dagwright.data.options import TableOptions
from dagwright.data.problems import ContinuousError, check_known
from dagwright.data.raw import Coded, Labels, RawColumn, RawTable, Real
from dagwright.data.text_labels import MISSING_MARKERS
from dagwright.data.weights import check_weights
from dagwright.errors import DataError

if TYPE_CHECKING:
    from dagwright.data.discretizer import Discretizer

__all__ = ["cut_numbers", "empty_intervals", "forced_numbers", "named_discretizers"]


def cut_numbers(
    table: RawTable,
    used: Mapping[str, Coded | Real],
    options: TableOptions,
    with_missing: Collection[str] = (),
) -> dict[str, NumberColumn]:
    """Return every column of numbers as fine cells, cut where it was asked for.

    Cuts that the user did not ask for are provisional: `learn` looks for better ones.

    Parameters
    ----------
    table
        Where weights and problems are kept.
    used
        The columns that are variables.
    options
        Cut points and methods by name.
    with_missing
        Columns with a state for missing values even if this table has none.
    """
    numbers = {name: column for name, column in used.items() if isinstance(column, Real)}
    if not numbers:
        return {}
    known = _known_cuts(options)
    for name, column in numbers.items():
        if name not in known:  # no cuts can be found between infinite values
            _check_finite(name, column, table)
    weights = None if table.weights is None else check_weights(table.weights, table.n_rows)
    cuts = _asked_cuts(numbers, used, weights, options)
    if options.discretize is None or options.as_is:
        for name in numbers.keys() - cuts.keys():
            table.problems.add(name, ContinuousError())
        table.problems.raise_if_any()
    found = {}
    for name, column in numbers.items():
        cells = make_fine_cells(column.values, weights, cuts.get(name, ()))
        has_state = column.n_missing > 0 or name in with_missing
        if name in cuts:
            found[name] = NumberColumn(cells, cut_by_user(cells, cuts[name]), has_state)
        else:
            places = provisional(cells, weights)
            found[name] = NumberColumn(cells, cut_at(cells, places, "reader"), has_state)
    return found


def empty_intervals(numbers: Mapping[str, NumberColumn], asked: Collection[str]) -> list[str]:
    """Return warnings of the user's intervals that hold no number of the table."""
    found = []
    for name in asked:
        if name not in numbers:
            continue
        column = numbers[name]
        held = np.bincount(column.codes, minlength=len(column.states))
        n_intervals = len(column.states) - int(column.missing_state)
        pairs = zip(column.states[:n_intervals], held, strict=False)
        empty = [repr(state) for state, count in pairs if not count]
        if empty:
            found.append(f"no number of {name!r} lies in {', '.join(empty)}: look at its cuts")
    return found


def forced_numbers(table: RawTable, options: TableOptions) -> tuple[str, ...]:
    """Return the columns that are numbers because the user said so, in whatever words."""
    named = [*options.number, *(options.cuts or {})]
    for target, cutter in named_discretizers(options.discretize).items():
        if cutter.target is not None:
            check_known([cutter.target], table.columns, "as target")
        if cutter.columns is not None:
            check_known(cutter.columns, table.columns, "to discretise")
            named += cutter.columns
        elif target is None:
            named += [name for name, raw in table.columns.items() if _has_fractions(raw, table)]
        if cutter.is_fitted:
            named += [name for name in cutter.cut_points if name in table.columns]
        check_known(cutter.cuts, table.columns, "to cut")
        named += cutter.cuts
    taken = {*options.exclude, *options.category, *(options.states or {})}
    return tuple(dict.fromkeys(name for name in named if name not in taken))


def named_discretizers(
    discretize: Discretizer | str | Mapping[str | None, Discretizer | str] | None,
) -> dict[str | None, Discretizer]:
    """Return who cuts what: by the name of a column, or None for all columns that are not named."""
    from dagwright.data.discretizer import Discretizer  # noqa: PLC0415 - it makes datasets itself

    if discretize is None or (isinstance(discretize, str) and discretize == "auto"):
        return {}
    if isinstance(discretize, Discretizer):
        return {None: discretize}
    if isinstance(discretize, str):
        return {None: Discretizer(discretize)}
    if isinstance(discretize, Mapping):
        found: dict[str | None, Discretizer] = {}
        for name, method in discretize.items():
            if method == "auto":
                continue
            columns = None if name is None else [name]
            one = Discretizer(method, columns=columns) if isinstance(method, str) else method
            if not isinstance(one, Discretizer):
                raise DataError(f"discretize: {method!r} for {name!r} is not a method")
            found[name] = one
        return found
    raise DataError(
        f"discretize={discretize!r}: give the name of a method, or a Discretizer with its options"
    )


def _known_cuts(options: TableOptions) -> set[str]:
    """Return the columns whose cut points need not be found."""
    known = set(options.cuts or {})
    for cutter in named_discretizers(options.discretize).values():
        known |= {*cutter.cuts, *(cutter.cut_points if cutter.is_fitted else ())}
    return known


def _asked_cuts(
    numbers: Mapping[str, Real],
    used: Mapping[str, Coded | Real],
    weights: npt.NDArray[np.int64] | None,
    options: TableOptions,
) -> dict[str, tuple[float, ...]]:
    cuts: dict[str, tuple[float, ...]] = {}
    named = options.discretize if isinstance(options.discretize, Mapping) else {}
    others = {name: column for name, column in numbers.items() if name not in named}
    for name, cutter in named_discretizers(options.discretize).items():
        wanted = others if name is None else {n: numbers[n] for n in (name,) if n in numbers}
        cuts.update(cutter.cuts_for(wanted, used, weights))
    cuts.update({n: tuple(c) for n, c in (options.cuts or {}).items() if n in numbers})
    return cuts


def _has_fractions(raw: RawColumn, table: RawTable) -> bool:
    """Return whether a column is measured: with a named method it is cut, few values or not."""
    if isinstance(raw, Labels):
        present = [label for label in raw.labels if label not in MISSING_MARKERS]
        values = np.asarray(parse_numbers(present, table.decimal))
        if np.isnan(values).any():
            return False
    elif isinstance(raw, Real):
        values = raw.values[~np.isnan(raw.values)]
    else:
        return False
    return bool(np.any(values != np.rint(values)))


def _check_finite(name: str, column: Real, table: RawTable) -> None:
    infinite = np.isinf(column.values)
    if infinite.any():
        raise DataError(
            f"column {name!r} has an infinite value (first in "
            f"{table.where(int(np.argmax(infinite)))}): it has no place among intervals; correct "
            "it, or call it missing (missing_values=)"
        )
