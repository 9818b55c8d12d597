"""Climbs by insertions that may also go down."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.search.parameters import check_count, check_fraction, check_positive

__all__ = ["Annealing", "Tabu", "resolve_walk"]


@dataclass(frozen=True)
class Annealing:
    """Random insertions; those that lose are accepted less and less often; at last a descent.

    Parameters
    ----------
    start, end
        Temperatures, in nats: a loss of this size is accepted with probability 1/e.
    cooling
        The factor from one temperature to the next. At each, as many insertions are proposed as
        there are variables.

    References
    ----------
    Kirkpatrick, Gelatt & Vecchi (1983), Optimization by simulated annealing. Named as future work
    by Perez & Mauá (2016).

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.INOBS(improvement=dw.Annealing(start=50.0)).improvement.cooling
    0.98
    """

    start: float = 20.0
    end: float = 0.1
    cooling: float = 0.98

    def __post_init__(self) -> None:
        check_positive(self, "start")
        check_positive(self, "end")
        check_fraction(self, "cooling")
        if self.cooling == 1:
            raise DagwrightError("Annealing(cooling=1): it would never end")


@dataclass(frozen=True)
class Tabu:
    """The best insertion of a variable that was not moved lately, even if it loses.

    Parameters
    ----------
    length
        Moves for which a variable that was moved stays where it is, unless moving it gives a new
        best.
    patience
        Moves without a new best after which a climb ends.

    References
    ----------
    Glover (1989), Tabu search. Named as future work by Perez & Mauá (2016).

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.INOBS(improvement=dw.Tabu(length=5)).improvement.patience
    50
    """

    length: int = 10
    patience: int = 50

    def __post_init__(self) -> None:
        check_count(self, "length", smallest=1, optional=False)
        check_count(self, "patience", smallest=1, optional=False)


def resolve_walk(
    value: object,
) -> _core.Improvement | _core.AnnealingOptions | _core.TabuOptions:
    """Return what the core calls a choice of the next insertion."""
    if isinstance(value, Annealing):
        return _core.AnnealingOptions(value.start, value.end, value.cooling)
    if isinstance(value, Tabu):
        return _core.TabuOptions(value.length, value.patience)
    if value in ("hybrid", "best", "first"):
        return _core.Improvement[str(value)]
    raise DagwrightError(
        f"INOBS(improvement={value!r}): give hybrid, best or first, or an object such as Tabu()"
    )
