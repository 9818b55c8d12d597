"""The front door: from a table to a network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.choice import SHARE_FOR_CUTS, choose, least_limit
from dagwright.cutting import MOST_ROUNDS, cut_and_learn
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.options import TableWords, takes_table_words
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.learning import Learning, limits_of
from dagwright.memory import resolve_memory
from dagwright.network import read_structure
from dagwright.parents import Constraints, Selection
from dagwright.race import one_after_the_other
from dagwright.running import Callback, Checkpoint, Clock
from dagwright.scores import CustomScore, LocalScores, Score, resolve_score
from dagwright.search import Method, Result, StopReason, Timing, check_resumes
from dagwright.search.asked import asked_for
from dagwright.search.claims import given_the_cuts

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

__all__ = ["learn", "learn_table"]


@takes_table_words
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
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
    options: TableOptions | None = None,
    **words: Unpack[TableWords],
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
    checkpoint
        A file, or a `Checkpoint`, in which the search keeps its state, and beside it candidate
        parent sets; the same call goes on from it. Only for methods that can do this, see `solve`;
        name one, for ``"auto"`` may choose others.
    options
        What you say about the table.
    **words
        The fields of `TableOptions`, one by one. Numbers that you do not cut yourself are cut so
        that the intervals follow the network: `Result.table` is the table as it was cut.

    Returns
    -------
    Result
        The best network found; `Result.explain` says what was chosen, why, and how good it is.

    Examples
    --------
    >>> import dagwright as dw
    >>> rain, wet = [0, 0, 1, 1] * 9, [0, 0, 1, 1] * 8 + [0, 1, 1, 1]
    >>> result = dw.learn({"rain": rain, "wet": wet, "coin": [0, 1] * 18})
    >>> result.dag.cpdag().undirected
    (('rain', 'wet'),)
    """
    asked = asked_for(learn, locals())
    clock = Clock(least_limit(time_limit))
    table = as_dataset(data, options, **words)
    return learn_table(
        table,
        clock=clock,
        asked=asked,
        score=score,
        method=method,
        selection=selection,
        constraints=constraints,
        memory_limit=memory_limit,
        start=start,
        threads=threads,
        executor=executor,
        callbacks=callbacks,
        seed=seed,
        checkpoint=checkpoint,
    )


def learn_table(
    table: Dataset,
    *,
    clock: Clock,
    asked: Mapping[str, Any],
    score: Score | CustomScore | str,
    method: Method | str,
    selection: Selection | str,
    constraints: Constraints | None,
    memory_limit: int | str | None,
    start: Dag | Sequence[str] | str | PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    checkpoint: Checkpoint | str | PathLike[str] | None = None,
    cutting_rounds: int = MOST_ROUNDS,
) -> Result:
    """Learn from a table that is there: cut its numbers, then search; see `learn`.

    Parameters
    ----------
    clock
        Runs since the call began, and knows its limit.
    asked
        What the caller was asked for beyond its defaults.
    cutting_rounds
        How often numbers are cut again at most.
    """
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
    if constraints is not None:
        constraints.check_names(table.names, table.columns)
    if isinstance(start, (str, PathLike)):
        start = read_structure(start)
    timings = [Timing("table", clock.passed(), f"{table.n_rows:,} rows")]
    chance: list[str] = []
    watchers = (callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks or ())
    first: Result | None = None
    if table.provisional:
        began = clock.passed()
        cut = cut_and_learn(
            table,
            scoring,
            limits_of(constraints, choice.selection),
            time_limit=clock.left(SHARE_FOR_CUTS),
            memory_limit=memory // 2,
            threads=threads,
            callbacks=watchers,
            seed=seed,
            rounds=cutting_rounds,
        )
        table = cut.table
        # A score of which cutting made no use says nothing about its network.
        first = cut.found if cut.found is not None and cut.found.scoring == scoring else None
        timings.append(Timing("cuts", clock.passed() - began, "; ".join(cut.remarks)))
        chance += cut.irreproducible
    run = Learning(
        table=table,
        scoring=scoring,
        choice=choice,
        clock=clock,
        memory=memory,
        memory_limit=memory_limit,
        constraints=constraints,
        threads=threads,
        executor=executor,
        callbacks=watchers,
        seed=seed,
        checkpoint=check_resumes(checkpoint, choice.method),
        timings=timings,
        chance=chance,
    )
    if first is not None and first.stop_reason is StopReason.INTERRUPTED:
        result = replace(first, irreproducible=(*chance, *first.irreproducible))
    else:
        result = run.search(start)
        if first is not None and result.stop_reason is StopReason.TIME:
            # Too little time must not cost what cutting had found already.
            result = one_after_the_other(first, result, clock.passed() - result.seconds)
    # A result of learn knows its data, whatever was searched.
    known = isinstance(result.problem, LocalScores)
    result = replace(
        result,
        notes=(*table.notes, *result.notes),
        warnings=(*table.warnings, *result.warnings),
        asked=asked,
        scoring=scoring,  # which sets that were kept beside a checkpoint may not know
        problem=result.problem if known else run.make_scores(),
        reasons=choice.explain(searches_dags=run.raced),
        timings=tuple(run.timings),
    )
    return given_the_cuts(result) if table.numbers else result
