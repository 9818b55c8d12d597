"""Insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.parents import ParentSets
from dagwright.search.method import Run, register
from dagwright.search.order.initial_orders import InitialOrder, resolve_initial
from dagwright.search.order.searching import OrderMethod, search_orders
from dagwright.search.order.walks import Annealing, Tabu, resolve_walk
from dagwright.search.parameters import check_count

__all__ = ["INOBS"]


@register
@dataclass(frozen=True)
class INOBS(OrderMethod):
    """Descents over orders that move one variable at a time to another place.

    Each climb goes from an initial order to better ones until no insertion gains. Restarts are
    independent climbs.

    Parameters
    ----------
    improvement
        Which insertion is next. ``"hybrid"``: variables come up in random order, and each goes to
        its best place; the fastest by far. ``"best"``: the best of all insertions. ``"first"``:
        a random one of all insertions that gain. `Annealing` and `Tabu` also accept insertions
        that lose.
    restarts
        Number of climbs; None continues until a stop rule ends it.
    radius
        The most places that an insertion moves a variable; None for no limit.
    initial
        Where climbs begin: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or its name.

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

    improvement: Literal["hybrid", "best", "first"] | Annealing | Tabu = "hybrid"
    restarts: int | None = 1
    radius: int | None = None
    initial: InitialOrder | str = "random"

    def __post_init__(self) -> None:
        resolve_walk(self.improvement)
        check_count(self, "restarts", smallest=1)
        check_count(self, "radius", smallest=1)
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
            lambda core_run: _core.inobs(
                core_run,
                resolve_walk(self.improvement),
                problem.n_variables if self.radius is None else self.radius,
                self.restarts,
                run.seed,
            ),
        )
