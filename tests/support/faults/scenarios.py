"""Small runs of everything, each with what must be true of its result and of its files."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import dagwright as dw

__all__ = ["SCENARIOS", "Scenario"]

_NAMES = ("a", "b", "c", "d", "e", "f")
_CONSTRAINTS = dw.Constraints(forbidden=[("a", "b")], required=[("c", "d")])
_METHODS = {
    **{name: kind() for name, kind in dw.METHODS.items()},
    "hill-climbing": dw.HillClimbing(restarts=2),
    "inobs": dw.INOBS(restarts=4),
    "iinobs": dw.IINOBS(restarts=4),
    "bfbnb": dw.BFBnB(dw.SimpleHeuristic()),
}
# Dynamic programming has one thread, and the graph of orders too few nodes here for a second one.
_ON_ONE_THREAD = {"astar", "bfbnb", "dp", "exact", "ilp"}


@dataclass(frozen=True)
class Scenario:
    """A run that may go wrong.

    Attributes
    ----------
    kinds
        The kinds of faults that can strike: how their names begin.
    prepare
        Makes the input in a folder; nothing fails meanwhile.
    act
        What is done in that folder under a fault.
    judge
        Checks a result of `act`; called with the folder and the result.
    outputs
        Files that may be there afterwards, whole: by name, what reads one. Those that `prepare`
        has made are as they were, or new.
    """

    kinds: tuple[str, ...]
    prepare: Callable[[Path], Any]
    act: Callable[[Path, Any], Any]
    judge: Callable[[Any, Any], None]
    outputs: tuple[tuple[str, Callable[[Path], object]], ...] = ()


def make_table() -> dw.Dataset:
    """Return 80 rows of six variables that depend on each other."""
    rng = np.random.default_rng(5)
    columns = [rng.integers(0, 3, 80)]
    for v in range(1, len(_NAMES)):
        noise = rng.integers(0, 3, 80)
        columns.append(np.where(rng.random(80) < 0.7, columns[rng.integers(0, v)], noise))
    labels = {
        name: [f"s{code}" for code in column] for name, column in zip(_NAMES, columns, strict=True)
    }
    return dw.Dataset.from_frame(labels)


TABLE = make_table()
_SCORES = dw.LocalScores(TABLE)


def _write_table(path: Path) -> None:
    columns = [[TABLE.states[v][code] for code in TABLE.codes[v]] for v in range(len(_NAMES))]
    rows = zip(*columns, strict=True)
    lines = [",".join(_NAMES), *(",".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _sets() -> dw.ParentSets:
    return dw.find_parent_sets(dw.LocalScores(TABLE), constraints=_CONSTRAINTS)


def best_score() -> float:
    """Return the score of the best network under the constraints."""
    return dw.solve(_sets(), "dp").score


_BEST = best_score()


def judge_result(_: Any, result: dw.Result) -> None:
    """A result is complete, respects the constraints, and claims nothing that is false."""
    assert math.isclose(dw.verify(result, TABLE), result.score)
    assert not _CONSTRAINTS.violations(result.dag)
    assert result.score <= _BEST + 1e-6
    assert result.bound >= _BEST - 1e-6
    if result.status is dw.Status.OPTIMAL:
        assert math.isclose(result.score, _BEST, abs_tol=1e-6)


def _solving(name: str) -> Scenario:
    method = _METHODS[name]
    takes_scores = method.needs != "parent sets"
    limits = {} if method.completes else {"iterations": 60}

    def act(_: Path, problem: Any) -> dw.Result:
        return dw.solve(
            problem, method, constraints=_CONSTRAINTS, threads=3, memory_limit="64M", **limits
        )

    kinds = ["core: allocation"]
    if name not in _ON_ONE_THREAD:
        kinds.append("core: thread")
    if name == "ilp":
        kinds.append("solver")
    return Scenario(
        tuple(kinds),
        lambda _: dw.LocalScores(TABLE) if takes_scores else _sets(),
        act,
        judge_result,
    )


def _judge_sets(_: Any, sets: dw.ParentSets) -> None:
    for name in _NAMES:
        for found in sets[name]:
            assert math.isclose(found.score, _SCORES(name, found.parents))
    assert dw.solve(sets, "dp").score <= _BEST + 1e-6


def _selecting(selection: Any) -> Scenario:
    return Scenario(
        ("core: allocation", "core: thread"),
        lambda _: dw.LocalScores(TABLE, memory_limit="1M"),
        lambda _, scores: dw.find_parent_sets(
            scores, selection, constraints=_CONSTRAINTS, threads=3, memory_limit="64M"
        ),
        _judge_sets,
    )


def _same_table(_: Any, table: dw.Dataset) -> None:
    assert table.names == TABLE.names
    assert table.n_rows == TABLE.n_rows
    assert table.fingerprint == TABLE.fingerprint


def _learn_file(folder: Path, _: Any) -> dw.Result:
    return dw.learn(
        folder / "t.csv", constraints=_CONSTRAINTS, threads=3, memory_limit="64M", time_limit=None
    )


def _old_and_new(suffix: str, *core: str):
    """Return how sets are written over an old file, and how that is read."""
    name = f"sets{suffix}"

    def prepare(folder: Path) -> dw.ParentSets:
        dw.find_parent_sets(dw.LocalScores(TABLE), dw.Sequential(max_parents=1)).write(
            folder / name
        )
        return _sets()

    return Scenario(
        (*core, "open", "write", "sync", "rename", "read"),
        prepare,
        lambda folder, sets: (sets.write(folder / name), dw.read_parent_sets(folder / name))[1],
        _judge_sets,
        ((name, dw.read_parent_sets),),
    )


def _network(folder: Path) -> dw.BayesianNetwork:
    dag = dw.Dag(_NAMES, [("a", "b")])
    dw.fit(dag, TABLE).write(folder / "n.bif")
    return dw.fit(dw.Dag(_NAMES, [("c", "d"), ("d", "e")]), TABLE)


def _same_network(made: dw.BayesianNetwork, read: dw.BayesianNetwork) -> None:
    assert read.dag == made.dag


def _checkpointed(method: Any, first: int, **limits: Any) -> Scenario:
    """A run that stops after `first` iterations and is continued, with a state in a file."""

    def act(folder: Path, problem: Any) -> dw.Result:
        keep = dw.Checkpoint(folder / "state", every=0)
        common = {"constraints": _CONSTRAINTS, "threads": 3, "memory_limit": "64M"}
        dw.solve(problem, method, checkpoint=keep, iterations=first, **common)
        return dw.solve(problem, method, checkpoint=keep, **common, **limits)

    def read(path: Path) -> object:
        problem = _sets() if method.needs == "parent sets" else dw.LocalScores(TABLE)
        common = {"constraints": _CONSTRAINTS, "threads": 3, "memory_limit": "64M"}
        result = dw.solve(problem, method, checkpoint=path, **common, **limits)
        judge_result(None, result)
        return None

    return Scenario(
        ("core: allocation", "core: thread", "open", "read", "write", "sync", "rename"),
        lambda _: _sets() if method.needs == "parent sets" else dw.LocalScores(TABLE),
        act,
        judge_result,
        (("state", read),),
    )


def _spilled(folder: Path, sets: dw.ParentSets) -> dw.Result:
    method = dw.BFBnB(dw.SimpleHeuristic(), spill=folder / "layers")
    return dw.solve(sets, method, threads=3, memory_limit="64M")


def _judge_confidence(_: Any, confidence: dw.EdgeConfidence) -> None:
    assert all(0 <= share <= 1 for share in confidence.skeleton.values())


SCENARIOS: dict[str, Scenario] = {
    **{f"solve {name}": _solving(name) for name in sorted(_METHODS)},
    "learn auto": Scenario(
        ("core: allocation", "core: thread", "read"),
        lambda folder: _write_table(folder / "t.csv"),
        _learn_file,
        judge_result,
    ),
    "find sequential": _selecting(dw.Sequential()),
    "find greedy": _selecting(dw.Greedy(max_parents=2)),
    "find independence": _selecting(dw.Independence(max_parents=2)),
    "read csv": Scenario(
        ("core: allocation", "read"),
        lambda folder: _write_table(folder / "t.csv"),
        lambda folder, _: dw.read_data(folder / "t.csv"),
        _same_table,
    ),
    "dwps": _old_and_new(".dwps"),
    "jkl": _old_and_new(".jkl", "core: allocation"),
    "jkl.gz": _old_and_new(".jkl.gz", "core: allocation"),
    "bif": Scenario(
        ("open", "read", "write", "sync", "rename"),
        _network,
        lambda folder, made: (made.write(folder / "n.bif"), dw.read_network(folder / "n.bif"))[1],
        _same_network,
        (("n.bif", dw.read_network),),
    ),
    "checkpoint hill-climbing": _checkpointed(dw.HillClimbing(restarts=4), 12),
    "checkpoint minobs": _checkpointed(dw.MINOBS(), 200, iterations=300),
    "bootstrap": Scenario(
        ("core: allocation", "thread"),
        lambda _: None,
        lambda *_: dw.bootstrap(TABLE, 3, threads=2, memory_limit="64M"),
        _judge_confidence,
    ),
    "spill": Scenario(
        ("core: allocation", *(f"core: {what}" for what in ("open", "read", "write", "sync"))),
        lambda _: _sets(),
        _spilled,
        judge_result,
    ),
    "bound": Scenario(
        ("solver", "core: allocation"),
        lambda _: _sets(),
        lambda _, sets: float(dw.bound(sets)),
        lambda _, value: _at_least(value),
    ),
}


def _at_least(value: float) -> None:
    assert value >= _BEST - 1e-6
