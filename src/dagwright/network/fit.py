"""`fit`: parameters of a structure from data."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dagwright.data import Dataset
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import available_memory
from dagwright.network.families import cell_positions, count_cells
from dagwright.network.matching import as_table
from dagwright.network.network import BayesianNetwork

__all__ = ["fit"]


def fit(dag: Dag, data: Dataset | Any, pseudo_count: float = 0) -> BayesianNetwork:
    r"""Estimate the probabilities of a network from data.

    .. math:: P(x = k \mid j) = \frac{N_{jk} + a}{N_j + a r}

    where N_jk counts the rows in which the parents have configuration j and the child state k,
    r is the child's number of states and a the pseudo-count. With a = 0 this is maximum
    likelihood. A parent configuration that no row has leaves maximum likelihood undefined: its
    states are then **equally probable**.

    Parameters
    ----------
    dag
        The structure.
    data
        The table: a `Dataset` or whatever `Dataset.from_frame` takes. It must have every variable
        of the structure and may have more. Row weights count.
    pseudo_count
        What is added to every count, 0 or more.

    Returns
    -------
    BayesianNetwork
        The network, with the states of the data.

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
    if not isinstance(dag, Dag):
        raise DagwrightError(f"fit takes a Dag, not {type(dag).__name__}: pass result.dag")
    if (
        isinstance(pseudo_count, bool)
        or not isinstance(pseudo_count, int | float | np.number)
        or not 0 <= pseudo_count < math.inf
    ):
        raise DagwrightError(f"pseudo_count is {pseudo_count!r}: give a number from 0 up")
    table = as_table(data, dag.names)
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
    return BayesianNetwork(dag, states, cpts)


def _check_size(name: str, arities: list[int]) -> None:
    needed = 3 * 8 * math.prod(arities)
    if needed > available_memory():
        raise ResourceError(
            f"the probabilities of {name!r} with its {len(arities) - 1} parents need "
            f"{needed / 2**30:.1f} GiB: use fewer parents (max_parents)"
        )
