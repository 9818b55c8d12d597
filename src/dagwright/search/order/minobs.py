"""Memetic insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parameters import parameter
from dagwright.parents import ParentSets
from dagwright.search.method import METHODS
from dagwright.search.order.crossovers import CROSSOVERS, Crossover
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order.searching import OrderMethod, index_bytes

__all__ = ["MINOBS"]


@METHODS.register
@dataclass(frozen=True)
class MINOBS(OrderMethod):
    """A population of local optima of `INOBS` that breeds by crossover and mutation.

    Every generation adds the local optima that descents from crossovers and mutations reach, and
    keeps the best. When the mean no longer changes, all but a few are replaced by fresh ones.
    The strongest of the order searches, given time.

    References
    ----------
    Lee & van Beek (2017), Metaheuristics for score-and-search Bayesian network structure learning,
    section 5.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    >>> result = dw.solve(sets, dw.MINOBS(generations=3), seed=0)
    >>> result.counters["local_optima"] == 20 + 3 * 26
    True
    """

    name: ClassVar[str] = "minobs"
    core = (_core.MinobsOptions, _core.minobs)

    population: int = parameter(20, at_least=2, help="Number of members.")
    crossover: Crossover | str = parameter(
        "order-based",
        resolve=CROSSOVERS.resolve,
        help="`OrderBased`, `Rank` or `Cycle`, or its name.",
    )
    crossovers: int = parameter(20, at_least=0, help="Crossovers in a generation.")
    mutations: int = parameter(6, at_least=0, help="Mutations in a generation.")
    mutation_power: float = parameter(
        0.01,
        at_least=0,
        at_most=1,
        help="Exchanges of two random variables in a mutation, as a share of the number of "
        "variables, rounded up.",
    )
    diversify_after: int = parameter(
        32,
        at_least=1,
        help="Diversify when the mean cost has changed too little in this many generations.",
    )
    diversify_below: float = parameter(
        0.001, at_least=0, at_most=1, help="A smaller share of the mean cost is too little."
    )
    keep: int = parameter(
        4, at_least=0, help="Number of best members that survive a diversification."
    )
    islands: int = parameter(
        1,
        at_least=1,
        help="Populations that evolve side by side. One can use all threads as well as several "
        "do: the offspring of a generation are spread over them.",
    )
    migrate_every: int = parameter(
        10,
        at_least=1,
        help="Generations after which the best of each island replaces the worst of the next.",
    )
    generations: int | None = parameter(
        None, at_least=1, help="Number of generations; None continues until a stop rule ends it."
    )
    initial: InitialOrder | str = parameter(
        "random",
        resolve=INITIAL_ORDERS.resolve,
        help="Where the members of a population begin: `RandomOrder`, `DfsOrder`, `FasOrder` or "
        "`GreedyOrder`, or its name.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.crossovers + self.mutations == 0:
            raise DagwrightError("MINOBS(crossovers=0, mutations=0): one must be above 0")
        if self.keep > self.population:
            raise DagwrightError(
                f"MINOBS(keep={self.keep}, population={self.population}): keep is larger"
            )

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory that it needs besides the sets, at most."""
        members = self.population + self.crossovers + self.mutations
        return index_bytes(problem) + 8 * self.islands * members * problem.n_variables
