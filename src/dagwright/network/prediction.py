"""Predicting one variable from all the others."""

from __future__ import annotations

from collections.abc import Sized
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from dagwright.data import Dataset, read_data
from dagwright.errors import DataError
from dagwright.network.families import cell_positions
from dagwright.network.matching import as_table, matched_codes

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork
    from dagwright.network.validate import Table

__all__ = ["markov_blanket", "target_probabilities"]


def markov_blanket(net: BayesianNetwork, target: str) -> tuple[str, ...]:
    """Return parents, children and the children's other parents, in the order of the names."""
    dag = net.dag
    blanket = {*dag.parents(target), *dag.children(target)}
    for child in dag.children(target):
        blanket.update(dag.parents(child))
    blanket.discard(target)
    return tuple(name for name in dag.names if name in blanket)


def target_probabilities(net: BayesianNetwork, data: Any, target: str) -> Table:
    """Return P(target | all other variables) for each row.

    Given its Markov blanket a variable is independent of the rest (Pearl 1988), so
    P(t | rest) is proportional to P(t | parents) times the product of P(child | its parents) over
    the children. The products are taken as sums of logarithms, which cannot underflow.
    """
    blanket = markov_blanket(net, target)
    if not blanket:
        whole: Table = net.cpts[target] / net.cpts[target].sum()
        return np.tile(whole, (_count_rows(data), 1))
    table = as_table(data, blanket, net.recipe)
    codes = matched_codes(table, net.states, blanket)
    arity = len(net.states[target])
    scores = np.zeros((table.n_rows, arity))
    with np.errstate(divide="ignore"):
        for member in (target, *net.dag.children(target)):
            family = [*net.dag.parents(member), member]
            logs = np.log(net.cpts[member])
            axis = family.index(target)
            rest = family[:axis] + family[axis + 1 :]
            moved = np.moveaxis(logs, axis, -1).reshape(-1, arity)
            sizes = [len(net.states[name]) for name in rest]
            scores += moved[cell_positions(codes, rest, sizes, table.n_rows)]
    best = scores.max(axis=1, keepdims=True)
    impossible = np.flatnonzero(np.isneginf(best[:, 0]))
    if impossible.size:
        raise DataError(
            f"row {impossible[0] + 1} is impossible under the network whatever {target!r} is "
            f"({impossible.size} such rows): fit with pseudo_count= above 0, or drop them"
        )
    weights = np.exp(scores - best)
    result: Table = weights / weights.sum(axis=1, keepdims=True)
    return result


def _count_rows(data: Any) -> int:
    if isinstance(data, Dataset):
        return data.n_rows
    if isinstance(data, str | PathLike):
        table = read_data(data)
        return table.n_rows + table.n_dropped
    if isinstance(data, dict):
        return len(next(iter(data.values()))) if data else 0
    if not isinstance(data, Sized):
        raise DataError(f"a {type(data).__name__} is not a table")
    return len(data)
