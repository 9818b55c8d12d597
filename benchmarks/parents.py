"""``python -m benchmarks.parents``: selecting candidate parent sets, part by part."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import mean
from typing import Any

from benchmarks.families import draw_families
from benchmarks.limit import Peak, measure_peak
from benchmarks.report import Report, show_rate, show_ratio, show_seconds
from benchmarks.tables import ROOT, data_folder

MEGA = 2**20
SLACK = 200 * MEGA
SELECTIONS = ("sequential", "greedy", "independence")


def ask(task: str, **question: Any) -> dict[str, Any]:
    """Measure in a new process; nothing is left in memory or in a memo."""
    command = [sys.executable, "-m", "benchmarks.parent_tasks"]
    done = subprocess.run(
        [*command, json.dumps({"task": task, **question})],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    return json.loads(done.stdout.strip().splitlines()[-1])


def speed(report: Report) -> None:
    """Families scored per second on one core, next to what counting alone would allow."""
    peak = measure_peak()
    if peak is not None:
        report.say(
            f"limit: {peak.vectors:.3g} vectors of 256 rows ANDed and counted per second, "
            f"{peak.histogram_rows:.3g} histogram rows per second"
        )
    cases: list[tuple[str, dict[str, Any]]] = [
        ("plants, 4 parents, 10 s", {"table": "plants", "max_parents": 4, "seconds": 10}),
        ("baudio, 4 parents, 10 s", {"table": "baudio", "max_parents": 4, "seconds": 10}),
        ("binary-100, all of 3 parents", {"table": "binary-100", "max_parents": 3}),
        ("letter-like, complete", {"table": "letter-like"}),
        *(
            (
                f"letter-like, {k} parents, unpruned",
                {"table": "letter-like", "max_parents": k, "seconds": 10, "pruning": False},
            )
            for k in (2, 3, 4)
        ),
        ("wdbc, complete", {"table": "wdbc"}),
    ]
    lines = []
    for title, question in cases:
        found = ask("selection", bound=True, **question)
        limit = _limit(found, peak, question.get("max_parents"))
        report.record("parents", {"case": title, **found, "arities": None, "limit": limit})
        lines.append(
            [
                title,
                show_rate(found["evaluations"]),
                show_seconds(found["cpu"]),
                show_rate(found["rate"]),
                "" if limit is None else show_rate(limit),
            ]
        )
    columns = ["one thread", "families", "cpu s", "families/s", "limit"]
    report.table("Sequential selection, BIC", columns, lines)


def _limit(found: dict[str, Any], peak: Peak | None, max_parents: int | None) -> float | None:
    """Families of the largest size a second, if each set of variables is counted only once.

    A set of k + 1 variables, once counted, serves k + 1 families.
    """
    if peak is None or max_parents is None:
        return None
    arities = found["arities"]
    families = draw_families(len(arities), max_parents, 200)
    rows = found["stored_rows"]
    return (max_parents + 1) / mean(
        peak.seconds_of([arities[v] for v in family], rows) for family in families
    )


def threads(report: Report) -> None:
    lines = []
    for table, max_parents in (("wdbc", 8), ("binary-100", 3)):
        found = ask("threads", table=table, max_parents=max_parents, repetitions=3)
        report.record("parents_threads", {"table": table, **found})
        lines.append(
            [
                f"{table}, {max_parents} parents",
                show_seconds(found["one"]),
                show_seconds(found["two"]),
                show_ratio(found["gain"]),
                show_ratio(found["plain_gain"]),
            ]
        )
    load = os.getloadavg()[0]
    columns = ["wall s, fastest of 3", "one thread", "two", "gain", "plain threads gain"]
    report.table(f"Two threads (load {load:.1f} on {os.cpu_count()} cores)", columns, lines)


def merging(report: Report) -> None:
    lines = []
    for max_parents in (4, 17):
        found = ask("merging", table="msnbc", max_parents=max_parents)
        report.record("parents_merging", {"max_parents": max_parents, **found})
        merged, never = found["when_it_pays"], found["never"]
        lines.append(
            [
                "all" if max_parents == 17 else f"up to {max_parents}",
                show_rate(merged["evaluations"]),
                show_seconds(merged["cpu"]),
                show_seconds(never["cpu"]),
                show_ratio(never["cpu"] / merged["cpu"]),
                show_seconds(merged["building"]),
                show_seconds(never["building"]),
                "yes" if found["same"] else "NO",
            ]
        )
    title = f"msnbc: {never['stored_rows']} rows, {merged['stored_rows']} after merging; cpu s"
    columns = ["parents", "families", "merged", "never", "ratio", "building", "never", "same bits"]
    report.table(title, columns, lines)


def memory(report: Report) -> None:
    """Peak memory beside the limits; a 5 million x 50 table among others."""
    cases: list[tuple[str, dict[str, Any]]] = [
        (f"plants, 10 s, 2 x {limit} MB", {"table": "plants", "seconds": 10, "limit": limit})
        for limit in (64, 256)
    ]
    large = {"table": "large", "max_parents": 2, "seconds": 20, "limit": 500}
    cases.append(("5 million x 50, 2 parents, 2 x 500 MB", large))
    lines = []
    for title, question in cases:
        limit = question.pop("limit")
        found = ask("selection", scores_memory=f"{limit}M", memory=f"{limit}M", **question)
        allowed = 2 * limit * MEGA + SLACK
        report.record("parents_memory", {"case": title, **found, "arities": None})
        lines.append(
            [
                title,
                f"{found['peak_before'] // MEGA}",
                f"{found['peak'] // MEGA}",
                f"{allowed // MEGA}",
                "yes" if found["peak"] <= allowed else "NO",
                show_rate(found["evaluations"]),
                show_seconds(found["cpu"]),
                show_rate(found["rate"] * found["rows"]),
            ]
        )
    columns = ["MB", "data", "peak", "allowed", "within", "families", "cpu s", "family rows/s"]
    report.table("Peak memory: limits of scores and of selection, and 200 MB", columns, lines)


def heuristics(report: Report) -> None:
    """H* of some children, each selection with the same time for each."""
    for table in ("book", "c20ng"):
        found = ask("heuristics", table=table, children=100, seconds=0.25)
        report.record("parents_heuristics", {"table": table, **found})
        lines = []
        for kind in SELECTIONS:
            one = found["selections"][kind]
            relative = (one["score"] - found["empty"]) / abs(found["empty"])
            lines.append(
                [
                    kind,
                    f"{one['score']:.1f}",
                    f"{relative:.4f}",
                    f"{one['mean_in_degree']:.2f}",
                    f"{one['max_in_degree']}",
                    show_rate(one["evaluations"]),
                    f"{one['better']} / {one['worse']}",
                ]
            )
        title = f"{table}: {found['children']} of {found['variables']} variables, 0.25 s each"
        columns = ["selection", "H* score", "RC(H*)", "D", "max", "families", "better / worse"]
        report.table(title, columns, lines)


PARTS: dict[str, Callable[[Report], None]] = {
    "speed": speed,
    "threads": threads,
    "merging": merging,
    "memory": memory,
    "heuristics": heuristics,
}


def run(report: Report, parts: list[str] | None = None) -> None:
    if data_folder() is None:
        report.say("parents: no data folder (set DAGWRIGHT_DATA), left out")
        return
    for part in parts or PARTS:
        PARTS[part](report)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parents", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    run(Report(ROOT / "build" / "benchmarks" / "results.jsonl"), options.parts)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
