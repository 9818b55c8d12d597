"""Greedy search over Markov equivalence classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.scores import AIC, BIC, BDeu, LogLikelihood
from dagwright.search.dag.dag_method import DagMethod
from dagwright.search.method import METHODS, Run
from dagwright.search.problem import Problem

__all__ = ["GES"]


@METHODS.register
@dataclass(frozen=True)
class GES(DagMethod):
    """Greedy equivalence search: the best insertion while one gains, then the best deletion.

    It moves over equivalence classes, so it never decides a direction before the data do. With
    many rows of a faithful distribution it finds the generating class. It is deterministic.

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
    core = (_core.GesOptions, _core.ges)
    resumes: ClassVar[bool] = False

    max_degree: int | None = parameter(
        None,
        at_least=0,
        help="The most edges at a variable; None for no limit. It also bounds the work, which is "
        "exponential in the degree.",
    )
    max_parents: int | None = parameter(
        None, at_least=0, help="The most parents of a variable; None for no limit."
    )

    def gain_rows(self, n_variables: int) -> int:  # noqa: ARG002 - the same for any number
        """Return how many rows of gains a variable takes."""
        # An operator has 64 bytes; few variables have more than one for each other variable.
        return 8

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        super().run(problem, run)
        equivalent = (AIC, BDeu, BIC, LogLikelihood)
        if problem.score is not None and not isinstance(problem.score, equivalent):
            run.known.notes.append(
                "ges supposes that equivalent networks have the same score; here they need not"
            )
