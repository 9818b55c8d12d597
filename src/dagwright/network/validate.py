"""The checks that every `BayesianNetwork` has passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.columns.recipe import Recipe
from dagwright.data.encode import Label
from dagwright.data.validate import checked_states
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.words import list_names

__all__ = [
    "SUM_TOLERANCE",
    "Table",
    "check_rows",
    "checked_cpt",
    "checked_network_states",
    "checked_recipe",
]

Table = npt.NDArray[np.float64]

SUM_TOLERANCE = 1e-4
"""How far a row of probabilities may be from adding up to one.

The networks of the Bayesian network repository are up to 3e-7 away (barley, pathfinder), files
rounded to four decimals up to 1e-4.
"""
_SUM_LIMIT = SUM_TOLERANCE * (1 + 1e-9)


def check_keys(what: str, given: Mapping[str, Any], dag: Dag) -> None:
    """Refuse a mapping that does not have exactly the variables as keys."""
    missing = [name for name in dag.names if name not in given]
    if missing:
        raise DagwrightError(f"no {what} for {list_names(missing)}: give them for every variable")
    known = set(dag.names)
    unknown = [name for name in given if name not in known]
    if unknown:
        raise DagwrightError(f"{what} for {list_names(unknown)}, which the graph does not have")


def checked_network_states(
    dag: Dag, states: Mapping[str, Sequence[Label]]
) -> dict[str, tuple[Label, ...]]:
    """Return the states of each variable in the order of the graph: distinct, at least one."""
    check_keys("states", states, dag)
    result = {}
    for name in dag.names:
        labels = states[name]
        if isinstance(labels, str):
            raise DagwrightError(
                f"the states of {name!r} must be a list of labels, not the string {labels!r}"
            )
        result[name] = checked_states(name, labels)
        if not result[name]:
            raise DagwrightError(f"variable {name!r} has no states: it needs at least one")
        # Labels are matched by their text, so that "1" read from a file is the 1 of a table.
        texts = list(map(str, result[name]))
        if len(set(texts)) < len(texts):
            repeated = [text for text, count in Counter(texts).items() if count > 1]
            raise DagwrightError(f"states of {name!r} read alike: {list_names(repeated)}")
    return result


def checked_cpt(name: str, cpt: npt.ArrayLike, shape: tuple[int, ...]) -> Table:
    """Return a table of conditional probabilities as a read-only array of this shape."""
    try:
        # A copy: the caller's array may change later. Minus zero becomes zero.
        table: Table = np.array(cpt, dtype=np.float64, order="C") + 0.0
    except (TypeError, ValueError) as error:
        raise DagwrightError(
            f"the probabilities of {name!r} are not a table of numbers: {error}"
        ) from None
    if table.shape != shape:
        raise DagwrightError(
            f"the probabilities of {name!r} have shape {table.shape}, but the arities of its "
            f"parents and its own make {shape}"
        )
    problem = check_rows(table)
    if problem is not None:
        row, reason = problem
        place = f" for parent configuration {row}" if len(shape) > 1 else ""
        raise DagwrightError(f"the probabilities of {name!r}{place} {reason}")
    table.flags.writeable = False
    return table


def checked_recipe(
    recipe: Recipe | None, dag: Dag, states: Mapping[str, tuple[Label, ...]]
) -> Recipe | None:
    """Return the recipe without variables that the network does not have, if it suits the network.

    Like tables, states are compared by their text: a file may have made texts of the network's.
    """
    if recipe is None:
        return None
    if not isinstance(recipe, Recipe):
        raise DagwrightError(f"recipe must be a Recipe, not {type(recipe).__name__}")
    for name in dag.names:
        column = recipe.get(name)
        if column is None or not column.is_used:
            raise DagwrightError(f"the network has {name!r}, which is not a variable of its recipe")
        told, known = [list(map(str, each)) for each in (column.states, states[name])]
        if told != known:
            raise DagwrightError(
                f"{name!r} has the states {list_names(known)}, but in its table it has "
                f"{list_names(told)}: change the recipe too, or leave it out"
            )
    return recipe.with_variables(dag.names)


def check_rows(table: Table) -> tuple[tuple[int, ...], str] | None:
    """Return the first row that is not a distribution and what is wrong with it, or None."""
    sums = table.sum(axis=-1)
    if table.size == 0 or _are_distributions(table, sums):
        return None
    bad_cells = ~((table >= 0.0) & (table <= 1.0 + SUM_TOLERANCE))  # NaN compares false
    bad = bad_cells.any(axis=-1) | ~(np.abs(sums - 1.0) <= _SUM_LIMIT)
    row = tuple(int(i) for i in np.argwhere(bad)[0])
    if bad_cells[row].any():
        cell = float(table[row][bad_cells[row]][0])
        return row, f"contain {cell!r}: each must be from 0 to 1"
    return row, f"add up to {float(sums[row])!r}, not to 1: divide them by their sum"


def _are_distributions(table: Table, sums: Table) -> bool:
    """Tell whether all rows are distributions, by their extremes, which are NaN if any cell is."""
    return bool(
        table.min() >= 0.0
        and table.max() <= 1.0 + SUM_TOLERANCE
        and sums.min() - 1.0 >= -_SUM_LIMIT
        and sums.max() - 1.0 <= _SUM_LIMIT
    )
