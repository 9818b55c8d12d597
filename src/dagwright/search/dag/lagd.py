"""Greedy search that looks several moves ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.search.dag.core_run import (
    CoreRun,
    distinct_scores,
    estimate_search_bytes,
    move_counters,
    offer_found,
)
from dagwright.search.method import Needs, Run, register
from dagwright.search.parameters import check_count
from dagwright.search.problem import Problem

__all__ = ["LAGD"]


@register
@dataclass(frozen=True)
class LAGD:
    """Look ahead in good directions: the best sequence of a few single-edge moves at once.

    Of the best `directions` moves each is followed by the best of what comes after it, until
    `look_ahead` moves are made; the sequence that gains most is carried out. It may be shorter.

    Parameters
    ----------
    look_ahead
        The most moves of a sequence; 1 is plain hill climbing.
    directions
        How many moves are followed up at each step but the last.
    restarts
        Number of climbs, which differ by their choices among equal moves; None runs until a
        stop rule ends it.
    max_parents
        The most parents a variable may have; None for no limit.

    References
    ----------
    Holland, Fathi, Abramovici & Neubach (2008), Competing fusion for Bayesian applications.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> near = dw.solve(scores, dw.LAGD(look_ahead=1, restarts=1), seed=0)
    >>> far = dw.solve(scores, dw.LAGD(restarts=1), seed=0)
    >>> far.counters["iterations"] < near.counters["iterations"]
    True
    """

    name: ClassVar[str] = "lagd"
    needs: ClassVar[Needs] = "scores"
    proves: ClassVar[bool] = False
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    look_ahead: int = 2
    directions: int = 5
    restarts: int | None = 10
    max_parents: int | None = 5

    def __post_init__(self) -> None:
        check_count(self, "look_ahead", smallest=1, optional=False)
        check_count(self, "directions", smallest=1, optional=False)
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
        return estimate_search_bytes(problem, rows=2 + self.look_ahead)

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        core = CoreRun.make(problem, run, self.estimate_bytes(problem))
        found = _core.lagd(
            core.oracle,
            core.rules,
            core.start,
            run.control.core,
            self.look_ahead,
            self.directions,
            self.restarts,
            run.seed,
            run.threads,
            core.cache_bytes,
        )
        counters = {
            "iterations": found.iterations,
            "local_optima": found.walks,
            **move_counters(found, "additions", "removals", "reversals"),
            **distinct_scores(found),
        }
        offer_found(problem, run, found, counters)
