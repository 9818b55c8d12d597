"""dagwright's two ways to score many families at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import dagwright as dw
from benchmarks.families import draw_bases, draw_families
from benchmarks.tables import CodedTable

MAX_PASSES = 25  # building the table, untimed, takes longer than a pass


def measure_batches(table: CodedTable, budget: float) -> dict[str, Any]:
    """Return families per second by number of parents, for `many` and for `additions`."""
    data = dw.Dataset.from_frame(table.to_frame(), as_is=True)
    many, additions = {}, {}
    for parents in range(1, 6):
        many[parents] = _rate(data, _calls_of_many(table, parents), budget)
        additions[parents] = _rate(data, _calls_of_additions(table, parents), budget)
    return {"many": many, "additions": additions, "stored_rows": _stored_rows(data)}


Call = Callable[[dw.LocalScores], Any]


def _calls_of_many(table: CodedTable, parents: int) -> list[Call]:
    """One call per child, as a search asks."""
    sets: dict[str, list[list[str]]] = {}
    for family in draw_families(len(table.names), parents, 2000):
        names = [table.names[v] for v in family]
        sets.setdefault(names[0], []).append(names[1:])
    return [lambda scores, child=c, lists=s: scores.many(child, lists) for c, s in sets.items()]


def _calls_of_additions(table: CodedTable, parents: int) -> list[Call]:
    # Few bases: with many, pairs and triples come up again and the memo answers.
    calls: list[Call] = []
    for child, *others in draw_bases(len(table.names), parents, 10):
        name, base = table.names[child], [table.names[v] for v in others]
        calls.append(lambda scores, child=name, base=base: scores.additions(child, base))
    return calls


def _rate(data: dw.Dataset, calls: list[Call], budget: float) -> float:
    """Sets counted per second; a new memo each pass, what it answers is not counted."""
    counted, spent = 0, 0.0
    for _ in range(MAX_PASSES):
        if spent >= budget:
            break
        scores = dw.LocalScores(data, dw.BIC())
        calls[0](scores)  # allocates the buffers
        before = scores.counters["sets_counted"]
        began = time.process_time()
        for call in calls[1:]:
            call(scores)
        spent += time.process_time() - began
        counted += scores.counters["sets_counted"] - before
    return counted / spent


def _stored_rows(data: dw.Dataset) -> int:
    from dagwright import _core

    return int(_core.Table(list(data.codes), list(data.arities), data.weights).stored_rows)
