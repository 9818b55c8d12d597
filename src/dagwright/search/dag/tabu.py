"""Greedy search that remembers where it has been."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.search.dag.core_run import (
    CoreRun,
    distinct_scores,
    estimate_search_bytes,
    longest_chain,
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
from dagwright.search.parameters import check_choice, check_count
from dagwright.search.problem import Problem

__all__ = ["TabuSearch"]


@register
@dataclass(frozen=True)
class TabuSearch:
    """The best move to a network not visited lately, even if it loses.

    So it leaves local optima and crosses networks of equal score. It ends after `patience` moves
    in a row without a better network.

    Parameters
    ----------
    neighbourhood
        ``"adr"``, ``"adrs"`` or ``"extended"``, as in `SGS`; chains are made only if they gain.
    tabu_length
        How many of the last networks are not visited again.
    patience
        Moves without a better network after which it ends.
    restarts
        Number of searches, which differ by their choices among equal moves; None runs until a
        stop rule ends it.
    max_parents
        The most parents a variable may have; None for no limit.

    References
    ----------
    Glover (1989), Tabu search, part I. Vandel, Mangin & de Givry (2012) for the neighbourhoods.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> climb = dw.solve(scores, dw.SGS(neighbourhood="adr", restarts=1), seed=0)
    >>> tabu = dw.solve(scores, dw.TabuSearch(neighbourhood="adr", patience=100), seed=0)
    >>> tabu.score > climb.score
    True
    """

    name: ClassVar[str] = "tabu"
    needs: ClassVar[Needs] = "scores"
    proves: ClassVar[bool] = False
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    neighbourhood: NeighbourhoodName = "extended"
    tabu_length: int = 100
    patience: int = 15
    restarts: int | None = 1
    max_parents: int | None = 5

    def __post_init__(self) -> None:
        check_choice(self, "neighbourhood", tuple(NEIGHBOURHOODS))
        check_count(self, "tabu_length", smallest=1, optional=False)
        check_count(self, "patience", smallest=1, optional=False)
        check_count(self, "restarts", smallest=1)
        check_count(self, "max_parents", smallest=0)

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
        found = _core.tabu_search(
            core.oracle,
            core.rules,
            core.start,
            run.control.core,
            NEIGHBOURHOODS[self.neighbourhood],
            self.restarts,
            self.tabu_length,
            self.patience,
            run.seed,
            run.threads,
            core.cache_bytes,
        )
        counters = {
            "iterations": found.iterations,
            "walks": found.walks,
            **move_counters(found, *MOVES[self.neighbourhood]),
            "longest_chain": longest_chain(found),
            **distinct_scores(found),
        }
        offer_found(problem, run, found, counters)
