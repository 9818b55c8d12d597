"""What must be the same for a search to resume from the state of another."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence

from dagwright._core import version
from dagwright.constraints import Constraints
from dagwright.data import Dataset
from dagwright.graph import Dag
from dagwright.parents import Selection
from dagwright.scores import CustomScore, Score, describe_score
from dagwright.search.method import Method, Run
from dagwright.search.problem import Question

__all__ = ["question_identity", "run_identity"]


def run_identity(problem: Question, method: Method, run: Run) -> dict[str, str]:
    """Describe a run by everything that decides what it does, except when it stops.

    Threads and memory are left out: they do not change the result. A score that is a function of
    the user's is known by its name only.
    """
    return {
        "version of dagwright": f"{version}, {sys.byteorder}-endian",
        "method": repr(method),
        "seed": str(run.seed),
        "constraints": repr(run.constraints),
        "problem": problem.identity,
        "start": _hash(_edges(run.start), run.start_order),
    }


def question_identity(  # noqa: PLR0917 - all of them identify it
    table: Dataset,
    score: Score | CustomScore,
    method: Method | None,
    selection: Selection | None,
    constraints: Constraints,
    start: Dag | Sequence[str] | None,
    seed: int,
    iterations: int | None,
) -> dict[str, str]:
    """Describe a question to `learn` by all that decides its answer, except clock and memory.

    `iterations` is part of it, since the stages share them; None for the method is "auto".
    """
    data = f"{table.n_rows} rows of {table.n_variables} variables, {table.fingerprint}"
    order = start.names if isinstance(start, Dag) else start
    edges = start.edges if isinstance(start, Dag) else ()
    return {
        "version of dagwright": f"{version}, {sys.byteorder}-endian",
        "data": data,
        "score": describe_score(score),
        "method": "auto" if method is None else repr(method),
        "selection": repr(selection),
        "seed": str(seed),
        "constraints": repr(constraints),
        "start": _hash(None if order is None else list(order), list(edges)),
        "number of iterations": "not limited" if iterations is None else str(iterations),
    }


def _edges(dag: Dag) -> list[tuple[int, ...]]:
    return [tuple(parents) for parents in dag.parent_indices()]


def _hash(*values: object) -> str:
    return hashlib.blake2b(json.dumps(values).encode("ascii"), digest_size=16).hexdigest()
