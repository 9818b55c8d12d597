"""Ordering-based search by adjacent swaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.method import Run, register
from dagwright.search.order.initial_orders import InitialOrder, resolve_initial
from dagwright.search.order.searching import OrderMethod, search_orders
from dagwright.search.parameters import check_count

__all__ = ["OBS"]


@register
@dataclass(frozen=True)
class OBS(OrderMethod):
    """The best swap of two neighbours in the order, again and again, from many initial orders.

    The classic; `INOBS` reaches better local optima and is what to use.

    Parameters
    ----------
    restarts
        Number of climbs; None continues until a stop rule ends it.
    max_iterations
        The most swaps of a climb.
    tabu
        None stops a climb where no swap gains. A number L takes the best swap that is not among
        the last L swapped pairs, even a worsening one, and stops after L without a new best.
    initial
        Where climbs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or its name.

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

    restarts: int | None = 1000
    max_iterations: int = 500
    tabu: int | None = None
    initial: InitialOrder | str = "random"

    def __post_init__(self) -> None:
        check_count(self, "restarts", smallest=1)
        check_count(self, "max_iterations", smallest=1, optional=False)
        check_count(self, "tabu", smallest=1)
        object.__setattr__(self, "initial", resolve_initial(self))

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return self.restarts is not None

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        search_orders(
            problem,
            run,
            resolve_initial(self),
            lambda core_run: _core.obs(
                core_run, self.restarts, self.max_iterations, self.tabu, run.seed
            ),
        )
