"""Iterated insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.method import METHODS
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order.searching import OrderMethod

__all__ = ["IINOBS"]


@METHODS.register
@dataclass(frozen=True)
class IINOBS(OrderMethod):
    """Iterated `INOBS`: perturb a local optimum, descend again, accept what is not much worse.

    A run begins at an initial order and ends when it no longer leads anywhere; runs are
    independent. Strong when time is short; `MINOBS` overtakes it on large problems.

    References
    ----------
    Lee & van Beek (2017), Metaheuristics for score-and-search Bayesian network structure learning,
    section 4.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> one = dw.solve(sets, dw.INOBS(), seed=0)
    >>> dw.solve(sets, dw.IINOBS(restarts=1), seed=0).score >= one.score
    True
    """

    name: ClassVar[str] = "iinobs"
    core = (_core.IinobsOptions, _core.iinobs)

    perturbation: float = parameter(
        0.03,
        at_least=0,
        at_most=1,
        help="Exchanges of two random variables before each descent, as a share of the number of "
        "variables, rounded up.",
    )
    leeway: float = parameter(
        0.00005,
        at_least=0,
        at_most=1,
        help="How much worse, relatively, a local optimum may be to be accepted.",
    )
    soft_restart: int = parameter(
        22,
        at_least=1,
        help="A run ends after this many rejections, or local optima without a new best one: see "
        "`restart_rule`.",
    )
    hard_restart: int = parameter(
        100,
        at_least=1,
        help="A run ends after this many acceptances, or perturbations: see `restart_rule`.",
    )
    restart_rule: Literal["code", "paper"] = parameter(
        "code",
        help='``"code"``: after `soft_restart` rejections in a row, or `hard_restart` acceptances, '
        'as the authors\' program does. ``"paper"``: after `soft_restart` local optima without a '
        "new best one of the run, or `hard_restart` perturbations.",
    )
    restarts: int | None = parameter(
        None, at_least=1, help="Number of runs; None continues until a stop rule ends it."
    )
    initial: InitialOrder | str = parameter(
        "random",
        resolve=INITIAL_ORDERS.resolve,
        help="Where runs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or "
        "its name.",
    )
