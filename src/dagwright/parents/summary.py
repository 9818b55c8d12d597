"""Parent sets described in a few lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from dagwright.memory import format_memory

if TYPE_CHECKING:
    from dagwright.parents.parent_sets import ParentSets

__all__ = ["summary_facts", "summary_text"]


def summary_text(sets: ParentSets) -> str:
    """Return the facts in two columns."""
    return "\n".join(f"{name:<14}{value}" for name, value in summary_facts(sets))


def summary_facts(sets: ParentSets) -> Iterator[tuple[str, str]]:
    """Yield names and values worth showing."""
    counts = np.diff(sets.child_starts)
    sizes = np.diff(sets.set_starts)
    yield "variables", f"{sets.n_variables:,}"
    yield "sets", f"{sets.n_sets:,} ({format_memory(sets.nbytes)})"
    yield "a variable", f"{counts.min():,} to {counts.max():,}, median {np.median(counts):,.0f}"
    by_size = ", ".join(f"{size}: {n:,}" for size, n in enumerate(np.bincount(sizes)) if n)
    yield "by size", by_size
    yield "dominated", _DOMINATED[sets.pruned]
    if sets.score is not None:
        yield "score", repr(sets.score)
    if sets.rows is not None:
        yield "rows", f"{sets.rows:,}"
    if sets.evaluations is not None:
        yield "evaluated", f"{sum(sets.evaluations.values()):,} sets"
    yield "complete", _coverage(sets)
    graph = sets.relaxed()
    yield (
        "best parents",
        f"score {graph.score:.4f}, mean in-degree {graph.mean_in_degree:.3f}, "
        f"at most {graph.max_in_degree}, {'acyclic' if graph.is_acyclic else 'with cycles'}",
    )
    for note in sets.notes:
        yield "note", note


_DOMINATED = {True: "removed", False: "kept", None: "as in the file"}


def _coverage(sets: ParentSets) -> str:
    sizes = list(sets.complete_size.values())
    everything = sum(math.isinf(size) for size in sizes)
    if everything == len(sizes):
        return "all sets were covered"
    if not everything and max(sizes) == 0:
        return "not known"
    least = min(sizes)
    return (
        f"up to {least} parents at least; all sets for {everything:,} of {len(sizes):,} variables"
    )
