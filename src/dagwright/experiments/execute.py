"""Running one job: prepare, search by the clock, evaluate after it has stopped."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dagwright.errors import DagwrightError
from dagwright.experiments.canonical import derive_seed
from dagwright.experiments.environment import describe_environment
from dagwright.experiments.jobs import Job
from dagwright.experiments.methods import make_method
from dagwright.experiments.metrics import compare_skeletons, count_work, evaluate
from dagwright.experiments.problems import PreparedProblem, prepare
from dagwright.independence import mmpc
from dagwright.parents import Sequential, find_parent_sets
from dagwright.scores import LocalScores
from dagwright.search import solve

__all__ = ["Stopwatch", "run_job"]

_DIGITS = 6
# Metrics that describe all climbs; the others look at the best network.
_OF_CLIMBS = {"counters", "scores"}
_LIMITS = ("time_limit", "iterations", "memory_limit", "threads")


@dataclass
class Stopwatch:
    """Adds up seconds of wall and processor time, only while it runs."""

    wall: float = 0.0
    cpu: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the clock run for as long as the block lasts."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.wall += time.perf_counter() - wall
            self.cpu += time.process_time() - cpu


def run_job(
    job: Job, folder: Path, cache: Path | None, time_limit: float | None = None
) -> dict[str, Any]:
    """Run one job and return its record.

    Parameters
    ----------
    job
        What to run.
    folder, cache
        Of the benchmark data, and of candidate sets that are kept; see `prepare`.
    time_limit
        Seconds, in place of those of the job: for methods that get the time of another one.
    """
    problem = prepare(job.problem, folder, cache)
    limits = {key: job.limits[key] for key in _LIMITS if key in job.limits}
    if time_limit is not None:
        limits["time_limit"] = time_limit
    watch = Stopwatch()
    if job.kind == "sets":
        found: dict[str, Any] = {}
    elif job.kind == "filter":
        found = _filter(job, problem, watch)
    elif job.kind == "climbs":
        found = _climb(job, problem, limits, watch)
    else:
        found = _search(job, problem, limits, watch)
    threads = limits.pop("threads", None)
    return {
        "key": job.key,
        "instance": job.instance["name"],
        **({} if job.selection is None else {"selection": job.selection["name"]}),
        "method": job.method["name"],
        "repetition": job.repetition,
        "seed": job.seed,
        "seconds": round(watch.wall, 5),
        "cpu": round(watch.cpu, 5),
        "facts": _rounded(problem.facts),
        "found": _rounded(found),
        **({"limits": limits} if limits else {}),
        "environment": {**describe_environment(), "threads": threads},
    }


def _search(
    job: Job, problem: PreparedProblem, limits: dict[str, Any], watch: Stopwatch
) -> dict[str, Any]:
    method, given = make_method(job.method), problem.fresh()
    with watch.running():
        result = solve(given, method, seed=job.seed, **limits)
    return {
        "score": result.score,
        "bound": result.bound if math.isfinite(result.bound) else None,
        "status": str(result.status),
        "stopped": str(result.stop_reason),
        "edges": result.dag.n_edges,
        **({"notes": list(result.notes)} if result.notes else {}),
        **evaluate(job.metrics, result, problem),
    }


def _climb(
    job: Job, problem: PreparedProblem, limits: dict[str, Any], watch: Stopwatch
) -> dict[str, Any]:
    """Run climbs one by one, each of its own seed, and describe their scores in order."""
    method, given = make_method(job.method), problem.fresh()
    results = []
    for climb in range(job.method.get("climbs", 1)):
        with watch.running():
            results.append(solve(given, method, seed=derive_seed(job.seed, climb), **limits))
    ends = [result.score for result in results]
    starts = [result.trace[0].score for result in results if result.trace]
    best = max(results, key=lambda result: result.score)
    found = {
        "climbs": len(results),
        "best": max(ends),
        "mean": statistics.fmean(ends),
        "deviation": statistics.pstdev(ends),
        "initial": statistics.fmean(starts) if starts else None,
        **evaluate([name for name in job.metrics if name not in _OF_CLIMBS], best, problem),
    }
    if "counters" in job.metrics:
        counters = [count_work(result) for result in results]
        names = dict.fromkeys(name for each in counters for name in each)
        found["counters"] = {
            name: statistics.fmean(each.get(name, 0) for each in counters) for name in names
        }
    if "scores" in job.metrics:
        found["scores"] = [round(end, 3) for end in ends]
    return found


def _rounded(value: Any) -> Any:
    """Return the value with all floats rounded: more digits only make the records larger."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value


def _filter(job: Job, problem: PreparedProblem, watch: Stopwatch) -> dict[str, Any]:
    """Return how many parents a filter leaves, and how much of the truth is among them."""
    instance = problem.instance
    assert instance.data is not None
    if instance.skeleton is None:
        raise DagwrightError(f"instance {job.instance['name']}: a filter needs a known truth")
    with watch.running():
        if job.method["filter"] == "mmpc":
            kept = mmpc(instance.data, alpha=job.method.get("alpha", 0.05), threads=1)
        else:
            # Of single parents those that beat the empty set are not dominated, and no others.
            scores = LocalScores(instance.data, problem.score)
            sets = find_parent_sets(scores, Sequential(max_parents=1), time_limit=None, threads=1)
            kept = {
                name: tuple(parent for own in sets[name] for parent in own.parents)
                for name in sets.names
            }
    pairs = frozenset(frozenset((name, other)) for name, some in kept.items() for other in some)
    compared = compare_skeletons(pairs, instance.skeleton)
    return {"size": sum(map(len, kept.values())), "recall": compared["recall"]}
