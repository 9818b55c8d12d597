"""Joint probabilities of a few variables of a network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dagwright.errors import ResourceError
from dagwright.words import list_names

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork
    from dagwright.network.validate import Table

__all__ = ["marginal"]

_MOST_CELLS = 2**24


class Factor(NamedTuple):
    """A function of some variables, given as a table with an axis for each."""

    variables: tuple[str, ...]
    values: Table


def marginal(net: BayesianNetwork, names: Sequence[str]) -> Table:
    """Return the joint probabilities of these variables, an axis each.

    By variable elimination: what is not an ancestor adds up to 1 and is left out; of the
    others that one is summed out next which leaves the smallest table.

    Raises
    ------
    ResourceError
        If a table would have more than 2^24 cells: inference is hard in general.
    """
    relevant = _with_ancestors(net, names)
    factors = [_conditional(net, name) for name in relevant]
    hidden = [name for name in relevant if name not in names]
    while hidden:
        sizes = {name: _size(net, _neighbourhood(factors, name)) for name in hidden}
        chosen = min(hidden, key=lambda name: sizes[name])
        if sizes[chosen] > _MOST_CELLS:
            raise ResourceError(
                f"the joint probabilities of {list_names(names)} need a table of more than "
                f"{_MOST_CELLS} cells"
            )
        hidden.remove(chosen)
        about = [factor for factor in factors if chosen in factor.variables]
        factors = [factor for factor in factors if chosen not in factor.variables]
        factors.append(_sum_out(_product(about), chosen))
    if math.prod(len(net.states[name]) for name in names) > _MOST_CELLS:
        raise ResourceError(f"{list_names(names)} have more than {_MOST_CELLS} joint states")
    joint = _product(factors)
    return np.transpose(joint.values, [joint.variables.index(name) for name in names])


def _with_ancestors(net: BayesianNetwork, names: Sequence[str]) -> list[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(net.dag.parents(name))
    return [name for name in net.names if name in found]


def _conditional(net: BayesianNetwork, name: str) -> Factor:
    table = net.cpts[name]
    return Factor((*net.dag.parents(name), name), table / table.sum(axis=-1, keepdims=True))


def _neighbourhood(factors: list[Factor], name: str) -> set[str]:
    return {v for factor in factors if name in factor.variables for v in factor.variables}


def _size(net: BayesianNetwork, variables: set[str]) -> int:
    return math.prod(len(net.states[name]) for name in variables)


def _product(factors: list[Factor]) -> Factor:
    product = factors[0]
    for factor in factors[1:]:
        variables = tuple(dict.fromkeys((*product.variables, *factor.variables)))
        product = Factor(variables, _aligned(product, variables) * _aligned(factor, variables))
    return product


def _aligned(factor: Factor, variables: Sequence[str]) -> Table:
    """Return the values with an axis for each of these variables, of length 1 for new ones."""
    axis = {name: position for position, name in enumerate(factor.variables)}
    ordered = np.transpose(factor.values, [axis[name] for name in variables if name in axis])
    sizes = [factor.values.shape[axis[name]] if name in axis else 1 for name in variables]
    return ordered.reshape(sizes)


def _sum_out(factor: Factor, name: str) -> Factor:
    at = factor.variables.index(name)
    return Factor(factor.variables[:at] + factor.variables[at + 1 :], factor.values.sum(axis=at))
