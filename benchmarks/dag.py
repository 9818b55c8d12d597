"""Searches over DAGs beside other packages: one greedy search each, and what ours make of more.

Everybody searches with BIC from the empty graph, on one thread; all networks are scored by one
formula. Packages and methods take turns; the fastest repetition counts.
"""

from __future__ import annotations

from typing import Any

import dagwright as dw
from benchmarks.peers import PEERS, version_of
from benchmarks.report import Report, show_ratio, show_seconds
from benchmarks.tables import find_table, load_table
from benchmarks.worker import ask_worker

TABLES = ("andes-5000", "pigs-5000", "binary-1000")
METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    "hill climbing": ("hill-climbing", {"restarts": 1}),
    "SGS1, one climb": ("sgs", {"neighbourhood": "adr", "restarts": 1}),
    "SGS2, one climb": ("sgs", {"neighbourhood": "adrs", "restarts": 1}),
    "SGS3, one climb": ("sgs", {"restarts": 1}),
    "SGS1": ("sgs", {"neighbourhood": "adr"}),
    "SGS3": ("sgs", {}),
    "tabu": ("tabu", {}),
    "LAGD, one climb": ("lagd", {"restarts": 1}),
    "GES": ("ges", {}),
}
LONG = 10.0  # seconds: what takes longer is not repeated


def run(report: Report, repetitions: int, limit: float) -> None:
    for name in TABLES:
        file = find_table(name)
        if file is None:
            report.say(f"{name}: no data folder (set DAGWRIGHT_DATA), left out")
            continue
        questions: dict[str, dict[str, Any]] = {
            peer: {"task": "climb", "peer": peer}
            for peer in PEERS
            if peer != "dagwright" and version_of(peer) is not None
        }
        for label, (method, parameters) in METHODS.items():
            questions[label] = {"task": "search", "method": method, "parameters": parameters}
        found = _measure(questions, str(file), repetitions, limit)
        _show(report, name, found, dw.Dataset.from_frame(load_table(file).to_frame(), as_is=True))


def _measure(
    questions: dict[str, dict[str, Any]], file: str, repetitions: int, limit: float
) -> dict[str, dict[str, Any]]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(repetitions):
        for who, question in questions.items():
            known = best.get(who)
            if known and ("error" in known or known["climb"]["cpu"] > LONG):
                continue
            found = ask_worker({**question, "table": file}, timeout=limit)
            if known is None or found["climb"]["cpu"] < known["climb"]["cpu"]:
                best[who] = found
    return best


def _show(report: Report, name: str, found: dict[str, dict[str, Any]], data: dw.Dataset) -> None:
    scores = dw.LocalScores(data, dw.BIC())
    sgs1 = found["SGS1, one climb"]["climb"]["cpu"]
    lines = []
    for who, one in found.items():
        if "error" in one:
            lines.append([who, "", "", one["error"], ""])
            continue
        dag = dw.Dag(scores.names, [tuple(edge) for edge in one.pop("edges")])
        one["score"] = dw.score_network(dag, scores).total
        seconds = one["climb"]["cpu"]
        lines.append(
            [
                who,
                f"{one['score']:.2f}",
                str(dag.n_edges),
                show_seconds(seconds),
                show_ratio(seconds / sgs1),
            ]
        )
    columns = ["search", "BIC", "edges", "seconds", ": SGS1, one climb"]
    report.table(f"Searches over DAGs: {name}", columns, lines)
    report.record("dag", {"table": name, "runs": found})
