"""One measurement in a process of its own, so that a crash or a hang costs that one only.

Run as ``python -m benchmarks.worker '{"task": ..., ...}'``; the answer is the last line, JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from benchmarks.families import draw_families
from benchmarks.peers import load_peer
from benchmarks.tables import ROOT, CodedTable, load_table

CHECKED = 20  # values of each number of parents that are sent back to be compared
MAX_PASSES = 25  # making a scorer may take longer than using it
CHUNK = 10  # families between two looks at the clock


def ask_worker(question: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Return the answer, or ``{"error": ...}``."""
    command = [sys.executable, "-m", "benchmarks.worker", json.dumps(question)]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=timeout, cwd=ROOT
        )
    except subprocess.TimeoutExpired:
        return {"error": f"over {timeout:.0f} s"}
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return {"error": f"exit code {done.returncode}: {last}"}
    return json.loads(done.stdout.strip().splitlines()[-1])


class Stopwatch:
    """Wall and processor seconds; the latter do not count what else the machine is doing."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> dict[str, float]:
        return {
            "wall": time.perf_counter() - self._wall,
            "cpu": time.process_time() - self._cpu,
        }


def measure_climb(peer_name: str, table: CodedTable, seconds: float | None) -> dict[str, Any]:
    peer, frame = load_peer(peer_name), table.to_frame()
    watch = Stopwatch()
    prepared = peer.prepare(frame)
    prepare = watch.read()
    watch = Stopwatch()
    edges = peer.climb(prepared) if seconds is None else peer.climb_until(prepared, seconds)
    return {"prepare": prepare, "climb": watch.read(), "edges": edges}


def measure_search(question: dict[str, Any], table: CodedTable) -> dict[str, Any]:
    """Run one of our methods on one thread; building the table of scores is timed as well."""
    import dagwright as dw

    method = dw.METHODS[question["method"]](**question["parameters"])
    watch = Stopwatch()
    data = dw.Dataset.from_frame(table.to_frame(), as_is=True)
    prepare = watch.read()
    watch = Stopwatch()
    found = dw.solve(dw.LocalScores(data, dw.BIC()), method, threads=1, seed=0)
    return {"prepare": prepare, "climb": watch.read(), "edges": list(found.dag.edges)}


def measure_learn(table: CodedTable, seconds: float) -> dict[str, Any]:
    """Let `learn` choose, on all threads."""
    import dagwright as dw

    watch = Stopwatch()
    found = dw.learn(table.to_frame(), time_limit=seconds)
    return {"climb": watch.read(), "edges": list(found.dag.edges), "gap": found.gap}


def measure_scores(peer_name: str, table: CodedTable, budget: float) -> dict[str, Any]:
    """Score one family per call for each number of parents, as many as `budget` seconds allow."""
    make_scorer, frame = load_peer(peer_name).make_scorer, table.to_frame()
    rates, values = {}, {}
    for parents in range(1, 6):
        families = [
            (table.names[family[0]], [table.names[v] for v in family[1:]])
            for family in draw_families(len(table.names), parents, 2000)
        ]
        # A new scorer per pass: nothing is remembered. Making it is not timed. All passes count,
        # not the best: a fast package has more of them, and would win by luck as well.
        done, spent = 0, 0.0
        for _ in range(MAX_PASSES):
            if spent >= budget:
                break
            score = make_scorer(frame)
            values[parents] = [score(*family) for family in families[:CHECKED]]
            scored, seconds = _one_pass(score, families[CHECKED:], budget - spent)
            done, spent = done + scored, spent + seconds
        rates[parents] = done / spent
    return {"rates": rates, "values": values}


def _one_pass(score: Any, families: list[Any], budget: float) -> tuple[int, float]:
    watch, done = Stopwatch(), 0
    while done < len(families) and watch.read()["cpu"] < budget:
        for family in families[done : done + CHUNK]:
            score(*family)
        done = min(done + CHUNK, len(families))
    return done, watch.read()["cpu"]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    table = load_table(Path(question["table"]))
    if question["task"] == "climb":
        return measure_climb(question["peer"], table, question.get("seconds"))
    if question["task"] == "learn":
        return measure_learn(table, question["seconds"])
    if question["task"] == "search":
        return measure_search(question, table)
    if question["task"] == "batches":
        from benchmarks.batches import measure_batches

        return measure_batches(table, question["budget"])
    return measure_scores(question["peer"], table, question["budget"])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(answer(json.loads(sys.argv[1]))))
