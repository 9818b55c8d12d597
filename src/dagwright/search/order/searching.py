"""What all order searches share on this side of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from dagwright import _core
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.search.method import Needs, Run, SearchMethod
from dagwright.search.order.initial_orders import InitialOrder
from dagwright.search.order_index import index_bytes
from dagwright.search.problem import add_up
from dagwright.search.result import trace_of

__all__ = ["OrderMethod", "index_bytes", "search_orders"]


class OrderMethod(SearchMethod):
    """A search over orders of the variables, each with the best sets that it allows."""

    needs: ClassVar[Needs] = "parent sets"
    resumes: ClassVar[bool] = True
    units: ClassVar[tuple[str, str]] = ("orders", "local optima")

    def estimate_bytes(self, problem: ParentSets) -> int:
        """Return the memory that it needs besides the sets, at most."""
        return index_bytes(problem)


def search_orders(
    sets: ParentSets,
    run: Run,
    initial: InitialOrder,
    search: Callable[[_core.OrderRun], _core.OrderSearchResult],
) -> None:
    """Run a search of the core and offer what it found, or the start if it had no time at all."""
    index = _core.OrderIndex(sets.core)
    start = None if run.start_order is None else list(run.start_order)
    found = search(
        _core.OrderRun(index, initial.prepare(index), start, run.control.core, run.threads)
    )
    dag = Dag.from_parents(sets.names, found.parents) if found.order else run.start
    points = trace_of(found.trace)
    run.known.offer(dag, add_up(sets, dag), points, at=run.control.began)
    run.known.count(found.counters, iterations=found.counters["iterations"])
