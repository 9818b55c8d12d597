"""Climbs by insertions that may also go down."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright import _core
from dagwright.parameters import Parameters, core_options, parameter

__all__ = ["Annealing", "Tabu"]


@dataclass(frozen=True)
class Annealing(Parameters):
    """Random insertions; those that lose are accepted less and less often; at last a descent.

    References
    ----------
    Kirkpatrick, Gelatt & Vecchi (1983), Optimization by simulated annealing. Named as future work
    by Perez & Mauá (2016).

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.INOBS(improvement=dw.walk.Annealing(start=50.0)).improvement.cooling
    0.98
    """

    start: float = parameter(
        20.0,
        above=0,
        help="The first temperature, in nats: a loss of this size is accepted with probability "
        "1/e.",
    )
    end: float = parameter(0.1, above=0, help="The last temperature is above it.")
    cooling: float = parameter(
        0.98,
        at_least=0,
        below=1,
        help="The factor from one temperature to the next. At each, as many insertions are "
        "proposed as there are variables.",
    )

    def for_core(self) -> _core.AnnealingOptions:
        """Return it in the terms of the core."""
        return core_options(_core.AnnealingOptions, self)


@dataclass(frozen=True)
class Tabu(Parameters):
    """The best insertion of a variable that was not moved lately, even if it loses.

    References
    ----------
    Glover (1989), Tabu search. Named as future work by Perez & Mauá (2016).

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.INOBS(improvement=dw.walk.Tabu(length=5)).improvement.patience
    50
    """

    length: int = parameter(
        10,
        at_least=1,
        help="Moves for which a variable that was moved stays where it is, unless moving it gives "
        "a new best.",
    )
    patience: int = parameter(
        50, at_least=1, help="Moves without a new best after which a climb ends."
    )

    def for_core(self) -> _core.TabuOptions:
        """Return it in the terms of the core."""
        return core_options(_core.TabuOptions, self)
