"""What is known of a problem as plain values, for files that outlive a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from dagwright.constraints import Scope
from dagwright.graph import Dag
from dagwright.search.known import Known
from dagwright.search.result import Timing, TracePoint

__all__ = ["KnownRecord", "known_from_record", "parents_of", "record_of"]


class KnownRecord(TypedDict):
    """What is known, as values that JSON has."""

    parents: list[list[int]] | None
    score: float
    trace: list[tuple[float, int, float]]
    bounds: list[tuple[float, dict[str, object]]]
    proved_at: float
    iterations: int
    counters: dict[str, int]
    notes: list[str]
    timings: list[tuple[str, float, str]]
    chance: list[str]
    memory_decided: bool


def record_of(known: Known) -> KnownRecord:
    """Return everything except the stages of a curriculum as values that JSON has."""
    return {
        "parents": None if known.dag is None else parents_of(known.dag),
        "score": known.score,
        "trace": [(*point,) for point in known.trace],
        "bounds": [(bound.score, bound.scope.to_json()) for bound in known.bounds],
        "proved_at": known.proved_at,
        "iterations": known.iterations,
        "counters": dict(known.counters),
        "notes": known.notes,
        "timings": [(*timing,) for timing in known.timings],
        "chance": known.chance,
        "memory_decided": known.memory_decided,
    }


def known_from_record(
    record: KnownRecord, names: Sequence[str], about: Scope | None = None
) -> Known:
    """Undo `record_of`.

    Parameters
    ----------
    record
        The values.
    names
        Of the variables.
    about
        With the candidate sets that bounds may be about; those about others are left out.
    """
    known = Known(Scope())
    if record["parents"] is not None:
        dag = Dag.from_parents(names, record["parents"])
        known.offer(dag, float(record["score"]), [TracePoint(*p) for p in record["trace"]], at=0.0)
    for bound, words in record["bounds"]:
        scope = Scope.from_json(words)
        if scope.digest is not None:
            if about is None or scope.digest != about.digest:
                continue  # it says nothing of the lists that there are
            scope = replace(scope, candidate_sets=about.candidate_sets)
        known.tighten(float(bound), scope, at=float(record["proved_at"]))
    counters = {str(what): int(n) for what, n in record["counters"].items()}
    known.count(counters, iterations=int(record["iterations"]))
    known.notes.extend(map(str, record["notes"]))
    known.timings.extend(Timing(*timing) for timing in record["timings"])
    known.may_differ(*map(str, record["chance"]))
    known.memory_decided = bool(record["memory_decided"])
    return known


def parents_of(dag: Dag) -> list[list[int]]:
    """Return the positions of the parents of each variable."""
    return [list(map(int, parents)) for parents in dag.parent_indices()]
