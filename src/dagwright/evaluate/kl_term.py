"""How much of the truth a structure can express."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.graph.names import check_same_variables
from dagwright.network import BayesianNetwork
from dagwright.network.marginal import marginal
from dagwright.scores import LocalScores, LogLikelihood

__all__ = ["kl_term"]


def kl_term(dag: Dag, truth: BayesianNetwork | Dataset) -> float:
    r"""Return the part of the Kullback-Leibler divergence that depends on the structure.

    .. math:: \mathrm{KL}(P_T, P_L) = -H(X) + \sum_i H(X_i) - \sum_i I(X_i; Pa_i)

    for the distribution :math:`P_L` of the structure that is closest to the true one, all of
    it with respect to :math:`P_T`. This is the last sum: the larger, the closer.

    Parameters
    ----------
    dag
        The structure.
    truth
        The true network, for the exact value; or a table drawn from it, best one that the
        structure was not learned from, for an estimate. That counts chance for information, so it
        is too large, and more so with many parents.

    Returns
    -------
    float
        In nats.

    Raises
    ------
    ResourceError
        If the joint probabilities of a family cannot be had exactly, because the true network is
        too dense: estimate it from a sample then.

    References
    ----------
    Acid & de Campos (2001), A hybrid methodology for learning belief networks: Benedict. Zhao,
    Chen, Tu & Tian (2017), Curriculum learning of Bayesian network structures, eq. 12.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.load_network("asia")
    >>> round(dw.kl_term(truth.dag, truth), 4)
    0.7432
    >>> round(dw.kl_term(truth.dag, truth.sample(5000, seed=1)), 4)
    0.7198
    """
    if not isinstance(truth, (BayesianNetwork, Dataset)):
        raise DagwrightError(
            f"kl_term needs a BayesianNetwork or a Dataset, not {type(truth).__name__}"
        )
    check_same_variables(dag.names, truth.names)
    children = [name for name in dag.names if dag.parents(name)]
    if isinstance(truth, Dataset):
        scores = LocalScores(truth, LogLikelihood())
        gains = [scores(name, dag.parents(name)) - scores(name) for name in children]
        return math.fsum(gains) / truth.total_weight
    return math.fsum(_information(truth, name, dag.parents(name)) for name in children)


def _information(net: BayesianNetwork, name: str, parents: Sequence[str]) -> float:
    """Return I(name; parents) from the joint probabilities."""
    joint = marginal(net, (name, *parents))
    joint = joint.reshape(len(joint), -1)
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    seen = joint > 0
    return float(np.sum(joint[seen] * np.log(joint[seen] / apart[seen])))
