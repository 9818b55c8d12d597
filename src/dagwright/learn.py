"""The front door: from a table to a network."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.choice import (
    MEMORY_ON_SCORES,
    MEMORY_OVER_SETS,
    SHARE_FOR_BOUND,
    SHARE_FOR_PASS,
    SHARE_FOR_PROVER,
    Choice,
    choose,
    has_many,
)
from dagwright.data import Dataset, Discretizer, read_data
from dagwright.errors import DagwrightError
from dagwright.first_pass import first_pass
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.network import read_structure
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
from dagwright.running import Callback, Checkpoint, Clock, check_time_limit, resolve_threads
from dagwright.scores import CustomScore, LocalScores, Score, resolve_score
from dagwright.search import (
    BoundPoint,
    Method,
    Result,
    ScopedBound,
    Status,
    StopReason,
    Timing,
    check_resumes,
    solve,
)
from dagwright.search.bound_phase import CLOCKED_BOUND, bound_after
from dagwright.search.claims import checked_claims
from dagwright.search.solve import DEFAULT_MEMORY_DECIDED

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["as_dataset", "learn"]

_LEAST_SECONDS = 0.3
"""Any smaller limit means this: in less, nothing is found that would be worth a look."""
_GRACE_SECONDS = 1.0  # for the search, when an interrupt ended the enumeration before it


def learn(
    data: Dataset | str | PathLike[str] | Any,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "auto",
    selection: Selection | str = "auto",
    constraints: Constraints | None = None,
    time_limit: float | None = 60,
    memory_limit: int | str | None = None,
    start: Dag | Sequence[str] | str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    discretize: Discretizer | str | None = None,
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
) -> Result:
    """Learn the structure of a Bayesian network from data.

    Parameters
    ----------
    data
        A `Dataset`, the path of a file that `read_data` reads, or whatever `Dataset.from_frame`
        takes: a pandas, polars or pyarrow table, a dict of columns, a 2-D array.
    score
        A score, its name (``"bic"``, ``"aic"``, ``"bdeu"``, ``"k2"``, ``"log-likelihood"``), or a
        function ``(data, child, parents) -> float``.
    method
        A method, its name, or ``"auto"``: `Exact` up to 64 variables, and beyond wherever the
        candidate parent sets are complete, otherwise `MINOBS`; all of them after `HillClimbing` if
        candidate parent sets cannot be completed in time; and
        `HillClimbing` with 200 restarts for a score that is a function of yours. `plan` says what
        comes of it.
    selection
        How candidate parent sets are found, for methods that search over them: `Sequential`,
        `Greedy`, `Independence`, a name, or ``"auto"``: sequential, and by independence where
        there are more than 100 variables.
    constraints
        What every network must respect.
    time_limit
        Seconds, at least 0.3; None for no limit. Candidate parent sets take half of it at most.
    memory_limit
        Bytes (or ``"2G"``) for everything; by default half of what is free.
    start
        A network to start from, the path of a file that `read_structure` reads, or, for methods
        that search over candidate sets, an order.
    threads
        Number of threads, by default one a core. It never changes the result.
    executor
        Where candidate parent sets are found instead of on threads; see `find_parent_sets`.
    callbacks
        One or several `Callback`, e.g. `ProgressDisplay()`; they see every stage start and end.
    seed
        The same seed gives the same result, unless a clock or a person stops the search.
    discretize
        How to cut continuous columns into intervals: a method of `Discretizer`, or one with
        options.
    checkpoint
        A file, or a `Checkpoint`, in which the search keeps its state, and beside it candidate
        parent sets; the same call goes on from it. Only for methods that can do this, see `solve`;
        name one, for ``"auto"`` may choose others.

    Returns
    -------
    Result
        The best network found; `Result.explain` says what was chosen, why, and how good it is.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn({"rain": [0, 0, 1, 1] * 9, "wet": [0, 0, 1, 1] * 9, "coin": [0, 1] * 18})
    >>> result.dag.cpdag().undirected
    (('rain', 'wet'),)
    """
    check_time_limit(time_limit)
    clock = Clock(None if time_limit is None else max(_LEAST_SECONDS, time_limit))
    table = as_dataset(data, discretize)
    memory = resolve_memory(memory_limit)
    scoring = resolve_score(score)
    if checkpoint is not None and method == "auto":
        raise DagwrightError(
            "a checkpoint needs a method that keeps them: name one, such as method='minobs'"
        )
    choice = choose(table, scoring, method, selection)
    if choice.selection is None and executor is not None:
        raise DagwrightError(
            f"{choice.method.name} takes scores as they come: executor is for methods that search "
            "over candidate parent sets"
        )
    run = _Learning(
        table=table,
        scoring=scoring,
        choice=choice,
        clock=clock,
        memory=memory,
        memory_limit=memory_limit,
        constraints=constraints,
        threads=threads,
        executor=executor,
        callbacks=(callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks or ()),
        seed=seed,
        checkpoint=check_resumes(checkpoint, choice.method),
        timings=[Timing("table", clock.passed(), f"{table.n_rows:,} rows")],
    )
    if isinstance(start, (str, PathLike)):
        start = read_structure(start)
    result = run.search(start)
    # A result of learn knows its data, whatever was searched.
    known = isinstance(result.problem, LocalScores)
    return replace(
        result,
        notes=(*table.notes, *result.notes),
        problem=result.problem if known else run.make_scores(),
        reasons=choice.explain(searches_dags=run.raced),
        timings=tuple(run.timings),
    )


@dataclass(frozen=True)
class _Learning:
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
        asked = self.constraints or Constraints()
        selection = self.choice.selection
        return asked if selection is None else asked.limit_parents(selection.max_parents)

    def search(self, start: Dag | Sequence[str] | None) -> Result:
        """Do what was chosen."""
        scores = self.make_scores()
        if self.choice.selection is None:
            return self._solve(
                scores,
                self.choice.method,
                start,
                self.clock.left(),
                MEMORY_ON_SCORES,
                checkpoint=self.checkpoint,
            )
        self.limits.check_names(scores.names)
        if has_many(self.table):
            self._pass_once(scores)
        sets, reason = self._find_sets(scores)
        self.chance.extend(self._chance_of_sets(reason))
        if reason == "completed":
            return self._claim(self._search_complete(sets, start), sets, scores)
        result = self._search_incomplete(sets, reason, scores, start)
        if result.stop_reason is StopReason.COMPLETED:
            # Over these sets, but they are not what they would have become.
            result = replace(result, stop_reason=StopReason(reason))
        return self._claim(result, sets, scores)

    def _search_complete(self, sets: ParentSets, start: Dag | Sequence[str] | None) -> Result:
        """Search sets that miss nothing, for a proof first wherever there is hope of one."""
        prover, first = self.choice.prover, None
        if prover is not None and prover.estimate_bytes(sets) <= self.memory * MEMORY_OVER_SETS:
            seconds = self.clock.left(SHARE_FOR_PROVER)
            first = self._solve(sets, prover, start, seconds, MEMORY_OVER_SETS)
            if first.status is Status.OPTIMAL or first.stop_reason is StopReason.INTERRUPTED:
                return first
            start = first.dag
        result = self._search_sets(sets, start, self.clock.left())
        return result if first is None else one_after_the_other(first, result, first.seconds)

    def _search_incomplete(
        self,
        sets: ParentSets,
        reason: str,
        scores: LocalScores,
        start: Dag | Sequence[str] | None,
    ) -> Result:
        """Search sets that miss good ones, after searches that need none."""
        first = None
        if reason != "interrupted":
            if not self.dags:
                self._pass_once(scores)
            if start is None:
                start = self.dags[-1]
            first = self._search_dags(scores, start if isinstance(start, Dag) else None)
            start = start if first is None else first.dag
        sets = add_families(sets, self.dags, scores)
        if first is not None and first.stop_reason is StopReason.INTERRUPTED:
            return first
        interrupted = reason == "interrupted"
        seconds = _GRACE_SECONDS if interrupted else self.clock.left(1 - SHARE_FOR_BOUND)
        result = self._search_sets(sets, start, seconds)
        if interrupted:
            result = replace(result, stop_reason=StopReason.INTERRUPTED)
        return result if first is None else one_after_the_other(first, result, first.seconds)

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

    def _claim(self, result: Result, sets: ParentSets, scores: LocalScores) -> Result:
        """Return the result with all that is known, about the class that the user asked about."""
        bounds = list(result.bounds)
        if result.stop_reason is not StopReason.INTERRUPTED:
            bounds += self._bound_beyond(sets, scores, result)
        if result.memory_decided and self.memory_limit is None:
            self.chance.append(DEFAULT_MEMORY_DECIDED)
        claimed = replace(
            result,
            bounds=tuple(bounds),
            bound_scope=Scope().narrow(self.limits),
            notes=(*sets.notes, *result.notes),
            irreproducible=tuple(dict.fromkeys((*self.chance, *result.irreproducible))),
        )
        if claimed.bound < min((p.bound for p in claimed.bound_trace), default=math.inf):
            last = BoundPoint(claimed.seconds, claimed.bound)
            claimed = replace(claimed, bound_trace=(*claimed.bound_trace, last))
        return checked_claims(claimed)

    def _bound_beyond(
        self, sets: ParentSets, scores: LocalScores, result: Result
    ) -> list[ScopedBound]:
        """Return a bound over all networks, where candidate sets that are missing allow one."""
        if sets.scope.includes(Scope().narrow(self.limits)):
            return []
        lists = widened(sets, [scores.upper_bound(name) for name in scores.names])
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
            partial(self._solve, memory_share=MEMORY_ON_SCORES),
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
    ) -> Result:
        result = solve(
            problem,
            method,
            time_limit=seconds,
            memory_limit=int(self.memory * memory_share),
            constraints=self.limits,
            start=start,
            threads=self.threads,
            callbacks=self.callbacks,
            seed=self.seed,
            checkpoint=checkpoint,
        )
        self.timings.extend(result.timings)
        return result


def as_dataset(data: Any, discretize: Discretizer | str | None) -> Dataset:
    """Return the table that a user's object or path stands for."""
    if isinstance(data, Dataset) and discretize is None:
        return data
    if isinstance(data, (str, PathLike)):
        return read_data(data, discretize=discretize)
    return Dataset.from_frame(data, discretize=discretize)
