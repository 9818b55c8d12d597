"""One call of `learn`: its stages, and what they know together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from dagwright.choice import (
    MEMORY_ON_SCORES,
    MEMORY_OVER_SETS,
    SHARE_FOR_PASS,
    SHARE_FOR_PROVER,
    Choice,
    has_many,
)
from dagwright.data import Dataset
from dagwright.first_pass import first_pass
from dagwright.graph import Dag
from dagwright.parents import (
    Constraints,
    KeptSets,
    ParentSets,
    Scope,
    Selection,
    add_families,
    enumerate_parent_sets,
    widened,
)
from dagwright.race import RaceRun, one_after_the_other
from dagwright.running import Callback, Checkpoint, Clock, WithoutBound, resolve_threads
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search import (
    BoundPoint,
    Method,
    Result,
    ScopedBound,
    Status,
    StopReason,
    Timing,
    solve,
)
from dagwright.search.bound_phase import CLOCKED_BOUND, SHARE_FOR_BOUND, bound_after
from dagwright.search.claims import checked_claims, merge_bounds
from dagwright.search.problem import check_start
from dagwright.search.solve import DEFAULT_MEMORY_DECIDED, warn_of_no_edge

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Learning", "limits_of"]

_GRACE_SECONDS = 1.0  # for the search, when an interrupt ended the enumeration before it


@dataclass
class Learning:
    """One call of `learn`: what all its stages share, and the stages that are done."""

    table: Dataset
    scoring: Score | CustomScore
    choice: Choice
    clock: Clock
    memory: int
    memory_limit: int | str | None
    constraints: Constraints | None
    threads: int | None
    executor: Executor | None
    callbacks: tuple[Callback, ...]
    seed: int
    checkpoint: Checkpoint | None
    timings: list[Timing] = field(default_factory=list)
    dags: list[Dag] = field(default_factory=list)
    """What the first pass and the searches over DAGs have found."""
    chance: list[str] = field(default_factory=list)
    """Why another run may come out differently."""
    pass_was_cut: bool = False
    """Whether the clock ended the first pass."""
    ceilings: list[float] | None = None
    """For each variable a score that no set of parents exceeds, where sets are missing."""

    def make_scores(self) -> LocalScores:
        """Return the scores with an empty memo."""
        return LocalScores(self.table, self.scoring, memory_limit=self.memory // 2)

    @property
    def raced(self) -> bool:
        """Whether searches over DAGs came in between."""
        return len(self.dags) > 1

    @property
    def limits(self) -> Constraints:
        """What every network has to respect, in every stage: also a limit of the selection's."""
        return limits_of(self.constraints, self.choice.selection)

    def search(self, start: Dag | Sequence[str] | None) -> Result:
        """Do what was chosen."""
        scores = self.make_scores()
        if self.choice.selection is None:
            result = self._solve(
                scores,
                self.choice.method,
                start,
                self.clock.left(),
                MEMORY_ON_SCORES,
                checkpoint=self.checkpoint,
            )
            return replace(result, irreproducible=self._chances_of(result))
        self.limits.check_names(scores.names)
        check_start(scores, start, self.limits)  # whatever the clock leaves of its use
        if has_many(self.table):
            self._pass_once(scores)
        sets, reason = self._find_sets(scores)
        self.chance.extend(self._chance_of_sets(reason))
        first, given = None, [start] if isinstance(start, Dag) else []
        if reason != "completed":
            first, start = self._search_without_sets(scores, reason, start)
        if not self._covers(sets):
            # Then no result is worse than what was known before.
            sets = add_families(sets, [*given, *self.dags], scores)
            self.ceilings = [scores.upper_bound(name) for name in scores.names]
        # The memo turns memory into speed while sets are found; the search then gets its memory.
        del scores
        if first is not None and first.stop_reason is StopReason.INTERRUPTED:
            return self._claim(first, sets)
        if reason == "completed":
            return self._claim(self._search_complete(sets, start), sets)
        result = self._search_incomplete(sets, reason, start)
        if first is not None:
            result = one_after_the_other(first, result, first.seconds)
        return self._claim(result, sets)

    def _search_complete(self, sets: ParentSets, start: Dag | Sequence[str] | None) -> Result:
        """Search sets that are all that was asked for, for a proof first where one is hoped for."""
        prover, first = self.choice.prover, None
        room = self.memory * MEMORY_OVER_SETS
        fits = prover is not None and prover.estimate_bytes(sets) <= room
        if prover is not None and not fits and self.memory_limit is None:
            self.chance.append(DEFAULT_MEMORY_DECIDED)
        if prover is not None and fits:
            seconds = self.clock.left(SHARE_FOR_PROVER)
            first = self._solve(sets, prover, start, seconds, MEMORY_OVER_SETS)
            if first.status is Status.OPTIMAL or first.stop_reason is StopReason.INTERRUPTED:
                return first
            start = first.dag
        result = self._search_sets(sets, start, self.clock.left())
        return result if first is None else one_after_the_other(first, result, first.seconds)

    def _search_without_sets(
        self, scores: LocalScores, reason: str, start: Dag | Sequence[str] | None
    ) -> tuple[Result | None, Dag | Sequence[str] | None]:
        """Search on the data, where the sets miss good ones; return also where to continue from."""
        if reason == "interrupted":
            return None, start
        if not self.dags:
            self._pass_once(scores)
        if self.pass_was_cut:
            self.chance.append("the clock ended the first pass")
        if start is None:
            start = self.dags[-1]
        first = self._search_dags(scores, start if isinstance(start, Dag) else None)
        return first, start if first is None else first.dag

    def _search_incomplete(
        self, sets: ParentSets, reason: str, start: Dag | Sequence[str] | None
    ) -> Result:
        """Search sets that were cut short; the reason is why the work as a whole ended."""
        interrupted = reason == "interrupted"
        seconds = _GRACE_SECONDS if interrupted else self.clock.left(1 - SHARE_FOR_BOUND)
        result = self._search_sets(sets, start, seconds)
        if interrupted or result.stop_reason is StopReason.COMPLETED:
            result = replace(result, stop_reason=StopReason(reason))
        return warn_of_no_edge(result)

    def _search_sets(
        self, sets: ParentSets, start: Dag | Sequence[str] | None, seconds: float | None
    ) -> Result:
        method, checkpoint = self.choice.method, self.checkpoint
        return self._solve(sets, method, start, seconds, MEMORY_OVER_SETS, checkpoint=checkpoint)

    def _pass_once(self, scores: LocalScores) -> None:
        """Find a first network, so that there is one whatever the time is enough for."""
        began = self.clock.passed()
        share = self.clock.left(SHARE_FOR_PASS)
        until = None if share is None else began + share
        dag = first_pass(
            scores, self.limits, lambda: until is not None and self.clock.passed() > until
        )
        self.dags.append(dag)
        seconds = self.clock.passed() - began
        self.pass_was_cut = share is not None and seconds > share
        self.timings.append(Timing("first pass", seconds, f"{dag.n_edges:,} edges"))

    def _chance_of_sets(self, reason: str) -> list[str]:
        """Say why the candidate sets may be others in another run."""
        if reason in {"time", "interrupted"}:
            who = "the clock" if reason == "time" else "a person or a callback"
            return [f"{who} ended the search for candidate sets"]
        if reason == "memory" and self.memory_limit is None:
            return ["the default memory limit, half of what was free, cut the candidate sets short"]
        if reason == "memory" and (self.executor or resolve_threads(self.threads) > 1):
            return ["threads that share the memory limit cut the candidate sets short"]
        return []

    def _chances_of(self, result: Result) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.chance, *result.irreproducible)))

    def _claim(self, result: Result, sets: ParentSets) -> Result:
        """Return the result with all that is known, about the class that the user asked about."""
        bounds = list(result.bounds)
        if result.stop_reason is not StopReason.INTERRUPTED:
            bounds += self._bound_beyond(sets, result)
        if result.memory_decided and self.memory_limit is None:
            self.chance.append(DEFAULT_MEMORY_DECIDED)
        claimed = replace(
            result,
            bounds=merge_bounds(bounds),
            bound_scope=Scope().narrow(self.limits),
            notes=(*sets.notes, *result.notes),
            irreproducible=self._chances_of(result),
        )
        return checked_claims(replace(claimed, bound_trace=self._bound_trace(claimed, sets)))

    def _bound_trace(self, claimed: Result, sets: ParentSets) -> tuple[BoundPoint, ...]:
        """Return how the bound of the result came down, not that of a narrower class."""
        points = claimed.bound_trace if self._covers(sets) else ()
        if points and points[-1].bound == claimed.bound:
            return points
        above = tuple(point for point in points if point.bound > claimed.bound)
        return (*above, BoundPoint(claimed.seconds, claimed.bound))

    def _covers(self, sets: ParentSets) -> bool:
        """Tell whether a bound on these sets holds for all networks that were asked about."""
        return sets.scope.includes(Scope().narrow(self.limits))

    def _bound_beyond(self, sets: ParentSets, result: Result) -> list[ScopedBound]:
        """Return a bound over all networks, where candidate sets that are missing allow one."""
        lists = None if self._covers(sets) else widened(sets, self.ceilings)
        if lists is None:
            return []
        began = self.clock.passed()
        found = bound_after(
            lists,
            self.clock.left(),
            searched=began,
            clocked=bool(self.chance) or not result.reproducible,
        )
        trivial = lists.relaxed().score
        if found is None:
            return [ScopedBound(trivial, lists.scope)]
        if found.clocked:
            self.chance.append(CLOCKED_BOUND)
        self.timings.append(Timing("bound", self.clock.passed() - began))
        return [ScopedBound(min(found.score, trivial), lists.scope)]

    def _search_dags(self, scores: LocalScores, start: Dag | None) -> Result | None:
        """Return the best of the searches over DAGs, None if there is none."""
        if self.choice.race is None:
            return None
        run = RaceRun(
            self.choice.race,
            scores,
            self.limits,
            partial(self._solve, memory_share=MEMORY_ON_SCORES, bound=False),
            Clock(self.clock.left(self.choice.share_for_race)),
            self.dags,
        )
        best = run.run(start)
        if run.lacked_memory and self.memory_limit is None:
            self.chance.append(DEFAULT_MEMORY_DECIDED)
        return best

    def _find_sets(self, scores: LocalScores) -> tuple[ParentSets, str]:
        selection = self.choice.selection
        assert selection is not None
        kept = None
        if self.checkpoint is not None:
            kept = KeptSets.beside(self.checkpoint, scores, selection, self.constraints)
            found = kept.read()
            if found is not None:
                self.timings.append(Timing("candidate parent sets", 0.0, "of the run before"))
                return found
        began = self.clock.passed()
        sets, reason = enumerate_parent_sets(
            scores,
            selection,
            constraints=self.limits,
            time_limit=self.clock.left(self.choice.share_for_sets),
            memory_limit=self.memory // 4,
            threads=self.threads,
            executor=self.executor,
            callbacks=self.callbacks,
        )
        if kept is not None:
            kept.write(sets, reason)
        seconds = self.clock.passed() - began
        self.timings.append(Timing("candidate parent sets", seconds, f"{sets.n_sets:,} sets"))
        return sets, reason

    def _solve(
        self,
        problem: LocalScores | ParentSets,
        method: Method,
        start: Dag | Sequence[str] | None,
        seconds: float | None,
        memory_share: float,
        *,
        checkpoint: Checkpoint | None = None,
        bound: bool = True,
    ) -> Result:
        callbacks: Iterable[Callback] = self.callbacks
        if isinstance(problem, ParentSets) and not self._covers(problem):
            # A gap over sets that are missing some would promise too much.
            callbacks = map(WithoutBound, callbacks)
        result = solve(
            problem,
            method,
            time_limit=seconds,
            memory_limit=int(self.memory * memory_share),
            constraints=self.limits,
            start=start,
            threads=self.threads,
            callbacks=callbacks,
            seed=self.seed,
            checkpoint=checkpoint,
            bound=bound,
        )
        self.timings.extend(result.timings)
        return result


def limits_of(constraints: Constraints | None, selection: Selection | None) -> Constraints:
    """Return what every network has to respect: also a limit of the selection's."""
    asked = constraints or Constraints()
    return asked if selection is None else asked.limit_parents(selection.max_parents)
