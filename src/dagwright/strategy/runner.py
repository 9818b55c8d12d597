"""From a question and its means to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from dagwright.constraints import Constraints
from dagwright.data import Dataset
from dagwright.data.core_table import bytes_for_scoring
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.network import read_structure
from dagwright.parents import ParentSets
from dagwright.running import Control, resolve_threads
from dagwright.scores import resolve_score
from dagwright.search.identity import question_identity
from dagwright.search.problem import check_start, fitting
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
from dagwright.strategy.settings import Settings
from dagwright.strategy.task import Task

if TYPE_CHECKING:
    pass

__all__ = ["Prepared", "prepare"]


@dataclass(frozen=True)
class Prepared:
    """A task, the way that was chosen for it, and its timetable."""

    task: Task
    choice: Choice
    schedule: Schedule
    notes: tuple[str, ...]

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
            for bound in problem.bounds():
                task.known.tighten(bound.score, bound.scope, at=task.control.elapsed)
        given = [task.start] if isinstance(task.start, Dag) else []
        for dag in (Dag(task.table.names, task.limits.required), *given, *task.dags):
            task.known.offer(dag, task.scores.add_up(dag), at=task.control.elapsed)

    def _make_result(self) -> Result:
        task, known = self.task, self.task.known
        reason = self._stop_reason()
        if known.memory_decided and task.settings.has_default_memory:
            known.may_differ(DEFAULT_MEMORY_DECIDED)
        if task.method is None and reason is StopReason.TIME:
            known.may_differ(CLOCK_ENDED)
        if reason is StopReason.INTERRUPTED and not known.chance:
            known.may_differ(ENDED_BY_HAND)
        counters = (task.scores if task.sets is None else task.sets).counters
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
            seed=task.settings.seed,
            scoring=task.scoring,
            constraints=task.limits,
            reasons=self.schedule.reasons(task),
            asked=task.settings.asked,
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
    settings: Settings,
    *,
    cutting_rounds: int = MOST_ROUNDS,
    thresholds: Thresholds | None = None,
) -> Prepared:
    """Check a question about a table that is there, and choose how to answer it; see `learn`.

    Parameters
    ----------
    control
        Of the whole run; its clock runs since the call began.
    settings
        What the caller says.
    cutting_rounds
        How often numbers are cut again at most.
    thresholds
        Of the choice; by default those of `learn`.
    """
    check_seed(settings.seed)
    memory = resolve_memory(settings.memory_limit)
    memory.check("the table", bytes_for_scoring(table))
    scoring = resolve_score(settings.score)
    choice = choose(table.n_variables, scoring, settings.method, settings.selection, thresholds)
    if choice.selection is None and settings.executor is not None:
        raise DagwrightError(
            f"{choice.method.name} does not use candidate parent sets, so executor= does not apply"
        )
    limits, notes = combine_limits(_constraints_of(table, settings, choice), choice.method)
    start = _start_of(table, settings, limits)
    journal = Journal()
    named = None if choice.is_free else choice.method
    keep = check_resumes(settings.checkpoint, named)
    if keep is not None:
        most, seed = control.iterations_left(), settings.seed
        identity = question_identity(
            table, scoring, named, choice.selection, limits, start, seed, most
        )
        journal = JournalFile(keep, identity, table.names)
    task = Task(
        table=table,
        settings=settings,
        scoring=scoring,
        limits=limits,
        start=start,
        control=journal.resume(control),
        memory=memory.without(bytes_for_scoring(table)),
        threads=resolve_threads(settings.threads),
        journal=journal,
        cutting_rounds=cutting_rounds,
    )
    if not choice.is_free and choice.selection is not None:
        # Whatever sets will be found: what does not fit is refused before they are.
        share = task.memory.share(choice.thresholds.memory_over_sets)
        least = _least_sets(table.names)
        check_memory(least, fitting(choice.method, least), share)
    task.known.timings.append(Timing("table", control.seconds, f"{table.n_rows:,} rows"))
    schedule = make_schedule(choice, table.n_variables)
    return Prepared(task, choice, schedule, notes)


def _constraints_of(table: Dataset, settings: Settings, choice: Choice) -> Constraints:
    """Return what every network has to respect, in the names of the table."""
    given = settings.constraints
    return choice.limits(None if given is None else given.resolve(table.names, table.columns))


def _start_of(
    table: Dataset, settings: Settings, limits: Constraints
) -> Dag | tuple[str, ...] | None:
    """Return what to start from, in the order of the table, whatever the clock leaves of its use.

    Or refuse what no search could start from.
    """
    start = settings.start
    if isinstance(start, (str, PathLike)):
        start = read_structure(start)
    return check_start(table.names, start, limits)


def _least_sets(names: Sequence[str]) -> ParentSets:
    """Return candidate sets of which there could not be fewer: every variable without parents."""
    n = len(names)
    return ParentSets.from_arrays(names, np.arange(n + 1), np.zeros(n), np.zeros(n + 1), [])
