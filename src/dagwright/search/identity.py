"""What must be the same for a search to resume from the state of another."""

from __future__ import annotations

import hashlib
import json
import sys

from dagwright._core import version
from dagwright.graph import Dag
from dagwright.parents import ParentSets
from dagwright.scores import LocalScores, describe_score
from dagwright.search.method import Method, Run
from dagwright.search.problem import Problem

__all__ = ["run_identity"]


def run_identity(problem: Problem, method: Method, run: Run) -> dict[str, str]:
    """Describe a run by everything that decides what it does, except when it stops.

    Threads and memory are left out: they do not change the result. A score that is a function of
    the user's is known by its name only.
    """
    return {
        "version of dagwright": f"{version}, {sys.byteorder}-endian",
        "method": repr(method),
        "seed": str(run.seed),
        "constraints": repr(run.constraints),
        "problem": _describe_problem(problem),
        "start": _hash(_edges(run.start), run.start_order),
    }


def _describe_problem(problem: Problem) -> str:
    size = f"{len(problem.names)} variables"
    if isinstance(problem, LocalScores):
        return f"{describe_score(problem.score)} of {size}, data {problem.data.fingerprint}"
    return f"{problem.n_sets} candidate sets of {size}, {_hash_sets(problem)}"


def _hash_sets(sets: ParentSets) -> str:
    digest = hashlib.blake2b(json.dumps(sets.names).encode("ascii"), digest_size=16)
    for array in (sets.child_starts, sets.scores, sets.set_starts, sets.members):
        digest.update(array.data)
    return digest.hexdigest()


def _edges(dag: Dag) -> list[tuple[int, ...]]:
    return [tuple(parents) for parents in dag.parent_indices()]


def _hash(*values: object) -> str:
    return hashlib.blake2b(json.dumps(values).encode("ascii"), digest_size=16).hexdigest()
