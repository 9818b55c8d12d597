"""Ways to make one order of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from dagwright.parameters import Parameters, parameter
from dagwright.registry import Registry

__all__ = ["CROSSOVERS", "Crossover", "Cycle", "OrderBased", "Rank"]


@runtime_checkable
class Crossover(Protocol):
    """A way to make one order of two."""

    name: ClassVar[str]

    def for_core(self) -> str:
        """Return what the core calls it."""
        ...


CROSSOVERS: Registry[Crossover] = Registry("crossover", Crossover, "Rank()")  # type: ignore[type-abstract]
"""The crossovers by name."""


@CROSSOVERS.register
@dataclass(frozen=True)
class OrderBased(Parameters):
    """Half of the positions keep the first parent's variables; the rest follow the second's order.

    References
    ----------
    Syswerda (1991), Schedule optimization using genetic algorithms.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.MINOBS().crossover
    OrderBased(exact=True)
    """

    name: ClassVar[str] = "order-based"

    exact: bool = parameter(
        True,
        help="Keep exactly half of the positions, rounded down, as the paper says. False: each "
        "with probability one half, as the authors' program does.",
    )

    def for_core(self) -> str:
        """Return what the core calls it."""
        return "order_based" if self.exact else "order_based_by_coins"


@CROSSOVERS.register
@dataclass(frozen=True)
class Rank(Parameters):
    """Variables by their mean position in both parents, ties at random.

    References
    ----------
    Schiavinotto & Stützle (2004), The linear ordering problem.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.MINOBS(crossover="rank") == dw.MINOBS(crossover=dw.crossover.Rank())
    True
    """

    name: ClassVar[str] = "rank"

    def for_core(self) -> str:
        """Return what the core calls it."""
        return "rank"


@CROSSOVERS.register
@dataclass(frozen=True)
class Cycle(Parameters):
    """Every position has its variable of one parent or the other; one coin for each cycle.

    References
    ----------
    Oliver, Smith & Holland (1987), A study of permutation crossover operators.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.MINOBS(crossover="cycle").crossover
    Cycle()
    """

    name: ClassVar[str] = "cycle"

    def for_core(self) -> str:
        """Return what the core calls it."""
        return "cycle"
