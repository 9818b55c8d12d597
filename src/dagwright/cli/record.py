"""A result as JSON, for scripts."""

from __future__ import annotations

import math
from typing import Any

import dagwright as dw
from dagwright.cli.wording import as_options
from dagwright.data.columns.listing import columns_as_json
from dagwright.network.strengths import strengths_of
from dagwright.search.explanation import describe_method, describe_scoring

__all__ = ["as_record", "sets_record", "table_record"]


def table_record(data: dw.Dataset) -> dict[str, Any]:
    """Return what a table holds, and what was decided about its columns."""
    return {
        "rows": data.n_rows,
        "dropped": data.n_dropped,
        "variables": data.n_variables,
        "fingerprint": data.fingerprint,
        "columns": columns_as_json(data),
    }


def sets_record(sets: dw.ParentSets) -> dict[str, Any]:
    """Return how many candidate parent sets there are, and how far they are complete."""
    return {
        "variables": sets.n_variables,
        "sets": sets.n_sets,
        "score": None if sets.score is None else repr(sets.score),
        "rows": sets.rows,
        "pruned": sets.pruned,
        # With all others for parents, no set is left.
        "complete_size": {
            name: int(min(size, sets.n_variables - 1)) for name, size in sets.complete_size.items()
        },
    }


def as_record(result: dw.Result, sets: dw.ParentSets | None = None) -> dict[str, Any]:
    """Return what the summary says, as plain values; a bound that is not known is None.

    Parameters
    ----------
    result
        Of `learn`, which knows its table, or of a search.
    sets
        What was searched.
    """
    data = result.table
    found_in = {} if data is None else {"data": table_record(data)}
    if sets is not None:
        found_in["candidates"] = sets_record(sets)
    cpdag = result.cpdag()
    strengths = strengths_of(result)
    known = math.isfinite(result.bound)
    return {
        **found_in,
        "scoring": describe_scoring(result),
        "method": describe_method(result),
        "reasons": list(result.reasons),
        "seed": result.seed,
        "score": result.score,
        "bound": result.bound if known else None,
        "bound_scope": str(result.bound_scope),
        "scope": result.bound_scope.to_json(),
        "bounds": [
            {"bound": bound.score, "scope": bound.scope.to_json()}
            for bound in result.bounds
            if math.isfinite(bound.score)
        ],
        "gap": result.gap if known else None,
        "status": result.status.value,
        "stop_reason": result.stop_reason.value,
        "reproducible": result.reproducible,
        "irreproducible": list(result.irreproducible),
        "seconds": math.fsum(timing.seconds for timing in result.timings),
        "timings": [{"name": t.name, "seconds": t.seconds} for t in result.timings],
        "peak_memory": result.peak_memory,
        "edges": [
            _edge(parent, child, cpdag.direction(parent, child), strengths.get((parent, child)))
            for parent, child in result.dag.edges
        ],
        "warnings": [as_options(warning) for warning in result.warnings],
        "notes": [as_options(note) for note in result.notes],
    }


def _edge(
    parent: str, child: str, direction: dw.Direction, strength: float | None
) -> dict[str, Any]:
    return {
        "parent": parent,
        "child": child,
        "compelled": direction is not dw.Direction.EITHER,
        "direction": direction.value,
        "strength": strength,
    }
