"""Orders to start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from dagwright import _core
from dagwright.parameters import Parameters, parameter
from dagwright.registry import Registry

__all__ = [
    "INITIAL_ORDERS",
    "DfsOrder",
    "FasOrder",
    "GreedyOrder",
    "InitialOrder",
    "RandomOrder",
]


@runtime_checkable
class InitialOrder(Protocol):
    """A way to make orders to start from."""

    name: ClassVar[str]

    def prepare(self, index: _core.OrderIndex) -> _core.InitialOrder:
        """Return what makes such orders for one problem."""
        ...


INITIAL_ORDERS: Registry[InitialOrder] = Registry("initial", InitialOrder, "FasOrder()")  # type: ignore[type-abstract]
"""The initial orders by name."""


@INITIAL_ORDERS.register
@dataclass(frozen=True)
class RandomOrder(Parameters):
    """Any order, all equally likely.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.INOBS(initial="random") == dw.INOBS(initial=dw.initial.RandomOrder())
    True
    """

    name: ClassVar[str] = "random"

    def prepare(self, index: _core.OrderIndex) -> _core.InitialOrder:
        """Return what makes such orders for one problem."""
        return _core.random_order(index)


@INITIAL_ORDERS.register
@dataclass(frozen=True)
class DfsOrder(Parameters):
    """Orders that follow the graph of best parents, one variable after the other.

    Next is a variable with the fewest parents not yet placed; among those the one with the least
    product, over its children not yet placed, of their numbers of parents not yet placed; then
    a random one.

    References
    ----------
    Perez & Mauá (2016), Algorithm 3.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-9, []), (-1, ["b"])], "b": [(-2, [])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> dw.solve(sets, dw.OBS(restarts=1, initial=dw.initial.DfsOrder())).dag.edges
    (('b', 'a'),)
    """

    name: ClassVar[str] = "dfs"

    prefer_freeing: bool = parameter(
        False,
        help="Among equals, take one that is the last missing parent of most children. The paper "
        "does not: there a variable without children ties with one that frees a child.",
    )

    def prepare(self, index: _core.OrderIndex) -> _core.InitialOrder:
        """Return what makes such orders for one problem."""
        return _core.dfs_order(index, self.prefer_freeing)


@INITIAL_ORDERS.register
@dataclass(frozen=True)
class FasOrder(Parameters):
    """Orders that respect all but a cheap set of edges of the graph of best parents.

    An edge weighs what its child loses without it. Cycles are broken where that is cheap
    (a feedback arc set), and a random order is drawn that respects the edges left.

    References
    ----------
    Perez & Mauá (2016), Algorithm 4. Demetrescu & Finocchi (2003), Combinatorial algorithms for
    feedback problems in directed graphs.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-9, []), (-1, ["b"])], "b": [(-2, []), (-1, ["a"])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> dw.solve(sets, dw.OBS(restarts=1, initial="fas")).dag.edges
    (('b', 'a'),)
    """

    name: ClassVar[str] = "fas"

    def prepare(self, index: _core.OrderIndex) -> _core.InitialOrder:
        """Return what makes such orders for one problem."""
        return _core.fas_order(index)


@INITIAL_ORDERS.register
@dataclass(frozen=True)
class GreedyOrder(Parameters):
    """Orders in which each next variable is one of those that lose least.

    What a variable loses is how far its best set among those placed scores below its best of all.

    References
    ----------
    The program of Lee & van Beek (2017) restarts from such orders; their paper from random ones.

    Examples
    --------
    >>> import dagwright as dw
    >>> dw.MINOBS(initial="greedy").initial
    GreedyOrder(choices=10)
    """

    name: ClassVar[str] = "greedy"

    choices: int = parameter(
        10, at_least=1, help="The next variable is a random one of this many that lose least."
    )

    def prepare(self, index: _core.OrderIndex) -> _core.InitialOrder:
        """Return what makes such orders for one problem."""
        return _core.greedy_order(index, self.choices)
