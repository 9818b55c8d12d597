"""``python -m benchmarks.s1_tables``: Tables III-V of Perez Urcia & Mauá (2016), done again.

Order-based search by steepest adjacent swaps from random, DFS and FAS orders, on the candidate
sets of the three selections. Scores are relative: (score - empty) / |empty|. The printed values
cannot be compared: some are above the score of the best network there is (docs/order_search.md).
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

import dagwright as dw
from benchmarks.report import Report
from benchmarks.tables import ROOT, data_folder

# The paper's 20 tables, in its order, and of which of them there are files.
TABLES = (
    *("nltcs", "msnbc", "kdd", "plants", "baudio", "jester", "bnetflix", "accidents", "tretail"),
    *("pumsb_star", "dna", "kosarek", "msweb", "book", "tmovie", "cwebkb", "cr52", "c20ng"),
    *("bbc", "ad"),
)
INITIAL = {"RND": dw.RandomOrder(), "DFS": dw.DfsOrder(), "FAS": dw.FasOrder()}
HEADER = ("table", "selection", "initial", "best", "mean", "mean initial", "mean iterations")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.s1_tables", description=__doc__)
    parser.add_argument("tables", nargs="*", default=TABLES, metavar="table")
    parser.add_argument("--climbs", type=int, default=1000, help="the paper's 1000")
    parser.add_argument("--seconds", type=float, default=120.0, help="a variable, for its sets")
    options = parser.parse_args()
    report = Report(ROOT / "build" / "benchmarks" / "s1_tables.jsonl")
    lines = []
    for name in options.tables:
        data = _read(name)
        if data is None:
            report.say(f"{name}: skipped, its file is not among the data")
            continue
        lines += _rows(report, name, data, options)
    report.table("S1 Tables III-V, done again", HEADER, lines)


def _rows(
    report: Report, name: str, data: dw.Dataset, options: argparse.Namespace
) -> list[tuple[str, ...]]:
    scores = dw.LocalScores(data, dw.BIC())
    empty = dw.score_network(dw.Dag.empty(data.names), scores).total
    rows = []
    for kind in (dw.Sequential, dw.Greedy, dw.Independence):
        selection = kind(seconds_per_variable=options.seconds)
        sets = dw.find_parent_sets(scores, selection, time_limit=None)
        for word, initial in INITIAL.items():
            found = _climb(sets, initial, options.climbs, empty)
            where = {"table": name, "selection": selection.name, "initial": word}
            report.record("s1", {**where, **found})
            shown = [f"{found[key]:.4f}" for key in ("best", "mean", "start")]
            rows.append((name, selection.name, word, *shown, f"{found['iterations']:.1f}"))
    return rows


def _climb(sets: dw.ParentSets, initial: Any, climbs: int, empty: float) -> dict[str, float]:
    """Return the relative scores that S1 reports; each climb is a run of its own seed."""
    ends, starts, iterations = [], [], []
    for seed in range(climbs):
        result = dw.solve(sets, dw.OBS(restarts=1, initial=initial), seed=seed)
        ends.append((result.score - empty) / abs(empty))
        starts.append((result.trace[0].score - empty) / abs(empty))
        iterations.append(result.counters["adjacent_swaps"])
    return {
        "best": max(ends),
        "mean": mean(ends),
        "start": mean(starts),
        "iterations": mean(iterations),
    }


def _read(name: str) -> dw.Dataset | None:
    files = [
        data_folder() / "debd" / f"{name}.{part}.data.gz" for part in ("train", "valid", "test")
    ]
    if not all(file.exists() for file in files):
        return None
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.csv"
        whole.write_bytes(b"".join(gzip.decompress(file.read_bytes()) for file in files))
        return dw.read_data(whole, header=False)


if __name__ == "__main__":
    main()
