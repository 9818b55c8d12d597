"""What all searches share on the way to the core and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias, TypeVar

from dagwright import _core
from dagwright.graph import Dag
from dagwright.search.method import Run
from dagwright.search.problem import Problem
from dagwright.search.result import trace_of

__all__ = ["CoreSearch", "offer_found", "resources_of"]

_Inputs = TypeVar("_Inputs")
_Found = TypeVar("_Found")
CoreSearch: TypeAlias = tuple[
    type[object], Callable[[_Inputs, NoReturn, _core.Resources, _core.RunControl], _Found]
]
"""The options of a search of the core, and the search: which takes no other options."""


def resources_of(run: Run, memory: int | None = None) -> _core.Resources:
    """Return seed, threads and bytes of a run; `memory` if some of its bytes are spoken for."""
    size = run.memory if memory is None else memory
    return _core.Resources(seed=run.seed, threads=run.threads, bytes=size)


def offer_found(
    problem: Problem, run: Run, found: _core.SearchResult, counters: Mapping[str, int]
) -> None:
    """Offer what the core found, or the start if it had no time at all."""
    dag = Dag.from_parents(problem.names, found.parents) if found.parents else run.start
    run.known.offer(dag, problem.add_up(dag), trace_of(found.trace), at=run.control.began)
    run.known.count(counters, iterations=found.iterations)
    run.known.notes.extend(found.notes)
