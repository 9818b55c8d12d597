"""From a job to the problem its search is given; candidate sets are found once and kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dagwright.experiments.instances import Instance, make_instance
from dagwright.experiments.plan import Spec
from dagwright.files import write_whole
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.parents import SELECTIONS, ParentSets, Pruning, read_parent_sets
from dagwright.parents.find import enumerate_parent_sets
from dagwright.running import Control
from dagwright.scores import SCORES, LocalScores, Score, score_network

__all__ = ["PreparedProblem", "make_score", "prepare"]


@dataclass(frozen=True)
class PreparedProblem:
    """An instance with its score and, where there are any, candidate sets.

    Attributes
    ----------
    facts
        What tables of the papers say about it: sizes, scores of the empty network and of H*.
    """

    instance: Instance
    score: Score
    sets: ParentSets | None
    facts: dict[str, Any]

    def fresh(self) -> LocalScores | ParentSets:
        """Return what a search is given; local scores are new, so that none profits from others."""
        if self.sets is not None:
            return self.sets
        assert self.instance.data is not None
        return LocalScores(self.instance.data, self.score)


def make_score(spec: Spec) -> Score:
    """Return the score of a table such as {name = "bdeu", ess = 1}."""
    options = {key: value for key, value in spec.items() if key != "name"}
    return SCORES[spec["name"]](**options)


@lru_cache(maxsize=2)
def prepare(problem: str, folder: Path, cache: Path | None) -> PreparedProblem:
    """Make the problem of a job, given as its canonical text; the last two are remembered.

    Parameters
    ----------
    problem
        `Job.problem`.
    folder
        Where benchmark data are.
    cache
        Where candidate sets are kept from run to run, which matters if a clock limits them: all
        methods must search on the same sets. None keeps them in memory only.
    """
    spec = json.loads(problem)
    instance = make_instance(spec["instance"], spec["seed"], folder)
    score = make_score(spec["score"])
    facts: dict[str, Any] = {}
    sets = instance.sets
    if instance.data is not None:
        facts |= {"variables": instance.data.n_variables, "rows": instance.data.n_rows}
        empty = Dag.empty(instance.data.names)
        facts["empty"] = score_network(empty, LocalScores(instance.data, score)).total
        if spec["selection"] is not None:
            sets, seconds = _find_sets(problem, instance, score, spec["selection"], cache)
            facts["selection_seconds"] = round(seconds, 3)
    if sets is not None:
        facts |= _describe_sets(sets)
    return PreparedProblem(instance, score, sets, facts)


def _describe_sets(sets: ParentSets) -> dict[str, Any]:
    best = sets.relaxed()
    found: dict[str, Any] = {
        "variables": sets.n_variables,
        "sets": sets.n_sets,
        "relaxed": best.score,
        "mean_in_degree": best.mean_in_degree,
        "max_in_degree": best.max_in_degree,
    }
    if sets.evaluations is not None:
        found["evaluations"] = sum(sets.evaluations.values())
    return found


def _find_sets(
    problem: str, instance: Instance, score: Score, spec: Spec, cache: Path | None
) -> tuple[ParentSets, float]:
    """Return the sets and how long it took to find them, be it in an earlier run."""
    if cache is None:
        return _select(instance, score, spec)
    cache.mkdir(parents=True, exist_ok=True)
    stem = hashlib.sha256(problem.encode("utf-8")).hexdigest()[:16]
    file, note = cache / f"{stem}.dwps", cache / f"{stem}.json"
    with _locked(cache / f"{stem}.lock"):
        if not note.exists():
            sets, seconds = _select(instance, score, spec)
            sets.write(file)
            write_whole(note, json.dumps({"seconds": seconds}))
        return read_parent_sets(file), float(json.loads(note.read_bytes())["seconds"])


def _select(instance: Instance, score: Score, spec: Spec) -> tuple[ParentSets, float]:
    assert instance.data is not None
    options = {key: value for key, value in spec.items() if key not in ("name", "kind", "prune")}
    if not spec.get("prune", True):
        options["pruning"] = Pruning.none()
    selection = SELECTIONS[spec.get("kind", spec["name"])](**options)
    scores = LocalScores(instance.data, score)
    with Control("parent sets") as control:
        sets, reason = enumerate_parent_sets(
            scores,
            selection,
            control,
            constraints=None,
            memory=resolve_memory(None).size,
            threads=1,
            executor=None,
        )
        if reason == "interrupted":
            raise KeyboardInterrupt  # sets that Ctrl-C cut short must not be kept
        return sets, control.seconds


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock: of two processes that want the same sets one finds them, the other waits."""
    with path.open("wb") as file:
        try:
            import fcntl  # noqa: PLC0415 - there is none on Windows, where both find them

            fcntl.flock(file, fcntl.LOCK_EX)
        except ImportError:
            pass
        yield
