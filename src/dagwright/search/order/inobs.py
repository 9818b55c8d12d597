"""Insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.method import METHODS
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order.searching import OrderMethod
from dagwright.search.order.walks import Annealing, Tabu

__all__ = ["INOBS"]


@METHODS.register
@dataclass(frozen=True)
class INOBS(OrderMethod):
    """Descents over orders that move one variable at a time to another place.

    Each climb goes from an initial order to better ones until no insertion gains. Restarts are
    independent climbs.

    References
    ----------
    Lee & van Beek (2017), Metaheuristics for score-and-search Bayesian network structure learning,
    section 3. Alonso-Barba, de la Ossa & Puerta (2011) for the best insertion and the radius.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> result = dw.solve(sets, dw.INOBS(restarts=20), seed=0)
    >>> result.counters["local_optima"]
    20
    """

    name: ClassVar[str] = "inobs"
    core = (_core.InobsOptions, _core.inobs)

    improvement: Literal["hybrid", "best", "first"] | Annealing | Tabu = parameter(
        "hybrid",
        help='Which insertion is next. ``"hybrid"``: variables come up in random order, and each '
        'goes to its best place; the fastest by far. ``"best"``: the best of all insertions. '
        '``"first"``: a random one of all insertions that gain. `Annealing` and `Tabu` also accept '
        "insertions that lose.",
    )
    restarts: int | None = parameter(
        1, at_least=1, help="Number of climbs; None continues until a stop rule ends it."
    )
    radius: int | None = parameter(
        None,
        at_least=1,
        help="The most places that an insertion moves a variable; None for no limit.",
    )
    initial: InitialOrder | str = parameter(
        "random",
        resolve=INITIAL_ORDERS.resolve,
        help="Where climbs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or "
        "its name.",
    )
