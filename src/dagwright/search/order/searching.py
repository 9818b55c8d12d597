"""What the searches over orders have in common."""

from __future__ import annotations

from typing import ClassVar, NoReturn, cast

from dagwright import _core
from dagwright.parameters import core_options
from dagwright.parents import ParentSets
from dagwright.search.core_call import CoreSearch, offer_found, resources_of
from dagwright.search.method import Needs, Run, SearchMethod
from dagwright.search.order.initial_orders import INITIAL_ORDERS, InitialOrder
from dagwright.search.order_index import index_bytes

__all__ = ["OrderMethod", "index_bytes"]


class OrderMethod(SearchMethod):
    """A search over orders of the variables, each with the best sets that it allows."""

    needs: ClassVar[Needs] = "parent sets"
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("orders", "local optima")
    core: ClassVar[CoreSearch[_core.OrderInputs, _core.OrderSearchResult]]
    """The options and the search of the core."""
    initial: InitialOrder | str

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory that it needs besides the sets, at most."""
        return index_bytes(problem)

    def run(self, problem: ParentSets, run: Run) -> None:
        """Search until done or stopped, and offer the best network found."""
        options, search = self.core
        index = _core.OrderIndex(problem.core)
        initial = INITIAL_ORDERS.resolve(self.initial).prepare(index)
        start = None if run.start_order is None else list(run.start_order)
        inputs = _core.OrderInputs(index, initial, start)
        found = search(
            inputs,
            cast(NoReturn, core_options(options, self)),
            resources_of(run),
            run.control.core,
        )
        counters = found.counters
        counters["initial_microseconds"] = counters.pop("initial_nanoseconds") // 1000
        offer_found(problem, run, found, counters)
