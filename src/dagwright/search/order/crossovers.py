"""Ways to make one order of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from dagwright import _core
from dagwright.errors import DagwrightError

__all__ = ["Crossover", "Cycle", "OrderBased", "Rank", "resolve_crossover"]


@runtime_checkable
class Crossover(Protocol):
    """A way to make one order of two."""

    name: ClassVar[str]

    @property
    def kind(self) -> _core.Crossover:
        """What the core calls it."""
        ...


@dataclass(frozen=True)
class OrderBased:
    """Half of the positions keep the first parent's variables; the rest follow the second's order.

    Parameters
    ----------
    exact
        Keep exactly half of the positions, rounded down, as the paper says. False: each with
        probability one half, as the authors' program does.

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

    exact: bool = True

    @property
    def kind(self) -> _core.Crossover:
        """What the core calls it."""
        kinds = _core.Crossover
        return kinds.order_based if self.exact else kinds.order_based_by_coins


@dataclass(frozen=True)
class Rank:
    """Variables by their mean position in both parents, ties at random.

    References
    ----------
    Schiavinotto & Stützle (2004), The linear ordering problem.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.MINOBS(crossover="rank") == dw.MINOBS(crossover=dw.Rank())
    True
    """

    name: ClassVar[str] = "rank"

    @property
    def kind(self) -> _core.Crossover:
        """What the core calls it."""
        return _core.Crossover.rank


@dataclass(frozen=True)
class Cycle:
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

    @property
    def kind(self) -> _core.Crossover:
        """What the core calls it."""
        return _core.Crossover.cycle


_KINDS: tuple[type[Crossover], ...] = (OrderBased, Rank, Cycle)


def resolve_crossover(value: Crossover | str) -> Crossover:
    """Return the crossover that a user's word or object stands for."""
    known = {kind.name: kind for kind in _KINDS}
    if isinstance(value, str) and value.lower().replace("_", "-") in known:
        return known[value.lower().replace("_", "-")]()
    if isinstance(value, type) or not isinstance(value, Crossover):
        raise DagwrightError(
            f"MINOBS(crossover={value!r}): give one of {', '.join(known)}, or an object such as "
            "Rank()"
        )
    return value
