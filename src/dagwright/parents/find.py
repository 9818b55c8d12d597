"""Finding candidate parent sets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dagwright import _core
from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError, warn_user
from dagwright.memory import MemoryLimit, lacks_are_resource_errors, resolve_memory
from dagwright.parents.parent_sets import ParentSets
from dagwright.parents.selection import Selection, resolve_selection
from dagwright.running import (
    Callback,
    CallbackChain,
    Control,
    Limits,
    WorkersLostError,
    count_workers,
    resolve_threads,
    run_on_executor,
    share_with_workers,
)
from dagwright.scores import LocalScores

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["STAGE", "UNITS", "enumerate_parent_sets", "find_parent_sets"]

Arrays = dict[str, Any]

STAGE = "parent sets"
UNITS = ("sets", "variables")
_CHUNKS = 32  # tasks for an executor: enough to balance, few enough to send the data seldom
_COMPLETE = int(_core.EnumerationEnd.complete.value)
_ENDS = {
    "evaluations": "the limit on evaluations",
    "time": "the time limit",
    "memory": "the memory limit",
    "interrupted": "an interrupt",
}


@lacks_are_resource_errors()
def find_parent_sets(
    scores: LocalScores,
    selection: Selection | str = "sequential",
    *,
    constraints: Constraints | None = None,
    time_limit: float | None = 60,
    memory_limit: int | str | MemoryLimit | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
) -> ParentSets:
    """Find the sets of parents that are worth considering, with their scores.

    Parameters
    ----------
    scores
        Where the scores come from.
    selection
        `Sequential`, `Greedy` or `Independence`, or the name of one.
    constraints
        Forbidden edges, tiers and limits leave sets out; required parents are in every set, and
        dominance then compares only sets that have them.
    time_limit
        Seconds in all, shared fairly among the variables; None for no limit.
    memory_limit
        Bytes (or ``"2G"``) for the enumeration and its lists; by default half of what is free.
    threads
        Number of threads, by default one per core. The lists are the same for any number, unless a
        clock ends the work.
    executor
        Any `concurrent.futures.Executor` to work on instead: processes, Dask
        (``client.get_executor()``), ... Each variable then gets an equal share of the time.
    callbacks
        One or several `Callback`.

    Returns
    -------
    ParentSets
        For each variable the non-dominated sets that were found, best first. A limit that was
        reached is stated in `notes`, `complete_size` and `unseen_bound`.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BIC())
    >>> sets = dw.find_parent_sets(scores, dw.Sequential(max_parents=3))
    >>> sets["diagnosis"][0].parents
    ('mean concave points', 'worst texture', 'worst area')
    """
    control = Control(
        STAGE, Limits(seconds=time_limit), callbacks=CallbackChain(callbacks), units=UNITS
    )
    with control:
        sets, _ = enumerate_parent_sets(
            scores,
            selection,
            control,
            constraints=constraints,
            memory=resolve_memory(memory_limit).size,
            threads=resolve_threads(threads),
            executor=executor,
        )
        control.product = sets
    return sets


def enumerate_parent_sets(
    scores: LocalScores,
    selection: Selection | str,
    control: Control,
    *,
    constraints: Constraints | None,
    memory: int,
    threads: int,
    executor: Executor | None,
    names_data: bool = True,
    most_evaluations: int | None = None,
) -> tuple[ParentSets, str]:
    """Do what `find_parent_sets` does; return also why it ended, as a `StopReason` value.

    `names_data`: whether the sets say by a fingerprint which data they are of. For a long table
    that takes a while, and sets that stay inside a run do not need it.
    `most_evaluations`: the budget of the run for each variable, beside the selection's own limit.
    """
    if not isinstance(scores, LocalScores):
        raise DagwrightError(f"find_parent_sets needs LocalScores, not {type(scores).__name__}")
    selection, asked = resolve_selection(selection), None
    if most_evaluations is not None:
        asked = selection.max_evaluations
        least = min(n for n in (asked, max(1, most_evaluations)) if n is not None)
        selection = replace(selection, max_evaluations=least)
    limits = (constraints or Constraints()).resolve(scores.names)
    limits = limits.limit_parents(selection.max_parents)
    if executor is None:
        job = _Job(scores, selection, limits, memory, threads, None)
        arrays = job.run(range(len(scores.names)), control.core)
    else:
        workers = count_workers(executor)
        share = control.seconds_left(workers / len(scores.names))
        job = _Job(scores, selection, limits, memory // workers, 1, share)
        arrays = _run_on(executor, job, control)
    fingerprint = scores.data.fingerprint if names_data else None
    sets = _make_parent_sets(scores, arrays, selection, limits, fingerprint)
    own = most_evaluations is None or selection.max_evaluations == asked
    return sets, _why_ended(arrays["end"].tolist(), control, own_evaluations=own)


def _why_ended(ends: Sequence[int], control: Control, *, own_evaluations: bool) -> str:
    """Return what kept variables from their end; limits of the selection do not count."""
    if control.is_interrupted:
        return "interrupted"
    for reason in ("interrupted", "time", "memory"):
        if int(getattr(_core.EnumerationEnd, reason).value) in ends:
            return reason
    budget_ended = int(_core.EnumerationEnd.evaluations.value) in ends and not own_evaluations
    return "iterations" if budget_ended else "completed"


@dataclass(frozen=True)
class _Job:
    """Everything that selecting for some children takes; it can be sent to another process."""

    scores: LocalScores
    selection: Selection
    constraints: Constraints
    memory: int
    threads: int
    seconds: float | None

    def run(self, children: Iterable[int], control: _core.RunControl) -> Arrays:
        selection = self.selection
        limits = [s for s in (selection.seconds_per_variable, self.seconds) if s is not None]
        rules = _parent_rules(self.scores.names, self.constraints)
        inputs = _core.SelectionInputs(self.scores.oracle, list(children), rules)
        options = selection.options(min(limits, default=None))
        resources = _core.Resources(seed=0, threads=self.threads, bytes=self.memory)
        return _core.select_parent_sets(inputs, options, resources, control)


def _parent_rules(names: Sequence[str], constraints: Constraints) -> _core.ParentRules:
    index = {name: i for i, name in enumerate(names)}
    return _core.ParentRules(
        len(names),
        [(index[parent], index[child]) for parent, child in constraints.required],
        [(index[parent], index[child]) for parent, child in constraints.forbidden],
        constraints.levels(names),
        len(names) if constraints.max_parents is None else constraints.max_parents,
    )


def _run_alone(job: _Job, children: Sequence[int]) -> Arrays:
    return job.run(children, Control(STAGE).core)


def _run_on(executor: Executor, job: _Job, control: Control) -> Arrays:
    """Work on an executor; when the run has to stop, unfinished variables get their least list.

    What an executor leaves undone that breaks is done here.
    """
    n = len(job.scores.names)
    size = -(-n // _CHUNKS)
    chunks = [range(first, min(first + size, n)) for first in range(0, n, size)]
    shared = share_with_workers(executor, job)
    found: dict[int, Arrays] = {}
    # Workers keep to their own shares of the time; only a person ends the wait for them.
    ended = control.should_stop_by_hand
    calls = [(shared, chunk) for chunk in chunks]
    try:
        for position, future in run_on_executor(executor, _run_alone, calls, ended):
            found[position] = future.result()
            control.core.report_iterations(int(found[position]["evaluations"].sum()))
            control.core.report_work(len(found), len(chunks))
    except WorkersLostError as error:
        left = len(chunks) - len(found)
        warn_user(f"{left} of {len(chunks)} tasks are done in this process: {error}")
    return _join(
        [
            found[position] if position in found else job.run(chunk, control.core)
            for position, chunk in enumerate(chunks)
        ]
    )


def _join(parts: Sequence[Arrays]) -> Arrays:
    """Put the arrays of several groups of children behind each other."""
    joined: Arrays = {}
    for key in ("scores", "members", "complete_size", "unseen_bound", "evaluations", "end"):
        joined[key] = np.concatenate([part[key] for part in parts])
    for key in ("child_starts", "set_starts"):
        offset, starts = 0, [np.zeros(1, dtype=np.uint64)]
        for part in parts:
            starts.append(part[key][1:] + np.uint64(offset))
            offset += int(part[key][-1])
        joined[key] = np.concatenate(starts)
    return joined


def _make_parent_sets(
    scores: LocalScores,
    arrays: Arrays,
    selection: Selection,
    constraints: Constraints,
    fingerprint: str | None,
) -> ParentSets:
    return ParentSets.from_arrays(
        scores.names,
        arrays["child_starts"],
        arrays["scores"],
        arrays["set_starts"],
        arrays["members"],
        score=scores.score,
        rows=scores.data.total_weight,
        fingerprint=fingerprint,
        complete_size=[
            math.inf if end == _COMPLETE else size
            for size, end in zip(arrays["complete_size"].tolist(), arrays["end"], strict=True)
        ],
        unseen_bound=arrays["unseen_bound"].tolist(),
        evaluations=arrays["evaluations"].tolist(),
        notes=_notes(scores.names, arrays["end"].tolist(), selection),
        constraints=constraints,
    )


def _notes(names: Sequence[str], ends: Sequence[int], selection: Selection) -> list[str]:
    notes = []
    for end, words in _ENDS.items():
        value = int(getattr(_core.EnumerationEnd, end).value)
        stopped = [name for name, reason in zip(names, ends, strict=True) if reason == value]
        if stopped:
            notes.append(
                f"{selection.name}: {words} ended {len(stopped)} of {len(names)} variables "
                f"({', '.join(stopped[:3])}{', ...' if len(stopped) > 3 else ''})"
            )
    return notes
