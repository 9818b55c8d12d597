"""Ordering-based search by adjacent swaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.method import METHODS
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order.searching import OrderMethod

__all__ = ["OBS"]


@METHODS.register
@dataclass(frozen=True)
class OBS(OrderMethod):
    """The best swap of two neighbours in the order, again and again, from many initial orders.

    The classic; `INOBS` reaches better local optima and is what to use.

    References
    ----------
    Teyssier & Koller (2005), Ordering-based search. Perez & Mauá (2016), Algorithm 2. Lee & van
    Beek (2017), section 3, for the tabu list.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> swaps = dw.solve(sets, dw.OBS(restarts=50), seed=0)
    >>> dw.solve(sets, dw.INOBS(restarts=50), seed=0).score > swaps.score
    True
    """

    name: ClassVar[str] = "obs"
    core = (_core.ObsOptions, _core.obs)

    restarts: int | None = parameter(
        1000, at_least=1, help="Number of climbs; None continues until a stop rule ends it."
    )
    max_iterations: int = parameter(500, at_least=1, help="The most swaps of a climb.")
    tabu: int | None = parameter(
        None,
        at_least=1,
        help="None stops a climb where no swap gains. A number L takes the best swap that is not "
        "among the last L swapped pairs, even a worsening one, and stops after L without a new "
        "best.",
    )
    initial: InitialOrder | str = parameter(
        "random",
        resolve=INITIAL_ORDERS.resolve,
        help="Where climbs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or "
        "its name.",
    )
