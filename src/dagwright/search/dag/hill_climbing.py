"""Greedy search, restarted from where it got to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.dag.dag_method import DagMethod
from dagwright.search.dag.neighbourhood import NeighbourhoodName
from dagwright.search.method import METHODS

__all__ = ["HillClimbing"]


@METHODS.register
@dataclass(frozen=True)
class HillClimbing(DagMethod):
    """Steepest ascent over edge additions, removals and reversals.

    Each climb takes the move that gains most (a random one among equals) until no move gains.
    After the first, a climb restarts from the best network so far, with most edges around one to
    three variables taken out: an iterated local search. Fast, and with restarts the strongest
    search on dense data; never a proof.

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
    core = (_core.HillClimbingOptions, _core.hill_climbing)

    restarts: int | None = parameter(
        1, at_least=1, help="Number of climbs; None continues until a stop rule ends it."
    )
    max_parents: int | None = parameter(
        None, at_least=0, help="The most parents of a variable; None for no limit."
    )
    perturbation: float = parameter(
        0.7,
        at_least=0,
        at_most=1,
        help="Share of the edges around one to three random variables that a restart takes out.",
    )
    neighbourhood: NeighbourhoodName = parameter(
        "adr",
        help='``"adr"`` (additions, removals, reversals), ``"adrs"`` (and swaps) or ``"extended"`` '
        "(and chains), as in `SGS`.",
    )
