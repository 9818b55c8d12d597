"""How probable each row of new data is, values that were never seen included."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.data.encode import Label
from dagwright.network import BayesianNetwork
from dagwright.network.families import cell_positions
from dagwright.network.matching import as_table

__all__ = ["row_log_likelihoods"]


def row_log_likelihoods(
    net: BayesianNetwork, data: Any, fitted_rows: float, pseudo_count: float
) -> npt.NDArray[np.float64]:
    """Return ln P(row) for each row of a table.

    A value that is not a state of the network has probability a / (N + a (r + 1)) for N fitted
    rows, r states and the pseudo-count a: Laplace's rule with one state more, never seen. Where a
    parent has such a value, the states of the child are equally probable, as they are in `fit` for
    every configuration of parents that no row had.

    Parameters
    ----------
    net
        The fitted network.
    data
        A table with every variable of the network.
    fitted_rows
        How many rows it was fitted to.
    pseudo_count
        What was added to every count.
    """
    table = as_table(data, net.names, net.recipe)
    place = {name: position for position, name in enumerate(table.names)}
    codes, unseen = {}, {}
    for name in net.names:
        column = place[name]
        translation = _translation(table.states[column], net.states[name])
        wide = translation[table.codes[column]]
        unseen[name] = wide < 0
        codes[name] = np.maximum(wide, 0)
    total = np.zeros(table.n_rows)
    for name in net.names:
        parents, cpt = net.dag.parents(name), net.cpts[name]
        positions = cell_positions(codes, [*parents, name], cpt.shape, table.n_rows)
        arity = cpt.shape[-1]
        with np.errstate(divide="ignore"):
            terms = np.log(cpt.reshape(-1))[positions]
        for parent in parents:
            terms[unseen[parent]] = -math.log(arity)
        share = pseudo_count / (fitted_rows + pseudo_count * (arity + 1))
        terms[unseen[name]] = math.log(share) if share > 0 else -math.inf
        total += terms
    return total


def _translation(labels: Sequence[Label], states: Sequence[Label]) -> npt.NDArray[np.int64]:
    """Return for each label the position of the state that is written alike, -1 if none is."""
    code_of = {str(state): code for code, state in enumerate(states)}
    return np.array([code_of.get(str(label), -1) for label in labels], dtype=np.int64)
