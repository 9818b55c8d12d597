"""What every method answers to six small problems, bit by bit.

`tests/golden` compares it with what was frozen by `tools/freeze_golden.py`.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import dagwright as dw
from dagwright.running import fake_clock, force_stop_at_check

FOLDER = Path(__file__).parents[1] / "golden"
SEEDS = (0, 1, 2)
STOPS = (1, 7, 50, 400)
ITERATIONS, FEW = 300, 40
"""Of a run to its end; fewer of linear programs."""
METHODS = (*sorted(dw.METHODS), "bound")
"""With the work on a bound after a search as one more."""
BY_SOLVER = {"exact", "ilp", "bound"}
"""Their steps depend on the version of HiGHS: only network, score and status are compared."""
_TICK = 1e-3
"""Searches plan their work by its pace, so that a stop at a check needs a clock that is fake."""
_UNSTEADY = {"initial_microseconds", "bytes", "distinct_scores"}
"""Counters of time and memory."""


@dataclass(frozen=True)
class Problem:
    """A table and a score, and candidate parent sets, which may be made up."""

    name: str
    data: dw.Dataset
    score: dw.BIC | dw.BDeu
    made_up: dw.ParentSets | None = None

    @cached_property
    def scores(self) -> dw.LocalScores:
        """For searches over DAGs."""
        return dw.LocalScores(self.data, self.score, memory_limit="16M")

    @cached_property
    def sets(self) -> dw.ParentSets:
        """For searches over orders, and exact ones."""
        if self.made_up is not None:
            return self.made_up
        return dw.find_parent_sets(self.scores, dw.Sequential(max_parents=2), threads=1)


def make_problems() -> tuple[Problem, ...]:
    """Return the six, computed with the kernels in force now."""
    asia = dw.load_network("asia").sample(400, seed=1)
    child = dw.load_network("child").sample(250, seed=2)
    return (
        Problem("asia", asia, dw.BIC()),
        Problem("asia-bdeu", asia, dw.BDeu(ess=5)),
        Problem("child", child, dw.BDeu(ess=1)),
        Problem("chain", _chain(12, 300, seed=3), dw.BIC()),
        Problem("cycles", _chain(9, 150, seed=4), dw.BDeu(ess=1), _cycles(10, seed=5)),
        Problem("hard", _chain(15, 100, seed=6), dw.BIC(), _cycles(18, seed=7, size=4, number=4)),
    )


def answers(
    method: str, problem: Problem, *, threads: int = 1, stops: tuple[int, ...] = STOPS
) -> dict[str, dict[str, object]]:
    """Return the answers of one method to one problem, ready for JSON.

    Parameters
    ----------
    method, problem
        What to run.
    threads
        With more than one, no stop has the same place again.
    stops
        Checks at which the runs are stopped, besides one run to its end.
    """
    runs, networks = {}, {}
    for seed in SEEDS:
        for name, stop in {"end": None, **{f"stop {k}": k for k in stops}}.items():
            result = _solve(method, problem, seed, stop, threads)
            network = _network(result.dag)
            networks[_digest(network)] = network
            runs[f"seed {seed}, {name}"] = _facts(method, result)
    return {"runs": runs, "networks": networks}


def to_the_end(
    found: dict[str, dict[str, object]], *, counters: bool = True
) -> dict[str, dict[str, object]]:
    """Return the runs to their end; without counters, as threads may do some work in vain."""
    kept = {name: dict(run) for name, run in found["runs"].items() if name.endswith("end")}
    if not counters:
        for run in kept.values():
            run.pop("counters", None)
    return kept


def path_of(method: str) -> Path:
    """Return the file of a method."""
    return FOLDER / f"{method}.json"


def read_frozen(method: str) -> dict[str, dict[str, object]]:
    """Return the frozen answers of a method by problem."""
    return json.loads(path_of(method).read_text(encoding="ascii"))


def freeze(method: str, problems: tuple[Problem, ...]) -> None:
    """Write the answers of a method, one line per run."""
    found = {problem.name: answers(method, problem) for problem in problems}
    path_of(method).write_text(_lines(found) + "\n", encoding="ascii")


def _solve(method: str, problem: Problem, seed: int, stop: int | None, threads: int) -> dw.Result:
    chosen = dw.MINOBS(generations=3) if method == "bound" else dw.METHODS[method]()
    options = {"seed": seed, "threads": threads, "bound": method == "bound"}
    limit = FEW if method == "ilp" else ITERATIONS
    question = problem.sets if chosen.needs == "parent sets" else problem.scores
    if stop is None:
        return dw.solve(question, chosen, iterations=limit, **options)
    with fake_clock(_TICK), force_stop_at_check(stop):
        return dw.solve(
            question, chosen, iterations=2 * limit if method == "ilp" else 10 * limit, **options
        )


def _facts(method: str, result: dw.Result) -> dict[str, object]:
    facts: dict[str, object] = {
        "network": _digest(_network(result.dag)),
        "score": result.score.hex(),
        "status": str(result.status),
    }
    if method in BY_SOLVER:
        return facts
    # What scoring cost belongs to the scores, which other runs have used too.
    scoring = result.problem.counters if isinstance(result.problem, dw.LocalScores) else {}
    trace = [(point.iterations, point.score.hex()) for point in result.trace]
    return {
        **facts,
        "end": str(result.stop_reason),
        "bound": result.bound.hex() if math.isfinite(result.bound) else "inf",
        "counters": {
            name: number
            for name, number in sorted(result.counters.items())
            if number and name not in _UNSTEADY and name not in scoring
        },
        "trace": f"{len(trace)} {_digest(repr(trace))}",
    }


def _network(dag: dw.Dag) -> str:
    parents = dag.parent_indices()
    return " ".join(f"{','.join(map(str, sorted(p)))}>{v}" for v, p in enumerate(parents) if p)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]


def _lines(found: dict[str, dict[str, dict[str, object]]]) -> str:
    """Return JSON with one line per run and per network."""
    problems = []
    for problem, parts in found.items():
        inner = []
        for part, entries in parts.items():
            lines = [f"   {json.dumps(k)}: {json.dumps(v)}" for k, v in entries.items()]
            inner.append(f"  {json.dumps(part)}: {{\n" + ",\n".join(lines) + "\n  }")
        problems.append(f" {json.dumps(problem)}: {{\n" + ",\n".join(inner) + "\n }")
    return "{\n" + ",\n".join(problems) + "\n}"


def _chain(variables: int, rows: int, seed: int) -> dw.Dataset:
    """Return a table in which every variable copies an earlier one most of the time."""
    rng = random.Random(seed)
    columns = [[rng.randrange(3) for _ in range(rows)]]
    for v in range(1, variables):
        model = columns[rng.randrange(v)]
        columns.append([one if rng.random() < 0.7 else rng.randrange(3) for one in model])
    names = [f"v{v}" for v in range(variables)]
    return dw.Dataset(names, [("a", "b", "c")] * variables, columns)


def _cycles(variables: int, seed: int, size: int = 2, number: int = 6) -> dw.ParentSets:
    """Return lists in which the best sets lie on cycles."""
    rng = random.Random(seed)
    names = [f"v{v}" for v in range(variables)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        drawn = {tuple(sorted(rng.sample(others, size))) for _ in range(number)}
        lists[child] = [(-5.0, ()), *((-rng.random(), some) for some in sorted(drawn))]
    return dw.ParentSets.from_lists(names, lists)
