"""A result as JSON, for scripts."""

from __future__ import annotations

import math
from typing import Any

import dagwright as dw
from dagwright.cli.wording import as_options
from dagwright.data.columns.listing import columns_as_json
from dagwright.network.strengths import strengths_of
from dagwright.search.explanation import describe_method, describe_scoring

__all__ = ["as_record"]


def as_record(result: dw.Result, written: list[str]) -> dict[str, Any]:
    """Return what the summary says, as plain values; a bound that is not known is None."""
    data = result.table
    assert data is not None  # learn knows its table
    cpdag = result.cpdag()
    strengths = strengths_of(result)
    known = math.isfinite(result.bound)
    return {
        "dagwright": dw.__version__,
        "data": {
            "rows": data.n_rows,
            "dropped": data.n_dropped,
            "variables": data.n_variables,
            "fingerprint": data.fingerprint,
            "columns": columns_as_json(data),
        },
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
        "written": written,
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
