"""Greedy search that looks several moves ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.dag.dag_method import DagMethod
from dagwright.search.method import METHODS

__all__ = ["LAGD"]


@METHODS.register
@dataclass(frozen=True)
class LAGD(DagMethod):
    """Look ahead in good directions: the best sequence of a few single-edge moves at once.

    Of the best `directions` moves each is followed by the best of what comes after it, until
    `look_ahead` moves are made; the sequence that gains most is carried out. It may be shorter.

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
    core = (_core.LagdOptions, _core.lagd)

    look_ahead: int = parameter(
        2, at_least=1, help="The most moves of a sequence; 1 is plain hill climbing."
    )
    directions: int = parameter(
        5, at_least=1, help="How many moves are followed up at each step but the last."
    )
    restarts: int | None = parameter(
        10,
        at_least=1,
        help="Number of climbs, which differ by their choices among equal moves; None continues "
        "until a stop rule ends it.",
    )
    max_parents: int | None = parameter(
        5, at_least=0, help="The most parents of a variable; None for no limit."
    )

    def gain_rows(self, n_variables: int) -> int:  # noqa: ARG002 - the same for any number
        """Return how many rows of gains the states of a sequence hold for a variable."""
        return 2 + self.look_ahead
