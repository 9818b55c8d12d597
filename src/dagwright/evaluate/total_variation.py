"""How far apart the distributions of two networks are."""

from __future__ import annotations

import math

import numpy as np

from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph.names import check_same_variables
from dagwright.network import BayesianNetwork
from dagwright.network.marginal import marginal

__all__ = ["total_variation"]

_MOST_STATES = 2**24


def total_variation(net: BayesianNetwork, other: BayesianNetwork) -> float:
    r"""Return the total variation distance of two networks.

    .. math:: d(P, Q) = \tfrac12 \sum_x |P(x) - Q(x)|

    It is the largest difference of the probabilities that they give to any event: 0 for equal
    distributions, 1 for those that share no possible state. All joint states are looked at, so
    it is for small networks.

    Parameters
    ----------
    net, other
        Two networks over the same variables with the same states, in any order.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ResourceError
        If there are more than 2^24 joint states.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.load_network("asia")
    >>> fitted = dw.fit(truth.dag, truth.sample(1000, seed=1))
    >>> dw.total_variation(truth, truth), round(dw.total_variation(truth, fitted), 3)
    (0.0, 0.056)
    """
    check_same_variables(net.names, other.names)
    for name in net.names:
        if set(net.states[name]) != set(other.states[name]):
            raise DagwrightError(f"the networks differ in the states of {name!r}")
    states = math.prod(len(net.states[name]) for name in net.names)
    if states > _MOST_STATES:
        raise ResourceError(
            f"total variation looks at every joint state: there are {states}, at most "
            f"{_MOST_STATES} are possible"
        )
    # States that are listed in another order are brought into the order of the first network.
    where = [[other.states[v].index(state) for state in net.states[v]] for v in net.names]
    difference = marginal(net, net.names) - marginal(other, net.names)[np.ix_(*where)]
    return 0.5 * float(np.abs(difference).sum())
