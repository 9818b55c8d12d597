"""Acyclic selection over orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dagwright import _core
from dagwright.parameters import parameter
from dagwright.parents import ParentSets
from dagwright.search.method import METHODS
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order.searching import OrderMethod, index_bytes

__all__ = ["ASOBS"]


@METHODS.register
@dataclass(frozen=True)
class ASOBS(OrderMethod):
    """Many initial orders, each turned into a network that may have edges against it.

    From the last variable of an order to the first, each takes its best set that closes no cycle
    with what was taken before. The network is then completed by the best sets that its own order
    allows. There is no climbing: it is a comparator, for `INOBS` does better.

    References
    ----------
    Scanagatta, de Campos, Corani & Zaffalon (2015), Learning Bayesian networks with thousands of
    variables.

    Examples
    --------
    >>> import dagwright as dw
    >>> lists = {"a": [(-9, []), (-1, ["b"])], "b": [(-2, [])]}
    >>> sets = dw.ParentSets.from_lists(["a", "b"], lists)
    >>> dw.solve(sets, dw.ASOBS(restarts=1), start=["a", "b"]).dag.edges
    (('b', 'a'),)
    """

    name: ClassVar[str] = "asobs"
    core = (_core.AsobsOptions, _core.asobs)

    restarts: int | None = parameter(
        None, at_least=1, help="Number of orders; None continues until a stop rule ends it."
    )
    initial: InitialOrder | str = parameter(
        "random",
        resolve=INITIAL_ORDERS.resolve,
        help="The orders: `RandomOrder`, `DfsOrder`, `FasOrder` or `GreedyOrder`, or its name.",
    )

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory that it needs besides the sets, at most."""
        # Ancestors and descendants are bits; some threads hold them at the same time.
        return index_bytes(problem) + 64 * (2 * problem.n_variables**2 // 8)
