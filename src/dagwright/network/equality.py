"""When two networks are equal: the order of variables and parents does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dagwright.graph import Dag
from dagwright.network.validate import Table

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork

__all__ = ["are_equal"]


def are_equal(one: BayesianNetwork, other: BayesianNetwork) -> bool:
    """Tell whether structures, states and every probability are the same."""
    if one.dag != other.dag:
        return False
    return all(
        # With the types: 1 == True, but they are different labels.
        list(map(repr, one.states[name])) == list(map(repr, other.states[name]))
        and np.array_equal(one.cpts[name], _cpt_in_order(other, name, one.dag))
        for name in one.names
    )


def _cpt_in_order(net: BayesianNetwork, name: str, dag: Dag) -> Table:
    """Return a variable's probabilities with the parents' axes in the order of another Dag."""
    mine = (*net.dag.parents(name), name)
    axes = [mine.index(member) for member in (*dag.parents(name), name)]
    return np.transpose(net.cpts[name], axes)
