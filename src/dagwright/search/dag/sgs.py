"""Stochastic greedy search with swaps and moves that break cycles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.parameters import core_options, parameter
from dagwright.scores import LocalScores
from dagwright.search.dag.dag_method import DagMethod
from dagwright.search.dag.neighbourhood import NeighbourhoodName
from dagwright.search.method import METHODS, Run
from dagwright.search.problem import Problem

__all__ = ["SGS"]

_MANY_VARIABLES = 2000  # with this many, "auto" filters the candidates


@METHODS.register
@dataclass(frozen=True)
class SGS(DagMethod):
    """Stochastic greedy search: SGS1, SGS2 and SGS3 of Vandel, Mangin and de Givry.

    Each climb takes a random one of the best moves until none gains; the best of `restarts` climbs
    counts. Besides single edges, moves exchange a parent (``"adrs"``), or add or exchange one and
    break the cycles that this closes by further deletions and swaps (``"extended"``).

    References
    ----------
    Vandel, Mangin & de Givry (2012), New local move operators for learning the structure of
    Bayesian networks.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BDeu(ess=1))
    >>> sgs1 = dw.solve(scores, dw.SGS(neighbourhood="adr"), seed=0)
    >>> sgs3 = dw.solve(scores, dw.SGS(), seed=0)
    >>> sgs3.score > sgs1.score
    True
    """

    name: ClassVar[str] = "sgs"
    core = (_core.SgsOptions, _core.sgs)

    neighbourhood: NeighbourhoodName = parameter(
        "extended",
        help='``"adr"`` (SGS1: additions, removals, reversals), ``"adrs"`` (SGS2: and swaps) or '
        '``"extended"`` (SGS3: and chains).',
    )
    restarts: int | None = parameter(
        10, at_least=1, help="Number of climbs; None continues until a stop rule ends it."
    )
    start: Literal["empty", "random"] = parameter(
        "empty",
        help='Where climbs start: ``"empty"`` (or the `start=` of `solve`), or ``"random"``: two '
        "random parents for each variable, other ones for each climb.",
    )
    max_parents: int | None = parameter(
        5, at_least=0, help="The most parents of a variable; None for no limit."
    )
    candidate_filter: Literal["auto", "before", "during"] | None = parameter(
        "auto",
        help='``"before"``: a parent must gain on its own to be considered at all; ``"during"``: '
        "once it gains nothing for a variable, a climb does not consider it for that one again; "
        'None: all parents; ``"auto"``: ``"before"`` with 2 000 variables or more if scores are '
        "computed.",
    )
    repair: bool = parameter(
        False, help="Whether to open covered v-structures of the best network at the end."
    )

    def options(self, problem: Problem) -> _core.SgsOptions:
        """Return its options in the terms of the core."""
        wanted = self.candidate_filter
        if wanted == "auto":
            many = isinstance(problem, LocalScores) and len(problem.names) >= _MANY_VARIABLES
            wanted = "before" if many else None
        return core_options(_core.SgsOptions, self, candidate_filter=wanted or "none")

    def run(self, problem: Problem, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        if self.start == "random" and run.start_order is not None:
            raise DagwrightError("SGS(start='random') and a start network: give one of them")
        super().run(problem, run)
