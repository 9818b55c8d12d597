"""One measurement of parent set selection in a process of its own.

Run as ``python -m benchmarks.parent_tasks '{"task": ...}'``; the last line is the answer, JSON.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import resource
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

import dagwright as dw
from benchmarks.tables import SEED, data_folder, find_table, load_table
from benchmarks.worker import Stopwatch
from dagwright import _core

SPLITS = ("train", "valid", "test")


def read_debd(name: str, splits: tuple[str, ...] = ("train",)) -> dw.Dataset:
    """Read binary tables: single digits and commas, one line per row."""
    folder = data_folder()
    if folder is None:
        raise FileNotFoundError("no data folder: set DAGWRIGHT_DATA")
    parts = []
    for split in splits:
        content = gzip.decompress((folder / "debd" / f"{name}.{split}.data.gz").read_bytes())
        variables = (content.index(b"\n") + 1) // 2
        parts.append(np.frombuffer(content, np.uint8)[::2].reshape(-1, variables) - ord("0"))
    return make_dataset(np.concatenate(parts))


def make_dataset(codes: np.ndarray) -> dw.Dataset:
    columns = [np.ascontiguousarray(column) for column in codes.T]
    for column in columns:
        column.flags.writeable = False  # else it is copied
    names = [f"v{i}" for i in range(len(columns))]
    return dw.Dataset(names, [range(max(2, int(c.max()) + 1)) for c in columns], columns)


def make_table(name: str) -> dw.Dataset:
    if name == "wdbc":
        return dw.load_dataset("wdbc")
    if name == "binary-100":
        return make_dataset(load_table(find_table(name) or "").codes.astype(np.uint8))
    if name == "letter-like":
        return _letter_like()
    if name == "large":
        return make_dataset(_binary_columns(5_000_000, 50))
    return read_debd(name, SPLITS if name in ("msnbc", "nltcs") else ("train",))


def _letter_like() -> dw.Dataset:
    """Make 26 classes and 16 features of 16 states, each drawn around a centre of its class."""
    rng = np.random.default_rng(SEED)
    classes = rng.integers(0, 26, 20_000)
    centres = rng.uniform(2, 13, (26, 16))
    common = rng.normal(0, 1.5, (20_000, 4))[:, np.arange(16) % 4]  # dependent within a class too
    features = centres[classes] + common + rng.normal(0, 1, (20_000, 16))
    columns = np.clip(np.rint(features), 0, 15).astype(np.uint8)
    return make_dataset(np.column_stack([classes.astype(np.uint8) % 16, columns]))


def _binary_columns(rows: int, variables: int) -> np.ndarray:
    """Each variable is a noisy function of two earlier ones; the rows hardly ever repeat."""
    rng = np.random.default_rng(SEED)
    codes = np.empty((variables, rows), np.uint8)
    for v in range(variables):
        limits = rng.integers(25, 230, 4, dtype=np.uint8)
        cells = np.zeros(rows, np.uint8)
        if v >= 2:
            a, b = rng.choice(v, size=2, replace=False)
            cells = 2 * codes[a] + codes[b]
        codes[v] = rng.integers(0, 256, rows, dtype=np.uint8) < limits[cells]
    return codes.T


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure_selection(question: dict[str, Any]) -> dict[str, Any]:
    """Time `find_parent_sets`; the table of scores is made before."""
    data = make_table(question["table"])
    before = peak_bytes()
    watch = Stopwatch()
    scores = dw.LocalScores(data, dw.BIC(), memory_limit=question.get("scores_memory", "4G"))
    loading = watch.read()
    kind = dw.parents.SELECTIONS[question.get("selection", "sequential")]
    watch = Stopwatch()
    sets = dw.find_parent_sets(
        scores,
        kind(
            max_parents=question.get("max_parents"),
            seconds_per_variable=question.get("seconds_per_variable"),
            pruning=dw.selection.Pruning()
            if question.get("pruning", True)
            else dw.selection.Pruning.none(),
        ),
        time_limit=question.get("seconds"),
        memory_limit=question.get("memory", "4G"),
        threads=question.get("threads", 1),
    )
    spent = watch.read()
    evaluations = sum((sets.evaluations or {}).values())
    graph = sets.relaxed()
    return {
        **spent,
        "loading": loading["wall"],
        "rows": data.n_rows,
        "arities": list(data.arities),
        "variables": data.n_variables,
        "evaluations": evaluations,
        "rate": evaluations / spent["cpu"],
        "sets": sets.n_sets,
        "score": graph.score,
        "mean_in_degree": graph.mean_in_degree,
        "complete": min(sets.complete_size.values()),
        "stored_rows": _stored_rows(data) if question.get("bound") else None,
        "notes": list(sets.notes),
        "peak_before": before,
        "peak": peak_bytes(),
    }


def _stored_rows(data: dw.Dataset) -> int:
    return int(_core.Table(list(data.codes), list(data.arities), data.weights).stored_rows)


def measure_threads(question: dict[str, Any]) -> dict[str, Any]:
    """Time one thread and two in turn, and what two plain threads gain on this machine now."""
    data = make_table(question["table"])
    times: dict[str, list[float]] = {"one": [], "two": [], "plain_one": [], "plain_two": []}
    for _ in range(question["repetitions"]):
        for threads, key in ((1, "one"), (2, "two")):
            scores = dw.LocalScores(data, dw.BIC(), memory_limit="2G")
            watch = Stopwatch()
            dw.find_parent_sets(
                scores, dw.Sequential(question["max_parents"]), time_limit=None, threads=threads
            )
            times[key].append(watch.read()["wall"])
            watch = Stopwatch()
            crew = [threading.Thread(target=_hash_for_a_while) for _ in range(threads)]
            for thread in crew:
                thread.start()
            for thread in crew:
                thread.join()
            times[f"plain_{key}"].append(watch.read()["wall"] / threads)
    fastest = {key: min(values) for key, values in times.items()}
    return {
        **fastest,
        "gain": fastest["one"] / fastest["two"],
        "plain_gain": fastest["plain_one"] / fastest["plain_two"],
    }


def _hash_for_a_while() -> None:
    block = bytes(2**20)  # the interpreter's lock is released for blocks of this size
    for _ in range(600):
        hashlib.sha256(block).digest()


def measure_merging(question: dict[str, Any]) -> dict[str, Any]:
    """Select with equal rows merged and without, through the core; compare bit for bit."""
    data = make_table(question["table"])
    n = data.n_variables
    rules = _core.ParentRules(n, [], [], [], question["max_parents"])
    options = dw.Sequential().options(None)
    resources = _core.Resources(seed=0, threads=1, bytes=2**32)
    found, answer = [], {}
    for merge in (_core.MergeRows.when_it_pays, _core.MergeRows.never):
        watch = Stopwatch()
        table = _core.Table(list(data.codes), list(data.arities), None, merge=merge)
        building = watch.read()
        oracle = _core.LocalScores(table, _core.ScoreKind.bic, 1.0, 2**32)
        watch = Stopwatch()
        inputs = _core.SelectionInputs(oracle, list(range(n)), rules)
        arrays = _core.select_parent_sets(inputs, options, resources, _core.RunControl())
        answer[merge.name] = {
            **watch.read(),
            "building": building["cpu"],
            "stored_rows": table.stored_rows,
            "evaluations": int(arrays["evaluations"].sum()),
        }
        found.append(arrays)
    answer["same"] = all(
        found[0][key].tobytes() == found[1][key].tobytes()
        for key in ("child_starts", "scores", "set_starts", "members")
    )
    return answer


def measure_heuristics(question: dict[str, Any]) -> dict[str, Any]:
    """Give each selection the same wall time per variable; they take turns child by child."""
    data = make_table(question["table"])
    n = data.n_variables
    children = np.linspace(0, n - 1, min(n, question["children"])).astype(int).tolist()
    oracles, best = {}, {}
    rules = _core.ParentRules(n, [], [], [], n)
    for kind in dw.parents.SELECTIONS:  # each its own memo, which later children profit from
        table = _core.Table(list(data.codes), list(data.arities), None)
        oracles[kind] = _core.LocalScores(table, _core.ScoreKind.bic, 1.0, 2**31)
        best[kind] = []
    for child in children:
        for kind, oracle in oracles.items():
            options = dw.SELECTIONS[kind]().options(question["seconds"])
            inputs = _core.SelectionInputs(oracle, [child], rules)
            resources = _core.Resources(seed=0, threads=1, bytes=2**31)
            found = _core.select_parent_sets(inputs, options, resources, _core.RunControl())
            size = int(found["set_starts"][1])
            best[kind].append((float(found["scores"][0]), size, int(found["evaluations"][0])))
    sequential = [score for score, _, _ in best["sequential"]]
    return {
        "variables": n,
        "children": len(children),
        "empty": math.fsum(oracles["greedy"].score(child, []) for child in children),
        "selections": {
            kind: {
                "score": math.fsum(score for score, _, _ in lines),
                "mean_in_degree": float(np.mean([size for _, size, _ in lines])),
                "max_in_degree": max(size for _, size, _ in lines),
                "evaluations": sum(count for _, _, count in lines),
                "better": sum(a[0] > b for a, b in zip(lines, sequential, strict=True)),
                "worse": sum(a[0] < b for a, b in zip(lines, sequential, strict=True)),
            }
            for kind, lines in best.items()
        },
    }


def measure_papers(question: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Nltcs as in Perez & Mauá (2016): every set of up to 8 parents, nothing pruned."""
    data = make_table("nltcs")
    sets = dw.find_parent_sets(
        dw.LocalScores(data, dw.BIC()),
        dw.Sequential(max_parents=8, pruning=dw.selection.Pruning.none()),
        time_limit=None,
    )
    empty = float(dw.score_network(dw.Dag(data.names, []), data, dw.BIC()))
    graph = sets.relaxed()
    return {
        "relative": (graph.score - empty) / abs(empty),
        "mean_in_degree": graph.mean_in_degree,
        "max_in_degree": graph.max_in_degree,
        "evaluations": sum((sets.evaluations or {}).values()),
    }


TASKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "selection": measure_selection,
    "threads": measure_threads,
    "merging": measure_merging,
    "heuristics": measure_heuristics,
    "papers": measure_papers,
}

if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    print(json.dumps(TASKS[asked["task"]](asked)))
