"""``python -m benchmarks.learn``: `learn(data)` beside what other packages find in the same time.

Everybody has the same wall time and the same table, one after the other; all networks are scored by
one formula. Packages without a time limit of their own count if they end in time.
"""

from __future__ import annotations

import argparse
import math
from typing import Any

import dagwright as dw
from benchmarks.peers import PEERS, version_of
from benchmarks.report import Report, show_seconds
from benchmarks.tables import ROOT, find_table, load_table
from benchmarks.worker import ask_worker

TABLES = ("wdbc", "alarm-1000", "alarm-10000", "plants", "andes-5000", "pigs-5000")
SECONDS = 60.0
GRACE = 30.0  # for our own start and end, which the limit does not cover


def run(report: Report, tables: list[str], seconds: float) -> None:
    for name in tables:
        file = find_table(name)
        if file is None:
            report.say(f"{name}: no data folder (set DAGWRIGHT_DATA), left out")
            continue
        ours = {"task": "learn", "table": str(file), "seconds": seconds}
        found = {"dagwright": ask_worker(ours, timeout=seconds + GRACE)}
        for peer in PEERS:
            if peer != "dagwright" and version_of(peer) is not None:
                question = {"task": "climb", "peer": peer, "table": str(file)}
                found[peer] = ask_worker(question, timeout=seconds)
        _show(report, name, found, dw.Dataset.from_frame(load_table(file).to_frame(), as_is=True))


def _show(report: Report, name: str, found: dict[str, dict[str, Any]], data: dw.Dataset) -> None:
    scores = dw.LocalScores(data, dw.BIC())
    ours = found["dagwright"]
    lines = []
    for who, one in found.items():
        if "error" in one:
            lines.append([who, one["error"], "", "", ""])
            continue
        dag = dw.Dag(scores.names, [tuple(edge) for edge in one.pop("edges")])
        one["score"] = dw.score_network(dag, scores).total
        better = (ours.get("score", math.nan) - one["score"]) / abs(one["score"])
        lines.append(
            [
                who,
                f"{one['score']:.2f}",
                "" if who == "dagwright" else f"{100 * better:+.3f} %",
                show_seconds(one["climb"]["wall"]),
                f"{100 * one['gap']:.2f} %" if "gap" in one else "",
            ]
        )
    columns = ["package", "BIC", "we are better by", "wall s", "gap"]
    report.table(f"{name}: {data.n_variables} variables, {data.n_rows} rows", columns, lines)
    report.record("learn", {"table": name, "runs": found})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learn", description=__doc__)
    parser.add_argument("tables", nargs="*", help=", ".join(TABLES))
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    report = Report(ROOT / "build" / "benchmarks" / "results.jsonl")
    run(report, options.tables or list(TABLES), options.seconds)


if __name__ == "__main__":
    main()
