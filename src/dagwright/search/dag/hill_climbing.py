"""Greedy search, restarted from where it got to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.search.dag.core_run import (
    CoreRun,
    estimate_search_bytes,
    move_counters,
    offer_found,
)
from dagwright.search.dag.neighbourhood import (
    MOVES,
    NEIGHBOURHOODS,
    NeighbourhoodName,
    rows_per_variable,
)
from dagwright.search.method import Needs, Run, register
from dagwright.search.parameters import check_choice, check_count, check_fraction
from dagwright.search.problem import Problem

__all__ = ["HillClimbing"]


@register
@dataclass(frozen=True)
class HillClimbing:
    """Steepest ascent over edge additions, removals and reversals.

    Each climb takes the move that gains most (a random one among equals) until no move gains.
    After the first, a climb restarts from the best network so far, with most edges around one to
    three variables taken out: an iterated local search. Fast, and with restarts the strongest
    search on dense data; never a proof.

    Parameters
    ----------
    restarts
        Number of climbs; None continues until a stop rule ends it.
    max_parents
        The most parents a variable may have; None for no limit.
    perturbation
        Share of the edges around one to three random variables that a restart takes out.
    neighbourhood
        ``"adr"`` (additions, removals, reversals), ``"adrs"`` (and swaps) or ``"extended"`` (and
        chains), as in `SGS`.

    References
    ----------
    Heckerman, Geiger & Chickering (1995), Learning Bayesian networks, for the neighbourhood.
    Lourenço, Martin & Stützle (2003), Iterated local search, for the restarts.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> one = dw.solve(scores, dw.HillClimbing(), seed=0)
    >>> many = dw.solve(scores, dw.HillClimbing(restarts=50), seed=0)
    >>> many.score >= one.score
    True
    """

    name: ClassVar[str] = "hill-climbing"
    needs: ClassVar[Needs] = "scores"
    proves: ClassVar[bool] = False
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    restarts: int | None = 1
    max_parents: int | None = None
    perturbation: float = 0.7
    neighbourhood: NeighbourhoodName = "adr"

    def __post_init__(self) -> None:
        check_count(self, "restarts", smallest=1)
        check_count(self, "max_parents", smallest=0)
        check_fraction(self, "perturbation")
        check_choice(self, "neighbourhood", tuple(NEIGHBOURHOODS))

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return self.restarts is not None

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        return self.max_parents

    def estimate_bytes(self, problem: Problem) -> int:
        """Return the memory that it needs besides the scores, at most."""
        rows = rows_per_variable(self.neighbourhood, self.max_parents, len(problem.names))
        return estimate_search_bytes(problem, rows)

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        core = CoreRun.make(problem, run, self.estimate_bytes(problem))
        found = _core.hill_climbing(
            core.oracle,
            core.rules,
            core.start,
            run.control.core,
            NEIGHBOURHOODS[self.neighbourhood],
            self.restarts,
            self.perturbation,
            run.seed,
            run.threads,
            core.cache_bytes,
        )
        counters = {
            "iterations": found.iterations,
            "local_optima": found.walks,
            **move_counters(found, *MOVES[self.neighbourhood]),
            "random_moves": found.random_moves,
        }
        offer_found(problem, run, found, counters)
