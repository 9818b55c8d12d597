"""Greedy search over Markov equivalence classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.scores import AIC, BIC, BDeu, LogLikelihood
from dagwright.search.dag.core_run import (
    CoreRun,
    distinct_scores,
    estimate_search_bytes,
    offer_found,
)
from dagwright.search.method import Needs, Run, register
from dagwright.search.parameters import check_count
from dagwright.search.problem import Problem

__all__ = ["GES"]


@register
@dataclass(frozen=True)
class GES:
    """Greedy equivalence search: the best insertion while one gains, then the best deletion.

    It moves over equivalence classes, so it never decides a direction before the data do. With
    many rows of a faithful distribution it finds the generating class. It is deterministic.

    Parameters
    ----------
    max_degree
        The most edges at a variable; None for no limit. It also bounds the work, which is
        exponential in the degree.
    max_parents
        The most parents a variable may have; None for no limit.

    Notes
    -----
    An operator is refused if the class that it leads to has no network within the constraints (or,
    with `ParentSets`, if the one that is found has a family that is not listed). Gains are those
    of classes only if the score is the same for equivalent networks; with another one the best
    network on the way is returned.

    References
    ----------
    Chickering (2002), Optimal structure identification with greedy search.

    Examples
    --------
    >>> import dagwright as dw
    >>> data = dw.load_network("asia").sample(20_000, seed=0)
    >>> result = dw.learn(data, score="bdeu", method="ges")
    >>> result.counters["insertions"] - result.counters["deletions"] == result.dag.n_edges
    True
    """

    name: ClassVar[str] = "ges"
    needs: ClassVar[Needs] = "scores"
    proves: ClassVar[bool] = False
    units: ClassVar[tuple[str, str]] = ("moves", "local optima")

    max_degree: int | None = None
    max_parents: int | None = None

    def __post_init__(self) -> None:
        check_count(self, "max_degree", smallest=0)
        check_count(self, "max_parents", smallest=0)

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return True

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its own parameters set."""
        return self.max_parents

    def estimate_bytes(self, problem: Problem) -> int:
        """Return the memory that it needs besides the scores, at most."""
        # An operator has 64 bytes; few variables have more than one for each other variable.
        return estimate_search_bytes(problem, rows=8)

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        core = CoreRun.make(problem, run, self.estimate_bytes(problem))
        found = _core.ges(
            core.oracle,
            core.rules,
            core.start,
            run.control.core,
            self.max_degree,
            run.threads,
            core.cache_bytes,
        )
        insertions, deletions, *_ = found.moves
        counters = {
            "iterations": found.iterations,
            "insertions": insertions,
            "deletions": deletions,
            **distinct_scores(found),
        }
        offer_found(problem, run, found, counters, _remarks(problem))


def _remarks(problem: Problem) -> tuple[str, ...]:
    equivalent = (AIC, BDeu, BIC, LogLikelihood)
    if problem.score is None or isinstance(problem.score, equivalent):
        return ()
    return ("ges supposes that equivalent networks have the same score; here they need not",)
