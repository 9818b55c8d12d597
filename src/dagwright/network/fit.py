"""`fit`: parameters of a structure from data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from dagwright.data import Dataset
from dagwright.data.options import TableWords, takes_table_words
from dagwright.data.provisional import warn_of_provisional_cuts
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import format_memory, is_available, lacks_are_resource_errors
from dagwright.network.families import cell_positions, count_cells
from dagwright.network.matching import as_table, decided_table
from dagwright.network.network import BayesianNetwork
from dagwright.search import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["fit"]


@takes_table_words
@lacks_are_resource_errors()
def fit(
    dag: Dag | Result,
    data: Dataset | Any = None,
    pseudo_count: float = 0,
    **words: Unpack[TableWords],
) -> BayesianNetwork:
    r"""Estimate the probabilities of a network from data.

    .. math:: P(x = k \mid j) = \frac{N_{jk} + a}{N_j + a r}

    where N_jk counts the rows in which the parents have configuration j and the child state k,
    r is the child's number of states and a the pseudo-count. With a = 0 this is maximum
    likelihood. A parent configuration that no row has leaves maximum likelihood undefined: its
    states are then **equally probable**.

    Parameters
    ----------
    dag
        The structure, or a `Result`, which also knows its table as it was cut.
    data
        The table: a `Dataset`, the path of a file, or whatever `Dataset.from_frame` takes. It must
        have every variable of the structure and may have more. Row weights count. Beside a
        `Result` another table is cut where the result's was.
    pseudo_count
        What is added to every count, 0 or more.
    **words
        What you say about the table: the fields of `TableOptions`.

    Returns
    -------
    BayesianNetwork
        The network, with the states of the data and its `Dataset.recipe`.

    Warns
    -----
    DagwrightWarning
        If numbers are cut provisionally: `learn` cuts them again, and only its result knows where.

    Raises
    ------
    ResourceError
        If a table of probabilities would not fit into memory.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.Dataset.from_frame({"rain": [0, 0, 1, 1], "wet": ["no", "no", "no", "yes"]})
    >>> dag = dw.Dag(["rain", "wet"], [("rain", "wet")])
    >>> dw.fit(dag, data).cpts["wet"]
    array([[1. , 0. ],
           [0.5, 0.5]])
    >>> dw.fit(dag, data, pseudo_count=1).cpts["wet"]
    array([[0.75, 0.25],
           [0.5 , 0.5 ]])
    """
    if (
        isinstance(pseudo_count, bool)
        or not isinstance(pseudo_count, int | float | np.number)
        or not 0 <= pseudo_count < math.inf
    ):
        raise DagwrightError(f"pseudo_count={pseudo_count!r}: give a number from 0")
    if isinstance(dag, Result):
        table = _table_of_result(dag, data, words)
        dag = dag.dag
    elif not isinstance(dag, Dag):
        raise DagwrightError(f"fit takes a Result or a Dag, not {type(dag).__name__}")
    elif data is None:
        raise DagwrightError("a Dag does not know its table: fit(dag, data)")
    else:
        table = decided_table(data, dag.names, words)
    warn_of_provisional_cuts(table, dag.names)
    place = {name: position for position, name in enumerate(table.names)}
    states = {name: table.states[place[name]] for name in dag.names}
    codes = {name: table.codes[place[name]] for name in dag.names}
    cpts = {}
    for name in dag.names:
        family = [*dag.parents(name), name]
        arities = [len(states[member]) for member in family]
        _check_size(name, arities)
        positions = cell_positions(codes, family, arities, table.n_rows)
        counts = count_cells(positions, arities, table.weights) + float(pseudo_count)
        totals = counts.sum(axis=-1, keepdims=True)
        uniform = np.full_like(counts, 1.0 / arities[-1])
        cpts[name] = np.divide(counts, totals, out=uniform, where=totals > 0)
    return BayesianNetwork(dag, states, cpts, table.recipe)


def _table_of_result(result: Result, data: Any, words: TableWords) -> Dataset:
    """Return the table of a result, or another one that is cut alike."""
    known = result.table
    if data is None and known is None:
        raise DagwrightError("this result does not know its table any more: fit(result, data)")
    if data is None and words:
        raise DagwrightError(
            f"{next(iter(words))}= says how a table is read, but the result has its own: say it to "
            "learn, or pass a table"
        )
    if data is None:
        data = known
    if words or known is None:
        return decided_table(data, result.dag.names, words)
    return as_table(data, result.dag.names, known.recipe)


def _check_size(name: str, arities: list[int]) -> None:
    needed = 3 * 8 * math.prod(arities)
    if not is_available(needed):
        raise ResourceError(
            f"the probabilities of {name!r} with its {len(arities) - 1} parents need "
            f"{format_memory(needed)}: use fewer parents (max_parents=)"
        )
