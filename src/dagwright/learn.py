"""The front door: from a table to a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.choice import (
    MEMORY_ON_SCORES,
    MEMORY_OVER_SETS,
    Choice,
    choose,
)
from dagwright.data import Dataset, Discretizer, read_data
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.network import read_structure
from dagwright.parents import (
    Constraints,
    KeptSets,
    ParentSets,
    Selection,
    add_families,
    enumerate_parent_sets,
)
from dagwright.race import RaceRun, one_after_the_other
from dagwright.running import Callback, Checkpoint, Clock, check_time_limit
from dagwright.scores import CustomScore, LocalScores, Score, resolve_score
from dagwright.search import Method, Result, StopReason, Timing, check_resumes, solve
from dagwright.search.asked import asked_for

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["as_dataset", "learn"]

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
        A method, its name, or ``"auto"``: `Exact` up to 64 variables, `MINOBS` beyond, both after
        `HillClimbing` if candidate parent sets cannot be completed in time; and
        `HillClimbing` with 200 restarts for a score that is a function of yours. `plan` says what
        comes of it.
    selection
        How candidate parent sets are found, for methods that search over them: `Sequential`,
        `Greedy`, `Independence`, a name, or ``"auto"``: sequential, and by independence where
        there are more than 100 variables.
    constraints
        What every network must respect.
    time_limit
        Seconds; None for no limit. Candidate parent sets take half of it at most.
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
    asked = asked_for(learn, locals())
    check_time_limit(time_limit)
    clock = Clock(time_limit)
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
        warnings=(*table.warnings, *result.warnings),
        asked=asked,
        problem=result.problem if known else run.make_scores(),
        reasons=choice.explain(searches_dags=bool(run.dags)),
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
    constraints: Constraints | None
    threads: int | None
    executor: Executor | None
    callbacks: tuple[Callback, ...]
    seed: int
    checkpoint: Checkpoint | None
    timings: list[Timing] = field(default_factory=list)
    dags: list[Dag] = field(default_factory=list)
    """What the searches over DAGs have found."""

    def make_scores(self) -> LocalScores:
        """Return the scores with an empty memo."""
        return LocalScores(self.table, self.scoring, memory_limit=self.memory // 2)

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
        sets, reason = self._find_sets(scores)
        first = None
        if reason in {"time", "memory"}:
            first = self._search_dags(scores, start if isinstance(start, Dag) else None)
            sets = add_families(sets, self.dags, scores)
        if first is not None:
            if first.stop_reason is StopReason.INTERRUPTED:
                return replace(first, notes=(*sets.notes, *first.notes))
            start = first.dag
        # The memo turns memory into speed while sets are found; the search then gets its memory.
        del scores
        interrupted = reason == "interrupted"
        seconds = _GRACE_SECONDS if interrupted else self.clock.left()
        result = self._solve(
            sets, self.choice.method, start, seconds, MEMORY_OVER_SETS, checkpoint=self.checkpoint
        )
        result = replace(
            result,
            stop_reason=StopReason.INTERRUPTED if interrupted else result.stop_reason,
            notes=(*sets.notes, *result.notes),
            clocked=reason in {"interrupted", "time"},
        )
        return result if first is None else one_after_the_other(first, result, first.seconds)

    def _search_dags(self, scores: LocalScores, start: Dag | None) -> Result | None:
        """Return the best of the searches over DAGs, None if there is none."""
        if self.choice.race is None:
            return None
        run = RaceRun(
            self.choice.race,
            scores,
            self.constraints,
            partial(self._solve, memory_share=MEMORY_ON_SCORES),
            Clock(self.clock.left(self.choice.share_for_race)),
            self.dags,
        )
        return run.run(start)

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
            constraints=self.constraints,
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
            constraints=self.constraints,
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
