"""`random_network`: probabilities for a structure, drawn at random."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.network.generate.draws import check_count, check_positive, make_draws
from dagwright.network.network import BayesianNetwork

__all__ = ["random_network"]

_MAX_STATES = 256


def random_network(
    dag: Dag,
    *,
    states: int | tuple[int, int] | Sequence[int] = 2,
    concentration: float = 1.0,
    seed: int = 0,
) -> BayesianNetwork:
    r"""Draw the probabilities of a structure.

    Every row of every table is drawn from a symmetric Dirichlet distribution: r numbers from
    :math:`\mathrm{Gamma}(\alpha, 1)`, divided by their sum.

    Parameters
    ----------
    dag
        The structure, from `random_dag` or anywhere else.
    states
        Number of states of every variable; a pair (least, most), from which each draws; or a list
        with one number per variable, if there are not just two variables.
    concentration
        The parameter alpha: 1 makes all distributions equally likely; below 1 most weight falls on
        one state, so that dependences are strong; above 1 they are weak.
    seed
        The same seed gives the same network.

    Returns
    -------
    BayesianNetwork
        States are 0, 1, ...; `BayesianNetwork.sample` draws data from it.

    Examples
    --------
    >>> import dagwright as dw
    >>> net = dw.random_network(dw.random_dag(20, seed=3), states=(2, 4), seed=3)
    >>> net
    <BayesianNetwork: 20 variables, 20 edges, 197 parameters>
    >>> net.sample(5, seed=3).n_rows
    5
    """
    if not isinstance(dag, Dag):
        raise DagwrightError(f"random_network needs a Dag, not {type(dag).__name__}")
    alpha = check_positive("concentration", concentration)
    draws = make_draws(seed, "network")
    arities = dict(zip(dag.names, _arities(states, dag.n_variables, draws), strict=True))
    tables = {}
    for name in dag.names:
        shape = tuple(arities[member] for member in (*dag.parents(name), name))
        tables[name] = _rows(draws, alpha, shape)
    return BayesianNetwork(dag, {name: list(range(arities[name])) for name in dag.names}, tables)


def _arities(
    states: int | tuple[int, int] | Sequence[int], n: int, draws: np.random.RandomState
) -> list[int]:
    if not isinstance(states, Sequence):
        return [check_count("states", states, 1, _MAX_STATES)] * n
    numbers = [check_count("states", number, 1, _MAX_STATES) for number in states]
    if isinstance(states, tuple) and len(numbers) == 2:
        least, most = numbers
        if least > most:
            raise DagwrightError(f"states={states!r}: give the smaller number first")
        return [int(arity) for arity in draws.randint(least, most + 1, n)]
    if len(numbers) != n:
        raise DagwrightError(f"states has {len(numbers)} numbers for {n} variables: give one each")
    return numbers


def _rows(
    draws: np.random.RandomState, alpha: float, shape: tuple[int, ...]
) -> npt.NDArray[np.float64]:
    weights = draws.standard_gamma(alpha, shape)
    sums = weights.sum(axis=-1, keepdims=True)
    # A tiny alpha can make a whole row underflow to 0: then one state has it all.
    certain = np.eye(shape[-1])[draws.randint(0, shape[-1], shape[:-1])]
    return np.asarray(np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), certain))
