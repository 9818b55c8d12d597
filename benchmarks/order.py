"""``python -m benchmarks.order``: searching over orders, part by part."""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np

import dagwright as dw
from benchmarks.report import Report, show_ratio, show_seconds
from benchmarks.tables import ROOT, data_folder
from dagwright import _core

BUILD = ROOT / "build" / "benchmarks"
SOURCE = Path(__file__).with_name("insertion_scan.cpp")
CORE_SOURCES = (
    "order/order_evaluator.cpp",
    "order/insertion_scan.cpp",
    "order/order_index.cpp",
    "order/precedence.cpp",
    "parents/candidate_sets.cpp",
)
SCORE_FILES = ("diabetes", "pigs", "link", "munin")
# What mobs, the program of Lee & van Beek, reached within 60 s on one core.
MOBS = {"pigs": -1675347.4597, "link": -1481165.6048, "munin": -1024994.5631}
TABLES = ("plants", "accidents", "dna", "msweb", "book", "c20ng")
EVALUATIONS = 2000  # a variable, for the parent sets of a table
MEGA = 2**20


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.order", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, nargs="*", default=[1.0, 10.0, 60.0])
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    report = Report(BUILD / "order.jsonl")
    for part in options.parts or PARTS:
        PARTS[part](report, options)


def scans(report: Report, _: argparse.Namespace) -> None:
    """All insertions of a variable by sparse events, and by walking it through the order."""
    program = _compile()
    lines = []
    for name, sets in _published():
        found = _time_scans(program, sets) if program else None
        if found is None:
            report.say(f"{name}: no compiler, left out")
            continue
        report.record("scan", {"sets": name, **found})
        for state, times in found.items():
            ratios = (show_ratio(times["swaps"] / times[kind]) for kind in ("all", "best"))
            shown = (f"{times[kind]:.2f}" for kind in ("swaps", "all", "best"))
            lines.append((f"{name}, {state}", *shown, *ratios))
    columns = ("sets, order", "swaps us", "all us", "best us", "all", "best")
    report.table("one variable, every destination (us)", columns, lines)


def climbs(report: Report, options: argparse.Namespace) -> None:
    """Local optima per second, by the way the next insertion is chosen."""
    lines = []
    for name, sets in (*_small(), *_published()):
        found = {}
        for improvement in ("hybrid", "best", "first"):
            method = dw.INOBS(
                improvement=improvement, restarts=20 if sets.n_variables > 99 else 200
            )
            runs = [_solve(sets, method, seed) for seed in range(options.seeds)]
            scores = mean(run["score"] for run in runs)
            seconds = median(run["cpu"] / run["local_optima"] for run in runs)
            found[improvement] = {"best": scores, "seconds": seconds}
        report.record("climb", {"sets": name, **found})
        base = found["hybrid"]["seconds"]
        lines.append(
            (
                name,
                f"{1 / base:.0f}",
                *(show_ratio(found[kind]["seconds"] / base) for kind in ("best", "first")),
                *(f"{found[kind]['best']:.1f}" for kind in ("hybrid", "best", "first")),
            )
        )
    columns = ("sets", "optima/s", "best takes", "first takes", "hybrid", "best", "first")
    report.table("climbs on one thread; mean over seeds of the best score", columns, lines)


def initial(report: Report, options: argparse.Namespace) -> None:
    """What initial orders cost, and what climbs from them reach."""
    lines = []
    for name, sets in (*_small(), *_published()):
        for kind in ("random", "dfs", "fas", "greedy"):
            method = dw.INOBS(initial=kind, restarts=50)
            runs = [_solve(sets, method, seed) for seed in range(options.seeds)]
            share = mean(run["initial_microseconds"] / 1e6 / run["seconds"] for run in runs)
            figures = {
                "microseconds": mean(run["initial_microseconds"] / 50 for run in runs),
                "share": share,
                "cpu": mean(run["cpu"] / 50 for run in runs),
                "score": mean(run["score"] for run in runs),
            }
            report.record("initial", {"sets": name, "kind": kind, **figures})
            lines.append(
                (
                    f"{name}, {kind}",
                    f"{figures['microseconds']:.0f}",
                    f"{share:.1%}",
                    f"{1e3 * figures['cpu']:.2f}",
                    f"{figures['score']:.1f}",
                )
            )
    columns = ("sets, initial", "us an order", "of all time", "ms a climb", "best of 50")
    report.table("initial orders", columns, lines)


def targets(report: Report, options: argparse.Namespace) -> None:
    """Processor seconds on one thread until the score that mobs has after 60."""
    lines = []
    for name, sets in _published():
        if name not in MOBS:
            continue
        for method in (dw.IINOBS(), dw.IINOBS(initial="fas"), dw.MINOBS()):
            limit = max(options.seconds)
            runs = [
                _solve(sets, method, seed, target=MOBS[name], time_limit=limit)
                for seed in range(1, options.seeds + 1)
            ]
            times = [run["cpu"] if run["score"] >= MOBS[name] else None for run in runs]
            report.record("target", {"sets": name, "method": str(method), "seconds": times})
            shown = (f"> {limit:.0f}" if t is None else show_seconds(t) for t in times)
            lines.append((f"{name}, {method.name}, {method.initial.name}", *shown))
    seeds = (f"seed {seed}" for seed in range(1, options.seeds + 1))
    report.table("processor seconds to mobs' 60 s score", ("sets, method, initial", *seeds), lines)


def anytime(report: Report, options: argparse.Namespace) -> None:
    """The score after some seconds on one thread."""
    lines = []
    for name, sets in (*_published(), *_selected(report)):
        for method in (dw.IINOBS(), dw.MINOBS()):
            limit = max(options.seconds)
            result = dw.solve(sets, method, time_limit=limit, threads=1, seed=1)
            at = {
                s: max((p.score for p in result.trace if p.seconds <= s), default=None)
                for s in options.seconds
            }
            report.record("anytime", {"sets": name, "method": method.name, "scores": at})
            shown = ("-" if score is None else f"{score:.2f}" for score in at.values())
            rate = result.counters["local_optima"] / result.seconds
            lines.append((f"{name}, {method.name}", *shown, f"{result.gap:.2%}", f"{rate:.0f}"))
    seconds = (f"{s:g} s" for s in options.seconds)
    report.table("best score", ("sets, method", *seconds, "gap", "optima/s"), lines)


def memory(report: Report, _: argparse.Namespace) -> None:
    """Ten times more sets: bytes of index, and time of a climb. Each in a process of its own."""
    lines = []
    for per_variable in (140, 1400, 14000):
        question = f"from benchmarks import order; order.measure_memory({per_variable})"
        done = subprocess.run(
            [sys.executable, "-c", question], check=True, capture_output=True, text=True, cwd=ROOT
        )
        found = json.loads(done.stdout.splitlines()[-1])
        report.record("memory", found)
        lines.append(
            (
                f"{found['sets']:,}",
                f"{found['arrays'] / found['sets']:.1f}",
                f"{found['core'] / found['sets']:.1f}",
                f"{found['peak'] / MEGA:.0f}",
                show_seconds(found["index_seconds"]),
                f"{1e3 * found['climb_seconds']:.1f}",
            )
        )
    columns = ("sets", "array B/set", "search B/set", "peak MiB", "index s", "ms a climb")
    report.table("500 variables, sets of 1 to 6 members", columns, lines)


def measure_memory(per_variable: int) -> None:
    """Print what searching `per_variable` random sets per variable takes."""
    sets = _random_sets(500, per_variable)
    arrays = sum(
        getattr(sets, name).nbytes for name in ("child_starts", "scores", "set_starts", "members")
    )
    began = time.process_time()
    index = _core.OrderIndex(sets.core)
    index_seconds = time.process_time() - began
    run = _solve(sets, dw.INOBS(restarts=5), 1)
    found = {
        "sets": sets.n_sets,
        "arrays": arrays,
        "core": index.bytes + 8 * sets.n_sets,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "index_seconds": index_seconds,
        "climb_seconds": run["cpu"] / run["local_optima"],
    }
    print(json.dumps(found))


def _random_sets(n: int, per_variable: int) -> dw.ParentSets:
    """Sets of 1 to 6 random members and the empty one, with scores that favour larger sets."""
    rng = np.random.default_rng(1)
    names = [f"v{i}" for i in range(n)]
    starts, scores, set_starts, members = [0], [], [np.zeros(1, np.int64)], []
    for child in range(n):
        sizes = rng.integers(1, 7, per_variable)
        # Distinct and ascending by their gaps; never the child, which is left out of the range.
        drawn = np.sort(rng.random((per_variable, 6)), axis=1)
        positions = np.floor(drawn * (n - 7)).astype(np.int64) + np.arange(6)
        positions += positions >= child
        own = np.sort(-rng.random(per_variable) * 100)[::-1]
        scores += [own, np.array([-101.0])]
        members.append(positions[np.arange(6) < sizes[:, None]].astype(np.uint16))
        ends = np.cumsum(sizes)
        set_starts.append(set_starts[-1][-1] + np.append(ends, ends[-1]))
        starts.append(starts[-1] + per_variable + 1)
    return dw.ParentSets.from_arrays(
        names,
        np.array(starts),
        np.concatenate(scores),
        np.concatenate(set_starts).astype(np.uint32),
        np.concatenate(members),
    )


def _solve(sets: dw.ParentSets, method: Any, seed: int, **limits: Any) -> dict[str, Any]:
    began = time.process_time()
    result = dw.solve(sets, method, threads=1, seed=seed, **{"time_limit": 600, **limits})
    cpu = time.process_time() - began
    return {**result.counters, "cpu": cpu, "seconds": result.seconds, "score": result.score}


def _published() -> list[tuple[str, dw.ParentSets]]:
    folder = data_folder()
    if folder is None:
        return []
    files = {name: folder / "parentsets" / f"{name}-5000.blip.jkl.gz" for name in SCORE_FILES}
    return [(name, dw.read_parent_sets(file)) for name, file in files.items()]


def _small() -> list[tuple[str, dw.ParentSets]]:
    folder = data_folder()
    if folder is None:
        return []
    files = {name: folder / "parentsets" / f"{name}_BIC.jkl.gz" for name in ("soybean", "steel")}
    return [(name, dw.read_parent_sets(file)) for name, file in files.items()]


def _selected(report: Report) -> list[tuple[str, dw.ParentSets]]:
    """Parent sets of tables by independence selection; kept under build/."""
    folder, found = data_folder(), []
    if folder is None:
        report.say("no data folder (set DAGWRIGHT_DATA)")
        return []
    for name in TABLES:
        file = BUILD / f"{name}-{EVALUATIONS}.dwps"
        if not file.exists():
            data = dw.read_data(folder / "debd" / f"{name}.train.data.gz", header=False, as_is=True)
            selection = dw.Independence(max_evaluations=EVALUATIONS)
            scores = dw.LocalScores(data, dw.BIC())
            dw.find_parent_sets(scores, selection, time_limit=None).write(file)
        found.append((name, dw.read_parent_sets(file)))
    return found


def _compile() -> Path | None:
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = BUILD / "insertion_scan"
    program.parent.mkdir(parents=True, exist_ok=True)
    sources = [str(ROOT / "cpp" / "src" / source) for source in CORE_SOURCES]
    flags = ["-std=c++20", "-O3", "-ffp-contract=off", f"-I{ROOT / 'cpp' / 'include'}"]
    subprocess.run([compiler, *flags, str(SOURCE), *sources, "-o", str(program)], check=True)
    return program


def _time_scans(program: Path, sets: dw.ParentSets) -> dict[str, dict[str, float]]:
    folder = BUILD / "arrays"
    folder.mkdir(exist_ok=True)
    for name in ("child_starts", "scores", "set_starts", "members"):
        getattr(sets, name).tofile(folder / name)
    done = subprocess.run([program, folder], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


PARTS = {
    "scans": scans,
    "climbs": climbs,
    "initial": initial,
    "targets": targets,
    "anytime": anytime,
    "memory": memory,
}

if __name__ == "__main__":
    main()
