"""The front door: from a table to a network."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.data import Dataset, Discretizer, read_data
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.parents import Constraints, ParentSets, Selection, enumerate_parent_sets
from dagwright.running import Callback, check_time_limit
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search import (
    MINOBS,
    Exact,
    HillClimbing,
    Method,
    Problem,
    Result,
    StopReason,
    resolve_method,
    solve,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["as_dataset", "learn"]

_AUTO_RESTARTS = 200
_MOST_FOR_EXACT = 64  # variables; beyond, better networks are worth more than a proof
_MOST_FOR_SEQUENTIAL = 100  # variables; beyond, all pairs of parents are too many to begin with
_SHARE_FOR_SETS = 0.5  # of the time; what they leave goes to the search
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
    start: Dag | Sequence[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    discretize: Discretizer | str | None = None,
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
        A method, its name, or ``"auto"``: `Exact` up to 64 variables, `MINOBS` beyond, and
        `HillClimbing` with 200 restarts for a score that is a function of yours.
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
        A network to start from, or, for methods that search over candidate sets, an order.
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

    Returns
    -------
    Result
        The best network found.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn({"rain": [0, 0, 1, 1] * 9, "wet": [0, 0, 1, 1] * 9, "coin": [0, 1] * 18})
    >>> result.dag.cpdag().undirected
    (('rain', 'wet'),)
    """
    check_time_limit(time_limit)
    clock = _Clock(time_limit)
    table = as_dataset(data, discretize)
    memory = resolve_memory(memory_limit)
    watchers = (callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks or ())
    # The memo turns memory into speed while sets are found; the search then gets its memory.
    scores = LocalScores(table, score, memory_limit=memory // 2)
    search = _choose_method(method, scores)
    problem: Problem = scores
    interrupted, clocked, notes = False, False, table.notes
    if search.needs == "parent sets":
        began = time.perf_counter()
        problem, reason = enumerate_parent_sets(
            scores,
            _choose_selection(selection, table),
            constraints=constraints,
            time_limit=clock.left(_SHARE_FOR_SETS),
            memory_limit=memory // 4,
            threads=threads,
            executor=executor,
            callbacks=watchers,
        )
        scores = LocalScores(table, score, memory_limit=memory // 2)  # and an empty memo
        interrupted, clocked = reason == "interrupted", reason in {"interrupted", "time"}
        notes = (*notes, *problem.notes, _describe(problem, time.perf_counter() - began))
    elif selection != "auto" or executor is not None:
        raise DagwrightError(
            f"{search.name} takes scores as they come: selection and executor are for methods that "
            "search over candidate parent sets"
        )
    result = solve(
        problem,
        search,
        time_limit=_GRACE_SECONDS if interrupted else clock.left(),
        memory_limit=memory // 4 if problem is scores else memory * 5 // 8,
        constraints=constraints,
        start=start,
        threads=threads,
        callbacks=watchers,
        seed=seed,
    )
    # A result of learn knows its data, whatever was searched.
    return replace(
        result,
        stop_reason=StopReason.INTERRUPTED if interrupted else result.stop_reason,
        notes=(*notes, *result.notes),
        clocked=clocked,
        problem=scores,
    )


class _Clock:
    """How much is left of a time limit."""

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._began = time.perf_counter()

    def left(self, share: float = 1.0) -> float | None:
        if self._limit is None:
            return None
        return max(0.0, share * (self._limit - (time.perf_counter() - self._began)))


def _choose_method(method: Method | str, scores: LocalScores) -> Method:
    if method != "auto":
        return resolve_method(method)
    if not isinstance(scores.score, Score):
        return HillClimbing(restarts=_AUTO_RESTARTS)  # Python functions are too slow for more
    return Exact() if len(scores.names) <= _MOST_FOR_EXACT else MINOBS()


def _choose_selection(selection: Selection | str, data: Dataset) -> Selection | str:
    if selection != "auto":
        return selection
    return "sequential" if data.n_variables <= _MOST_FOR_SEQUENTIAL else "independence"


def _describe(sets: ParentSets, seconds: float) -> str:
    return f"candidate parent sets: {sets.n_sets:,} in {seconds:.1f} s"


def as_dataset(data: Any, discretize: Discretizer | str | None) -> Dataset:
    """Return the table that a user's object or path stands for."""
    if isinstance(data, Dataset) and discretize is None:
        return data
    if isinstance(data, (str, PathLike)):
        return read_data(data, discretize=discretize)
    return Dataset.from_frame(data, discretize=discretize)
