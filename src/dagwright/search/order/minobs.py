"""Memetic insertion-based search over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parents import ParentSets
from dagwright.search.method import Run, register
from dagwright.search.order.crossovers import Crossover, resolve_crossover
from dagwright.search.order.initial_orders import InitialOrder, resolve_initial
from dagwright.search.order.searching import OrderMethod, index_bytes, search_orders
from dagwright.search.parameters import check_count, check_fraction

__all__ = ["MINOBS"]


@register
@dataclass(frozen=True)
class MINOBS(OrderMethod):
    """A population of local optima of `INOBS` that breeds by crossover and mutation.

    Every generation adds the local optima that descents from crossovers and mutations reach, and
    keeps the best. When the mean no longer changes, all but a few are replaced by fresh ones.
    The strongest of the order searches, given time.

    Parameters
    ----------
    population
        Number of members.
    crossover
        `OrderBased`, `Rank` or `Cycle`, or its name.
    crossovers, mutations
        Offspring of each kind in a generation.
    mutation_power
        Exchanges of two random variables in a mutation, as a share of the number of variables,
        rounded up.
    diversify_after, diversify_below
        Diversify when the mean cost differs by less than the share `diversify_below` from what it
        was `diversify_after` generations ago.
    keep
        Number of best members that survive a diversification.
    islands
        Populations that evolve side by side. One can use all threads as well as several do: the
        offspring of a generation are spread over them.
    migrate_every
        Generations after which the best of each island replaces the worst of the next.
    generations
        Number of generations; None continues until a stop rule ends it.
    initial
        Where the members of a population begin: `RandomOrder`, `DfsOrder`, `FasOrder` or
        `GreedyOrder`, or its name.

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

    population: int = 20
    crossover: Crossover | str = "order-based"
    crossovers: int = 20
    mutations: int = 6
    mutation_power: float = 0.01
    diversify_after: int = 32
    diversify_below: float = 0.001
    keep: int = 4
    islands: int = 1
    migrate_every: int = 10
    generations: int | None = None
    initial: InitialOrder | str = "random"

    def __post_init__(self) -> None:
        check_count(self, "population", smallest=2, optional=False)
        check_count(self, "crossovers", smallest=0, optional=False)
        check_count(self, "mutations", smallest=0, optional=False)
        if self.crossovers + self.mutations == 0:
            raise DagwrightError("MINOBS(crossovers=0, mutations=0): one must be above 0")
        check_fraction(self, "mutation_power")
        check_count(self, "diversify_after", smallest=1, optional=False)
        check_fraction(self, "diversify_below")
        check_count(self, "keep", smallest=0, optional=False)
        if self.keep > self.population:
            raise DagwrightError(
                f"MINOBS(keep={self.keep}, population={self.population}): keep is larger"
            )
        check_count(self, "islands", smallest=1, optional=False)
        check_count(self, "migrate_every", smallest=1, optional=False)
        check_count(self, "generations", smallest=1)
        object.__setattr__(self, "crossover", resolve_crossover(self.crossover))
        object.__setattr__(self, "initial", resolve_initial(self))

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return self.generations is not None

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory that it needs besides the sets, at most."""
        members = self.population + self.crossovers + self.mutations
        return index_bytes(problem) + 8 * self.islands * members * problem.n_variables

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        search_orders(
            problem,
            run,
            resolve_initial(self),
            lambda core_run: _core.minobs(
                core_run,
                self.population,
                resolve_crossover(self.crossover).kind,
                self.crossovers,
                self.mutations,
                self.mutation_power,
                self.diversify_after,
                self.diversify_below,
                self.keep,
                self.islands,
                self.migrate_every,
                self.generations,
                run.seed,
            ),
        )
