"""One question to `learn` or `plan`, and what has been made on the way to its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from dagwright.constraints import Constraints, Scope
from dagwright.data import Dataset
from dagwright.data.core_table import bytes_for_counting
from dagwright.errors import ResourceError
from dagwright.graph import Dag
from dagwright.memory import MemoryLimit
from dagwright.parents import ParentSets
from dagwright.running import Control, Limits
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search.identity import run_identity
from dagwright.search.known import Known
from dagwright.search.method import Method, Run
from dagwright.search.problem import MethodFor, Question, fitting, make_start
from dagwright.search.result import StopReason
from dagwright.search.solve import (
    can_resume,
    check_memory,
    combine_limits,
    note_chance,
    run_method,
    target_of,
)
from dagwright.strategy.journal import Journal, Piece
from dagwright.strategy.settings import Settings

if TYPE_CHECKING:
    pass

__all__ = ["Task"]

_FOR_SCORES = 1 / 2
"""Of the memory beside the table, for the memo of the scores."""


class SearchFacts(TypedDict):
    """Why a search ended, and how long it took."""

    reason: str
    seconds: float


Found: TypeAlias = Piece[SearchFacts, None]
"""What a search has found."""


@dataclass
class Task:
    """What all steps share, and what each leaves for the next.

    Attributes
    ----------
    table, settings
        The question as it was asked.
    scoring, limits, start
        What score, constraints and start stand for; `limits` with every limit on parents.
    memory, threads
        What there is to work with; `memory` beside the table.
    journal
        What killed runs have finished, and where this one keeps what it has.
    control
        Of the whole run, or of what killed runs have left of it.
    known
        The best network and all bounds so far; about the table as it is cut now.
    sets, end_of_sets
        The candidate parent sets, and why the work on them ended.
    dags
        Networks found by searches over DAGs, whose families join the sets.
    ceilings
        For each variable a score that no set of parents exceeds, where sets are missing.
    uncut
        The table before an estimate was made with cuts that are not final; None if they are.
    method, reason, searched
        The last search, why it ended, and how many seconds it took.
    """

    table: Dataset
    settings: Settings
    scoring: Score | CustomScore
    limits: Constraints
    start: Dag | Sequence[str] | None
    control: Control
    memory: MemoryLimit
    threads: int
    journal: Journal = field(default_factory=Journal)
    cutting_rounds: int = 0
    sets: ParentSets | None = None
    end_of_sets: str = ""
    dags: list[Dag] = field(default_factory=list)
    ceilings: list[float] | None = None
    uncut: Dataset | None = None
    method: Method | None = None
    reason: StopReason = StopReason.COMPLETED
    searched: float = 0.0
    known: Known = field(init=False)
    _scores: LocalScores | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.use_table(self.table)

    def use_table(self, table: Dataset) -> None:
        """Begin with a table, or with the same table cut otherwise: nothing is known about it."""
        before = getattr(self, "known", None)
        self.table, self._scores = table, None
        self.known = Known(Scope().narrow(self.limits), given_cuts=bool(table.numbers))
        if before is not None:
            self.known.timings, self.known.chance = before.timings, before.chance
            self.known.notes = before.notes
        self.control.report_to(self.known)

    def again(self, control: Control) -> Task:
        """Return the same task for another run, with what was finished in this one."""
        final = self.uncut is None  # otherwise all that is known is about other cuts
        keep = final and self.sets_are_complete
        task = replace(
            self,
            table=self.table if self.uncut is None else self.uncut,
            uncut=None,
            control=control,
            sets=self.sets if keep else None,
            end_of_sets=self.end_of_sets if keep else "",
            dags=[],
            ceilings=None,
        )
        task.known.timings.extend(self.known.timings)
        if final:
            task._remember(self.known)
        return task

    def _remember(self, known: Known) -> None:
        """Begin with what an earlier run has found: for this one it was there from the start."""
        now = self.control.elapsed
        self.known.may_differ(*(f"in a trial of the plan, {reason}" for reason in known.chance))
        self.known.count(known.counters, iterations=known.iterations)
        self.known.notes.extend(known.notes)
        if known.dag is not None:
            self.known.offer(known.dag, known.score, at=now)
        scopes = [known.asked] if self.sets is None else [known.asked, self.sets.scope]
        for scope in scopes:
            self.known.tighten(known.bound_over(scope), scope, at=now)

    @property
    def scores(self) -> LocalScores:
        """The local scores, whose memo turns memory into speed."""
        if self._scores is None:
            # The memory of the task is what the table has left.
            limit = self.memory.share(_FOR_SCORES).without(-bytes_for_counting(self.table))
            self._scores = LocalScores(self.table, self.scoring, memory_limit=limit)
        return self._scores

    def drop_scores(self) -> None:
        """Give all memory of the scores back."""
        self._scores = None

    def release_scores(self) -> None:
        """Give the memory of the memo back. The table stays packed: that is not in `memory`."""
        if self._scores is not None:
            self._scores.release()

    @property
    def best_start(self) -> Dag | Sequence[str] | None:
        """Where a search begins: the best network so far, or what the user gave."""
        if self.known.dag is not None:
            return self.known.dag
        if self.start is None and self.dags:
            return self.dags[-1]
        return self.start

    @property
    def is_late(self) -> bool:
        """Whether there is no time left; what killed runs have found is collected all the same."""
        return self.control.seconds_left() == 0 and not self.journal.has_more

    @property
    def sets_are_complete(self) -> bool:
        """Whether there are candidate sets, all that were asked for."""
        return self.end_of_sets == "completed"

    def covers(self, sets: ParentSets) -> bool:
        """Tell whether a bound on these sets holds for all networks that were asked about."""
        return sets.scope.includes(Scope().narrow(self.limits))

    def search(
        self,
        problem: Question,
        method: Method,
        start: Dag | Sequence[str] | None,
        control: Control,
        memory: MemoryLimit,
        *,
        is_last: bool = False,
    ) -> Found:
        """Let a method search as a stage inside `control`, and take over all that it finds.

        Parameters
        ----------
        problem, method, start, memory
            As for `solve`.
        control
            Whose time and iterations it may take.
        is_last
            Whether it continues, if the clock ended it in a killed run and now there is more time.

        Raises
        ------
        ResourceError
            If it does not fit into the memory.
        """
        known = self.known.branch()
        again = self._has_more_time(control, known) if is_last else None
        piece = self._search(problem, method, start, control, memory, known, again)
        self.known.take(piece.known)
        return piece

    def try_search(
        self,
        problem: Question,
        method: Method,
        start: Dag | Sequence[str] | None,
        control: Control,
        memory: MemoryLimit,
        *,
        bounds: bool = True,
    ) -> Dag | None:
        """Return the network that a search ends with, None if it does not fit into the memory.

        Its bounds count, unless the problem was only made to find a network.
        """
        try:
            found = self._search(problem, method, start, control, memory, Known(Scope())).known
        except ResourceError:
            self.known.memory_decided = True
            return None
        assert found.dag is not None
        self.known.take(found, bounds=bounds)
        return found.dag

    def _search(  # noqa: PLR0917 - those of `search`, and two more
        self,
        problem: Question,
        method: Method,
        start: Dag | Sequence[str] | None,
        control: Control,
        memory: MemoryLimit,
        known: Known,
        again: Callable[[Found], bool] | None = None,
    ) -> Found:
        """Search, or take a search from the journal; `known` is where its networks go."""
        limits, notes = combine_limits(self.limits, method)
        method = fitting(method, problem)
        problem = problem.restrict(limits)
        check_memory(problem, method, memory)
        self.known.notes.extend(note for note in notes if note not in self.known.notes)

        def work() -> Found:
            resumes = can_resume(method)
            if not resumes and again is not None and self.control.iterations_left() is None:
                self.journal.keep_best(known, problem.scope)
            # What resumes has to begin where it began; anything else begins from the best.
            best = start if resumes or known.dag is None else known.dag
            begin, order = make_start(problem, best, limits)
            stage = control.child(
                method.name,
                limits=Limits(
                    iterations=control.iterations_left(), target=target_of(problem, method, None)
                ),
                units=method.units,
                is_stage=True,
            )
            run = Run(
                limits, begin, order, self.settings.seed, self.threads, memory.size, stage, known
            )
            return self._run(problem, method, run)

        piece = self.journal.do(repr(method), work, about=problem.scope, again=again)
        control.spend(piece.known.iterations)
        return piece

    def _run(self, problem: Question, method: MethodFor[Question], run: Run) -> Found:
        keeper, reason = None, StopReason.MEMORY
        if can_resume(method):
            keeper = self.journal.keeper(run_identity(problem, method, run))
        with run.known.outlives_lack(method.name):
            reason = run_method(problem, method, run, keeper)
        if reason is StopReason.TARGET:
            reason = StopReason.COMPLETED  # at the trivial bound: that is a proof
        note_chance(run.known, reason, own_memory=self.settings.has_default_memory)
        facts = SearchFacts(reason=reason.value, seconds=run.control.seconds)
        return Piece(run.known, facts, is_whole=not run.control.is_interrupted)

    def _has_more_time(self, control: Control, known: Known) -> Callable[[Found], bool]:
        """Return what tells whether the last search of a killed run has time to continue."""

        def tell(piece: Found) -> bool:
            if piece.facts["reason"] != StopReason.TIME.value or control.seconds_left() == 0:
                return False
            known.learn_from(piece.known, at=control.elapsed)
            return True

        return tell
