"""The log-likelihood of data under a network."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from dagwright.network.families import cell_positions
from dagwright.network.matching import as_table, matched_codes

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork

__all__ = ["log_likelihood"]


def log_likelihood(net: BayesianNetwork, data: Any) -> float:
    """Return the sum over rows and variables of ln P(state | parents), weights counted.

    Equal cells are counted first and multiplied then, so the order of the rows does not matter.
    """
    table = as_table(data, net.names, net.recipe)
    codes = matched_codes(table, net.states, net.names)
    weights = table.weights
    terms = []
    for name in net.names:
        family = [*net.dag.parents(name), name]
        cpt = net.cpts[name]
        positions = cell_positions(codes, family, cpt.shape, table.n_rows)
        if cpt.size <= 4 * table.n_rows:
            counts = np.bincount(positions, weights=weights, minlength=cpt.size)
            cells = np.flatnonzero(counts)
            counts = counts[cells]
        else:  # a large table that few rows reach: look at what occurs only
            cells, inverse = np.unique(positions, return_inverse=True)
            counts = np.bincount(inverse.reshape(-1), weights=weights)
            cells, counts = cells[counts > 0], counts[counts > 0]
        with np.errstate(divide="ignore"):
            terms.append(float(np.sum(counts * np.log(cpt.reshape(-1)[cells]))))
    return -math.inf if -math.inf in terms else math.fsum(terms)
