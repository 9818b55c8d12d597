"""``python -m benchmarks.run``: everything, or the parts that are named."""

from __future__ import annotations

import argparse

import pytest

from benchmarks import climbs, dag, local_scores, parents
from benchmarks.report import Report
from benchmarks.tables import ROOT

PARTS = ("scores", "climbs", "dag", "parents", "kernels")
BUILD = ROOT / "build" / "benchmarks"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--budget", type=float, default=1.0, help="seconds a package and size")
    parser.add_argument(
        "--limit", type=float, default=60.0, help="seconds pgmpy may climb; others 3 x"
    )
    options = parser.parse_args()
    parts = options.parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    report = Report(BUILD / "results.jsonl")
    if "scores" in parts:
        local_scores.run(report, options.repetitions, options.budget)
    if "climbs" in parts:
        climbs.run(report, options.repetitions, options.limit)
    if "dag" in parts:
        dag.run(report, options.repetitions, 3 * options.limit)
    if "parents" in parts:
        parents.run(report)
    if "kernels" not in parts:
        return 0
    kernels = str(ROOT / "benchmarks" / "test_kernels.py")
    json_file = f"--benchmark-json={BUILD / 'kernels.json'}"
    return int(pytest.main(["-q", "--benchmark-columns=min,median,ops", json_file, kernels]))


if __name__ == "__main__":
    raise SystemExit(main())
