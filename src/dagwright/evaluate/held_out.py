"""How well a structure suits data that it was not learned from."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.data import Dataset
from dagwright.evaluate.kl_term import kl_term
from dagwright.graph import Dag
from dagwright.network.matching import as_table, matched_codes
from dagwright.scores import BIC, BDeu, score_network

__all__ = ["HeldOut", "held_out"]


@dataclass(frozen=True)
class HeldOut:
    """Measures of a structure on a table; higher is better for all.

    Attributes
    ----------
    bdeu
        Score of the structure on the table, `BDeu`.
    bic
        The same, `BIC`.
    kl_term
        `kl_term` on the table.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.HeldOut(bdeu=-100.0, bic=-101.5, kl_term=0.25).kl_term
    0.25
    """

    bdeu: float
    bic: float
    kl_term: float


def held_out(
    dag: Dag, test: Dataset, *, train: Dataset | None = None, ess: float = 10.0
) -> HeldOut:
    """Measure a structure on data that it was not learned from.

    The parameters are those of the test table; what is tested is the structure.

    Parameters
    ----------
    dag
        The structure.
    test
        The other table.
    train
        The table that it was learned from, as it was cut (`Result.table`). Its cuts and states
        then count, so that a state that the test table happens to lack does not make families
        smaller than they were.
    ess
        Equivalent sample size of the `BDeu` score.

    Returns
    -------
    HeldOut
        BDeu, BIC and the KL term.

    References
    ----------
    Zhao, Chen, Tu & Tian (2017), Curriculum learning of Bayesian network structures, section 5.

    Examples
    --------
    >>> import dagwright as dw
    >>> truth = dw.load_network("asia")
    >>> train, test = truth.sample(1000, seed=1), truth.sample(5000, seed=2)
    >>> learned = dw.learn(train, score="bdeu", method="hill-climbing").dag
    >>> measured = dw.held_out(learned, test, train=train)
    >>> measured.bic > dw.held_out(dw.Dag.empty(test.names), test).bic
    True
    """
    table = test if train is None else _with_states_of(test, train)
    return HeldOut(
        bdeu=score_network(dag, table, BDeu(ess)).total,
        bic=score_network(dag, table, BIC()).total,
        kl_term=kl_term(dag, table),
    )


def _with_states_of(test: Dataset, train: Dataset) -> Dataset:
    states = dict(zip(train.names, train.states, strict=True))
    table = as_table(test, train.names, train.recipe)
    codes = matched_codes(table, states, train.names)
    return Dataset(train.names, train.states, [codes[name] for name in train.names], table.weights)
