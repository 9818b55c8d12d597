"""The front door: from a table to a network."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from typing import Any

from dagwright.data import Dataset, Discretizer, read_data
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.parents import Constraints
from dagwright.running import Callback, check_time_limit
from dagwright.scores import CustomScore, LocalScores, Score
from dagwright.search import HillClimbing, Method, Result, solve

__all__ = ["learn"]

_AUTO_RESTARTS = 200


def learn(
    data: Dataset | str | PathLike[str] | Any,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "auto",
    constraints: Constraints | None = None,
    time_limit: float | None = 60,
    memory_limit: int | str | None = None,
    start: Dag | None = None,
    threads: int | None = None,
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
        A method, its name, or ``"auto"``: hill climbing with 200 restarts.
    constraints
        What every network must respect.
    time_limit
        Seconds; None for no limit.
    memory_limit
        Bytes (or ``"2G"``) for everything; by default half of what is free.
    start
        A network to start from.
    threads
        Number of threads, by default one a core. It never changes the result.
    callbacks
        One or several `Callback`, e.g. `ProgressDisplay()`.
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
    began = time.perf_counter()
    table = _as_dataset(data, discretize)
    memory = resolve_memory(memory_limit)
    search = HillClimbing(restarts=_AUTO_RESTARTS) if method == "auto" else method
    # The memo turns memory into speed; the search itself needs little.
    scores = LocalScores(table, score, memory_limit=memory * 3 // 4)
    spent = time.perf_counter() - began
    result = solve(
        scores,
        search,
        time_limit=None if time_limit is None else max(0.0, time_limit - spent),
        memory_limit=memory // 4,
        constraints=constraints,
        start=start,
        threads=threads,
        callbacks=callbacks,
        seed=seed,
    )
    return replace(result, notes=(*table.notes, *result.notes))


def _as_dataset(data: Any, discretize: Discretizer | str | None) -> Dataset:
    if isinstance(data, Dataset) and discretize is None:
        return data
    if isinstance(data, (str, PathLike)):
        return read_data(data, discretize=discretize)
    return Dataset.from_frame(data, discretize=discretize)
