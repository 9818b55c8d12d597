"""Greedy search that remembers where it has been."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.search.dag.dag_method import DagMethod
from dagwright.search.dag.neighbourhood import NeighbourhoodName
from dagwright.search.method import METHODS

__all__ = ["TabuSearch"]


@METHODS.register
@dataclass(frozen=True)
class TabuSearch(DagMethod):
    """The best move to a network not visited lately, even if it loses.

    So it leaves local optima and crosses networks of equal score. It ends after `patience` moves
    in a row without a better network.

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
    core = (_core.TabuSearchOptions, _core.tabu_search)

    neighbourhood: NeighbourhoodName = parameter(
        "extended",
        help='``"adr"``, ``"adrs"`` or ``"extended"``, as in `SGS`; chains are made only if they '
        "gain.",
    )
    tabu_length: int = parameter(
        100, at_least=1, help="How many of the last networks are not visited again."
    )
    patience: int = parameter(
        15, at_least=1, help="Moves without a better network after which a search ends."
    )
    restarts: int | None = parameter(
        1,
        at_least=1,
        help="Number of searches, which differ by their choices among equal moves; None continues "
        "until a stop rule ends it.",
    )
    max_parents: int | None = parameter(
        5, at_least=0, help="The most parents of a variable; None for no limit."
    )
