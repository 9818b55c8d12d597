"""From a question and its means to an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from dagwright.constraints import Constraints
from dagwright.data import Dataset
from dagwright.data.core_table import bytes_for_scoring
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit, peak_memory, resolve_memory
from dagwright.network import read_structure
from dagwright.parents import ParentSets, Selection
from dagwright.running import Checkpoint, Control, resolve_threads
from dagwright.scores import CustomScore, Score, resolve_score
from dagwright.search.identity import question_identity
from dagwright.search.method import Method
from dagwright.search.problem import add_up, bounds_of, check_start, problem_counters
from dagwright.search.result import Result, StopReason, Timing
from dagwright.search.solve import (
    CLOCK_ENDED,
    DEFAULT_MEMORY_DECIDED,
    ENDED_BY_HAND,
    check_memory,
    check_resumes,
    check_seed,
    combine_limits,
    warnings_of,
)
from dagwright.strategy.auto import Choice, Thresholds, choose, make_schedule
from dagwright.strategy.cutting import MOST_ROUNDS
from dagwright.strategy.journal import Journal, JournalFile
from dagwright.strategy.schedule import Schedule
from dagwright.strategy.task import Task

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Prepared", "prepare"]


@dataclass(frozen=True)
class Prepared:
    """A task, the way that was chosen for it, and its timetable."""

    task: Task
    choice: Choice
    schedule: Schedule
    notes: tuple[str, ...]
    asked: Mapping[str, Any]
    """What the caller asked for beyond defaults."""

    def run(self) -> Result:
        """Do the work and return its result."""
        task = self.task
        with task.control.root as control:
            self.schedule.run(task)
            if control.is_interrupted or task.method is None:
                self._offer_unused()
            control.product = result = self._make_result()
        return result

    def _offer_unused(self) -> None:
        """Offer the networks that no search came to begin from, since the work had to end early.

        What is trivially known of all networks then bounds them.
        """
        task = self.task
        for problem in (task.scores, *(() if task.sets is None else (task.sets,))):
            for bound in bounds_of(problem, None):
                task.known.tighten(bound.score, bound.scope, at=task.control.elapsed)
        given = [task.start] if isinstance(task.start, Dag) else []
        for dag in (Dag(task.table.names, task.limits.required), *given, *task.dags):
            task.known.offer(dag, add_up(task.scores, dag), at=task.control.elapsed)

    def _make_result(self) -> Result:
        task, known = self.task, self.task.known
        reason = self._stop_reason()
        if known.memory_decided and task.has_default_memory:
            known.may_differ(DEFAULT_MEMORY_DECIDED)
        if task.method is None and reason is StopReason.TIME:
            known.may_differ(CLOCK_ENDED)
        if reason is StopReason.INTERRUPTED and not known.chance:
            known.may_differ(ENDED_BY_HAND)
        counters = problem_counters(task.scores) if task.sets is None else {}
        found_sets = () if task.sets is None else task.sets.notes
        return known.result(
            stop_reason=reason,
            seconds=task.control.elapsed,
            counters=counters,
            notes=(*task.table.notes, *found_sets, *self.notes, *task.journal.notes),
            warnings=(
                *task.table.warnings,
                *task.limits.warnings(task.table.names),
                *warnings_of(known, task.limits, reason),
            ),
            method=task.method or self.choice.method,
            seed=task.seed,
            scoring=task.scoring,
            constraints=task.limits,
            reasons=self.schedule.reasons(task),
            peak_memory=peak_memory(),
            asked=self.asked,
            problem=task.scores,  # a result of learn knows its data, whatever was searched
        )

    def _stop_reason(self) -> StopReason:
        """Return why the work as a whole ended."""
        task = self.task
        if task.control.is_interrupted:
            return StopReason.INTERRUPTED
        if task.method is None and task.is_late:
            return StopReason.TIME
        if task.reason is StopReason.COMPLETED and task.sets is not None:
            return StopReason(task.end_of_sets)
        return task.reason


def prepare(
    table: Dataset,
    control: Control,
    *,
    score: Score | CustomScore | str,
    method: Method | str,
    selection: Selection | str,
    constraints: Constraints | None,
    memory_limit: int | str | MemoryLimit | None,
    threads: int | None,
    start: Dag | Sequence[str] | str | PathLike[str] | None = None,
    executor: Executor | None = None,
    seed: int = 0,
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
    cutting_rounds: int = MOST_ROUNDS,
    asked: Mapping[str, Any] | None = None,
    thresholds: Thresholds | None = None,
) -> Prepared:
    """Check a question about a table that is there, and choose how to answer it; see `learn`.

    Parameters
    ----------
    control
        Of the whole run; its clock runs since the call began.
    cutting_rounds
        How often numbers are cut again at most.
    asked
        What the caller asked for beyond defaults, for the result to say.
    thresholds
        Of the choice; by default those of `learn`.
    """
    check_seed(seed)
    memory = resolve_memory(memory_limit)
    memory.check("the table", bytes_for_scoring(table))
    memory = memory.without(bytes_for_scoring(table))
    scoring = resolve_score(score)
    choice = choose(table.n_variables, scoring, method, selection, thresholds)
    if choice.selection is None and executor is not None:
        raise DagwrightError(
            f"{choice.method.name} does not use candidate parent sets, so executor= does not apply"
        )
    if constraints is not None:
        constraints = constraints.resolve(table.names, table.columns)
    limits, notes = combine_limits(choice.limits(constraints), choice.method)
    if isinstance(start, (str, PathLike)):
        start = read_structure(start)
    if start is not None:
        # Whatever the clock leaves of its use; its variables are then in the order of the table.
        start = check_start(table.names, start, limits)
    journal = Journal()
    keep = check_resumes(checkpoint, None if choice.is_free else choice.method)
    if keep is not None:
        named = None if choice.is_free else choice.method
        identity = question_identity(
            table, scoring, named, choice.selection, limits, start, seed, control.iterations_left()
        )
        journal = JournalFile(keep, identity, table.names)
    task = Task(
        table=table,
        scoring=scoring,
        limits=limits,
        control=journal.resume(control),
        memory=memory,
        has_default_memory=memory_limit is None,
        threads=resolve_threads(threads),
        seed=seed,
        start=start,
        executor=executor,
        journal=journal,
        cutting_rounds=cutting_rounds,
    )
    if not choice.is_free and choice.selection is not None:
        # Whatever sets will be found: what does not fit is refused before they are.
        share = memory.share(choice.thresholds.memory_over_sets)
        check_memory(_least_sets(table.names), choice.method, share)
    task.known.timings.append(Timing("table", control.seconds, f"{table.n_rows:,} rows"))
    schedule = make_schedule(choice, table.n_variables)
    return Prepared(task, choice, schedule, notes, asked or {})


def _least_sets(names: Sequence[str]) -> ParentSets:
    """Return candidate sets of which there could not be fewer: every variable without parents."""
    n = len(names)
    return ParentSets.from_arrays(names, np.arange(n + 1), np.zeros(n), np.zeros(n + 1), [])
