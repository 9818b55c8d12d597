"""What `learn` would do, and what it would cost."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.choice import (
    MEMORY_ON_SCORES,
    MEMORY_OVER_SETS,
    SHARE_FOR_CUTS,
    Choice,
    choose,
    least_limit,
)
from dagwright.cutting import MOST_ROUNDS, cut_and_learn, starting_cuts
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.core_table import core_table
from dagwright.data.options import TableWords, takes_table_words
from dagwright.learning import limits_of
from dagwright.memory import format_memory, resolve_memory
from dagwright.parents import Constraints, ParentSets, Selection, enumerate_parent_sets
from dagwright.running import Clock
from dagwright.scores import CustomScore, LocalScores, Score, resolve_score
from dagwright.search import BFBnB, Exact, Method, Status, forecast, solve

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Plan", "PlannedStage", "plan"]

_TRIAL_SECONDS = 0.5
_TRIAL_FOR_CUTS = 2.0
_TRIAL_FOR_SETS = 2.0
_TRIAL_FOR_PROOF = 1.0
_TRIAL_FOR_FORECAST = 1.0
_FORETOLD = 33
"""Up to so many variables `Exact` searches the order graph, the size of which can be told."""


@dataclass(frozen=True)
class PlannedStage:
    """A stage of the work and its estimate."""

    name: str
    seconds: float | None
    """About; None where nobody can tell beforehand."""
    most_seconds: float | None
    """The time limit of this stage; None for none."""
    remark: str


@dataclass(frozen=True)
class Plan:
    """What `learn` would choose, and about how long and how much memory it would take.

    Attributes
    ----------
    method
        The search.
    selection
        How candidate parent sets are found; None if the method takes scores as they come.
    first
        Searches over DAGs in between, if candidate parent sets are not complete in time.
    reasons
        Why, in words.
    stages
        Each stage with `name`, `seconds` (about; None where nobody can tell), `most_seconds` (its
        limit) and a `remark`.
    seconds
        About how long it takes; None if that cannot be told, then only `most_seconds` is known.
    most_seconds
        The time limit.
    memory
        Bytes that it needs at least.
    most_memory
        The memory limit: it takes no more.
    fits
        Whether the search fits into its share of that; if not, `learn` refuses it.
    warnings
        What of table and constraints could mislead.

    Examples
    --------
    >>> import dagwright as dw
    >>> plan = dw.plan(dw.load_dataset("wdbc"), time_limit=30)
    >>> plan.method.name, plan.selection.name, plan.most_seconds
    ('exact', 'sequential', 30)
    >>> plan.memory < plan.most_memory
    True
    """

    method: Method
    selection: Selection | None
    first: tuple[Method, ...]
    reasons: tuple[str, ...]
    stages: tuple[PlannedStage, ...]
    most_seconds: float | None
    memory: int
    most_memory: int
    fits: bool
    warnings: tuple[str, ...] = ()

    @property
    def seconds(self) -> float | None:
        """About how long it takes; None if that cannot be told."""
        known = [stage.seconds for stage in self.stages if stage.seconds is not None]
        return math.fsum(known) if len(known) == len(self.stages) else None

    def explain(self) -> str:
        """Return the plan in words.

        Examples
        --------
        >>> import dagwright as dw
        >>> print(dw.plan(dw.load_dataset("wdbc"), method="hill-climbing").explain())
        ... # doctest: +ELLIPSIS
        What would be chosen, and why
          Method: hill-climbing, as asked.
        What it would cost
          At most 60 s.
          hill-climbing  at most 60 s  (scoring every single parent takes about ... s)
          Memory: ... or more, at most ...
        """
        lines = ["Warnings", *(f"  {each}." for each in self.warnings)] if self.warnings else []
        lines += ["What would be chosen, and why", *(f"  {reason}" for reason in self.reasons)]
        lines.append("What it would cost")
        lines += [f"  {line}" for line in self._costs()]
        return "\n".join(lines)

    def _costs(self) -> Iterator[str]:
        total = _duration(self.seconds, self.most_seconds)
        yield f"{total[0].upper()}{total[1:]}."
        width = max(len(stage.name) for stage in self.stages)
        for stage in self.stages:
            duration = _duration(stage.seconds, stage.most_seconds)
            yield f"{stage.name:{width}}  {duration}  ({stage.remark})"
        needed, limit = format_memory(self.memory), format_memory(self.most_memory)
        yield f"Memory: {needed} or more, at most {limit}."
        if not self.fits:
            yield "That is too little for the search: learn will refuse this."

    def __str__(self) -> str:
        return self.explain()


@takes_table_words
def plan(
    data: Dataset | str | PathLike[str] | Any,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "auto",
    selection: Selection | str = "auto",
    constraints: Constraints | None = None,
    time_limit: float | None = 60,
    memory_limit: int | str | None = None,
    threads: int | None = None,
    options: TableOptions | None = None,
    **words: Unpack[TableWords],
) -> Plan:
    """Say what `learn` would choose with the same arguments, and estimate what it would cost.

    Rates come from trials of a second or two on the data itself.

    Parameters
    ----------
    data, score, method, selection, constraints, time_limit, memory_limit, threads
        As for `learn`.
    options, **words
        What you say about the table, as for `learn`. If a trial is too short to cut numbers so that
        they follow the network, they are cut as learning begins with.

    Returns
    -------
    Plan
        The choice with its reasons, and estimates of time and memory.

    Examples
    --------
    >>> import dagwright as dw
    >>> table = {"rain": [0, 1] * 30, "wet": [0, 1] * 29 + [1, 1]}
    >>> print(dw.plan(table).explain()) # doctest: +ELLIPSIS
    What would be chosen, and why
      Candidate parent sets: sequential, every set that could matter, small ones first, since...
      Method: exact, since with at most 64 variables a proof is within reach.
    What it would cost
      About ...
    """
    time_limit = least_limit(time_limit)
    clock = Clock(time_limit)
    table = as_dataset(data, options, **words)
    reading = clock.passed()
    memory = resolve_memory(memory_limit)
    scoring = resolve_score(score)
    choice = choose(table, scoring, method, selection)
    limits = constraints or Constraints()
    limits.check_names(table.names, table.columns)
    left = None if time_limit is None else max(0.0, time_limit - reading)
    cuts: list[PlannedStage] = []
    if table.provisional:
        within = limits_of(constraints, choice.selection)
        table, stage = _cut(table, scoring, within, left, memory=memory, threads=threads)
        cuts.append(stage)
        left = None if left is None else left - (stage.seconds or stage.most_seconds or 0.0)
    scores = LocalScores(table, scoring, memory_limit=memory // 2)
    if choice.selection is None:
        stages = [_search_on_scores(choice.method, scores, left)]
        search, share = choice.method.estimate_bytes(scores), MEMORY_ON_SCORES
        needed = search
    else:
        share = MEMORY_OVER_SETS
        stages, sets = _over_sets(
            choice, scores, constraints=limits, left=left, memory=memory, threads=threads
        )
        search = choice.method.estimate_bytes(sets)
        needed = search + sets.nbytes
    return Plan(
        choice.method,
        choice.selection,
        choice.race.entrants if choice.race is not None else (),
        choice.explain(searches_dags=len(stages) > 2),
        (*cuts, *stages),
        time_limit,
        needed + core_table(table).bytes,
        memory,
        search <= share * memory,
        (*table.warnings, *limits.warnings(table.names)),
    )


def _duration(seconds: float | None, most: float | None) -> str:
    if seconds is not None:
        return f"about {seconds:.2g} s"
    return "nobody can tell, and there is no limit" if most is None else f"at most {most:.3g} s"


def _cut(
    table: Dataset,
    scoring: Score | CustomScore,
    limits: Constraints,
    left: float | None,
    *,
    memory: int,
    threads: int | None,
) -> tuple[Dataset, PlannedStage]:
    """Return the table as `learn` would cut it, if a trial gets that far, and what it takes."""
    most = None if left is None else SHARE_FOR_CUTS * left
    began = time.perf_counter()
    trial = cut_and_learn(
        table,
        scoring,
        limits,
        time_limit=_TRIAL_FOR_CUTS if most is None else min(most, _TRIAL_FOR_CUTS),
        memory_limit=memory // 2,
        threads=threads,
    )
    if not trial.irreproducible:
        seconds = time.perf_counter() - began
        return trial.table, PlannedStage("cuts", seconds, most, trial.remarks[0])
    n = len(table.provisional)
    remark = f"{n} column{'s' * (n != 1)} of numbers, cut and learned up to {MOST_ROUNDS} times"
    return starting_cuts(table), PlannedStage("cuts", None, most, remark)


def _search_on_scores(method: Method, scores: LocalScores, most: float | None) -> PlannedStage:
    pairs = _seconds_for_single_parents(scores)
    remark = f"scoring every single parent takes about {pairs:.2g} s"
    return PlannedStage(method.name, None, most, remark)


def _seconds_for_single_parents(scores: LocalScores) -> float:
    """Return about how long all families of one parent take, from as many as fit into a trial."""
    began, done, passed = time.perf_counter(), 0, 0.0
    for name in scores.names:
        scores.additions(name)
        done += 1
        passed = time.perf_counter() - began
        if passed > _TRIAL_SECONDS:
            break
    return passed / done * len(scores.names)


def _over_sets(
    choice: Choice,
    scores: LocalScores,
    *,
    constraints: Constraints,
    left: float | None,
    memory: int,
    threads: int | None,
) -> tuple[list[PlannedStage], ParentSets]:
    """Return the stages of a search over candidate sets, and the sets that the trial found."""
    stages: list[PlannedStage] = []
    assert choice.selection is not None
    most = None if left is None else choice.share_for_sets * left
    began = time.perf_counter()
    sets, reason = enumerate_parent_sets(
        scores,
        choice.selection,
        constraints=constraints,
        time_limit=_TRIAL_FOR_SETS if most is None else min(most, _TRIAL_FOR_SETS),
        memory_limit=memory // 4,
        threads=threads,
        executor=None,
        callbacks=None,
    )
    passed = time.perf_counter() - began
    name = "candidate parent sets"
    complete = reason == "completed"
    if complete:
        stages.append(PlannedStage(name, passed, most, f"{sets.n_sets:,} sets"))
        left = None if left is None else max(0.0, left - passed)
    else:
        stages.append(PlannedStage(name, None, most, _reach(sets, choice, passed, most)))
        left = None if left is None or most is None else left - most
        if choice.race is not None:
            most = None if left is None else choice.share_for_race * left
            stages.append(_search_on_scores(choice.race.entrants[0], scores, most))
            left = None if left is None or most is None else left - most
    proof = None
    if complete and isinstance(choice.method, Exact):
        proof = _expect_proof(sets, choice.method, left, int(MEMORY_OVER_SETS * memory), threads)
    stages.append(proof or _search_over(choice.method, left))
    return stages, sets


def _search_over(method: Method, most: float | None) -> PlannedStage:
    if method.proves:
        remark = "ends sooner with a proof; how soon depends on the data"
    elif method.completes:
        remark = "ends when it has done what it was asked to"
    else:
        remark = "uses all the time there is; a tenth goes into a bound"
    return PlannedStage(method.name, None, most, remark)


def _expect_proof(
    sets: ParentSets, method: Exact, most: float | None, memory: int, threads: int | None
) -> PlannedStage | None:
    """Return what a proof will take if a trial ends with one, or shows how many nodes it has."""
    if method.estimate_bytes(sets) > memory:
        return None
    trial = solve(sets, method, time_limit=_TRIAL_FOR_PROOF, memory_limit=memory, threads=threads)
    if trial.status is Status.OPTIMAL:
        return PlannedStage(method.name, trial.seconds, most, "with a proof")
    if sets.n_variables > _FORETOLD or BFBnB().estimate_bytes(sets) > memory:
        return None
    expected = forecast(sets, BFBnB(), start=trial.dag, time_limit=_TRIAL_FOR_FORECAST)
    if expected is None or (most is not None and expected.seconds > most):
        return None
    remark = f"about {expected.nodes:.1g} nodes of the order graph, with a proof"
    return PlannedStage(method.name, expected.seconds, most, remark)


def _reach(sets: ParentSets, choice: Choice, passed: float, most: float | None) -> str:
    """Say how far an enumeration will come that a trial did not finish."""
    evaluated = sum((sets.evaluations or {}).values())
    rate = evaluated / passed
    words = f"about {rate:,.0f} sets scored a second"
    if most is None or choice.selection is None or choice.selection.name != "sequential":
        return words
    size, total, others = 0, 0, sets.n_variables - 1
    while size < others:
        total += sets.n_variables * math.comb(others, size + 1)
        if total > rate * most:
            break
        size += 1
    return f"{words}: all of up to {size} parents or more"
