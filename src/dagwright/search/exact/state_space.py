"""What the searches in the order graph share on the way to the core and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from dagwright import _core
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.search.exact.heuristic import Heuristic
from dagwright.search.method import Run
from dagwright.search.problem import add_up
from dagwright.search.result import trace_of

__all__ = ["Queries", "make_plan", "plan_bytes", "run_search"]

Queries: TypeAlias = Literal["table", "scan", "bits", "full"]

Search: TypeAlias = Callable[
    [_core.CandidateSets, _core.ExactPlan, _core.RunControl], _core.ExactResult
]


def make_plan(sets: ParentSets, heuristic: Heuristic | None, queries: Queries) -> _core.ExactPlan:
    """Return what the core has to know besides the run."""
    plan = _core.ExactPlan()
    plan.queries = _core.QueryKind[queries]
    if heuristic is not None:
        plan.heuristic = heuristic.plan(sets)
    return plan


def plan_bytes(sets: ParentSets, plan: _core.ExactPlan) -> int:
    """Return the bytes of lists, query tables and pattern tables, which every search needs."""
    return _core.exact_table_bytes(sets.core, plan)


def run_search(
    search: Search, sets: ParentSets, plan: _core.ExactPlan, run: Run
) -> _core.ExactResult:
    """Run a search of the core and offer what it finds; it reports its bound to the control."""
    plan.start = [list(parents) for parents in run.start.parent_indices()]
    plan.seed = run.seed
    plan.threads = run.threads
    plan.memory = run.memory
    found = search(sets.core, plan, run.control.core)
    dag = Dag.from_parents(sets.names, found.parents)
    points = trace_of(found.trace)
    run.known.offer(dag, add_up(sets, dag), points, at=run.control.began)
    counters = {
        "expanded": found.expanded,
        "generated": found.generated,
        "peak_nodes": found.peak_nodes,
        "bytes": found.bytes,
        "patterns": found.patterns,
    }
    run.known.count(counters, iterations=found.expanded)
    if found.resumed_layer is not None:
        run.known.notes.append(f"resumed from layer {found.resumed_layer} of an earlier run")
    if found.message:
        run.known.notes.append(f"stopped: {found.message}")
    return found
