"""The front door: from a table to a network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.constraints import Constraints
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.options import TableWords, takes_table_words
from dagwright.graph import Dag
from dagwright.memory import call_within, lacks_are_resource_errors
from dagwright.parents import Selection
from dagwright.running import Callback, Checkpoint, Control, TimeLimit
from dagwright.scores import CustomScore, Score
from dagwright.search import Method, Result
from dagwright.strategy.runner import prepare
from dagwright.strategy.settings import LEAST_SECONDS, Settings

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

__all__ = ["learn", "learn_table"]


@takes_table_words
@lacks_are_resource_errors()
def learn(
    data: Dataset | str | PathLike[str] | Any,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "auto",
    selection: Selection | str = "auto",
    constraints: Constraints | None = None,
    time_limit: TimeLimit = "auto",
    iterations: int | None = None,
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
        `HillClimbing` with 200 restarts for a score that is a Python function. `plan` says what
        that means for a table.
    selection
        How candidate parent sets are found, for methods that search over them: `Sequential`,
        `Greedy`, `Independence`, a name, or ``"auto"``: sequential, and by independence where
        there are more than 100 variables.
    constraints
        What every network must respect.
    time_limit
        Seconds, at least 0.3; None for no limit. By default 60, and none if `iterations` is given.
        Candidate parent sets take half of it at most.
    iterations
        The most iterations of all the work: a budget whose result does not depend on a clock.
        A move of a search is one, and so is a set scored for each variable while candidate sets are
        found. The stages share them as they share the time.
    memory_limit
        Bytes (or ``"2G"``) for everything; by default half of what is free.
    start
        A network to start from, the path of a file that `read_structure` reads, or, for methods
        that search over candidate sets, an order.
    threads
        Number of threads, by default one per core; results do not depend on it.
    executor
        Where candidate parent sets are found instead of on threads; see `find_parent_sets`.
    callbacks
        One or several `Callback`, e.g. `ProgressDisplay()`; they see every stage start and end.
    seed
        The same seed gives the same result, unless a clock or a person stops the search.
    checkpoint
        A file, or a `Checkpoint`, in which the search keeps its state, and beside it candidate
        parent sets; the same call resumes from it. For ``"auto"``, and for methods that resume, see
        `solve`. What runs before took counts towards the limits.
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
    settings = Settings(
        score=score,
        method=method,
        selection=selection,
        constraints=constraints,
        time_limit=time_limit,
        iterations=iterations,
        memory_limit=memory_limit,
        start=start,
        threads=threads,
        executor=executor,
        callbacks=callbacks,
        seed=seed,
        checkpoint=checkpoint,
    )
    control = settings.start_clock()
    table = call_within(memory_limit, as_dataset, data, options, **words)
    return learn_table(table, control, settings)


def learn_table(table: Dataset, control: Control, settings: Settings) -> Result:
    """Learn from a table that was read since `Settings.start_clock` made the control."""
    control.leave_at_least(LEAST_SECONDS)
    return prepare(table, control, settings).run()
