"""What `learn` would do, and what it would cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from dagwright.constraints import Constraints
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.core_table import bytes_for_scoring
from dagwright.data.options import TableWords, takes_table_words
from dagwright.errors import DagwrightError
from dagwright.memory import call_within, format_memory, lacks_are_resource_errors
from dagwright.parents import Selection
from dagwright.running import Callback, CallbackChain, Control, Limits, TimeLimit
from dagwright.scores import CustomScore, Score
from dagwright.search import Method, Result
from dagwright.strategy.price import Price
from dagwright.strategy.runner import Prepared, prepare
from dagwright.strategy.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Plan", "plan", "plan_table"]


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
        Each stage with `name`, `seconds` (about; None if unknown), `most_seconds` and
        `most_iterations` (its limits) and a `remark`.
    seconds
        About how long it takes; None if unknown, then only `most_seconds` is known.
    most_seconds
        The time limit.
    most_iterations
        The limit on iterations; None for none.
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
    stages: tuple[Price, ...]
    most_seconds: float | None
    memory: int
    most_memory: int
    fits: bool
    warnings: tuple[str, ...] = ()
    most_iterations: int | None = None
    _prepared: Prepared | None = field(default=None, repr=False, compare=False)

    @lacks_are_resource_errors()
    def learn(self, *, callbacks: Callback | Iterable[Callback] | None = None) -> Result:
        """Do the work, without doing again what trials have finished already.

        Numbers that a trial has cut, candidate sets that it has completed, the best network and the
        bounds that it has found are used; not with a number of `iterations`, of which the result
        depends on nothing that a clock has ended.

        Examples
        --------
        >>> import dagwright as dw
        >>> plan = dw.plan({"rain": [0, 1] * 30, "wet": [0, 1] * 29 + [1, 1]})
        >>> str(plan.learn().status)
        'optimal'
        """
        if self._prepared is None:
            raise DagwrightError("this plan was pickled without its table; call learn instead")
        task = self._prepared.task
        limits = Limits(seconds=self.most_seconds, iterations=self.most_iterations)
        control = Control("", limits, callbacks=CallbackChain(callbacks))
        return replace(self._prepared, task=task.again(control)).run()

    def __getstate__(self) -> dict[str, Any]:
        # A plan travels without its table, which may be large.
        return {**self.__dict__, "_prepared": None}

    @property
    def seconds(self) -> float | None:
        """About how long it takes; None if unknown."""
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
        total = _duration(self.seconds, self.most_seconds, self.most_iterations)
        yield f"{total[0].upper()}{total[1:]}."
        width = max(len(stage.name) for stage in self.stages)
        for stage in self.stages:
            duration = _duration(stage.seconds, stage.most_seconds, stage.most_iterations)
            yield f"{stage.name:{width}}  {duration}  ({stage.remark})"
        needed, limit = format_memory(self.memory), format_memory(self.most_memory)
        yield f"Memory: {needed} or more, at most {limit}."
        if not self.fits:
            yield "That is too little for the search: learn will refuse this."

    def __str__(self) -> str:
        return self.explain()


@takes_table_words
@lacks_are_resource_errors()
def plan(
    data: Dataset | str | PathLike[str] | Any,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "auto",
    selection: Selection | str = "auto",
    constraints: Constraints | None = None,
    time_limit: TimeLimit = "auto",
    iterations: int | None = None,
    memory_limit: int | str | None = None,
    threads: int | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    options: TableOptions | None = None,
    **words: Unpack[TableWords],
) -> Plan:
    """Say what `learn` would choose with the same arguments, and estimate what it would cost.

    Rates come from trials of a second or two on the data itself.

    Parameters
    ----------
    data, score, method, selection, constraints
        As for `learn`.
    time_limit, iterations, memory_limit, threads, seed
        As for `learn`.
    callbacks
        As for `learn`; they see the trials.
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
    settings = Settings(
        score=score,
        method=method,
        selection=selection,
        constraints=constraints,
        time_limit=time_limit,
        iterations=iterations,
        memory_limit=memory_limit,
        threads=threads,
        callbacks=callbacks,
        seed=seed,
    )
    control = settings.start_clock()
    table = call_within(memory_limit, as_dataset, data, options, **words)
    return plan_table(table, control, settings)


@lacks_are_resource_errors()
def plan_table(table: Dataset, control: Control, settings: Settings) -> Plan:
    """Plan for a table that was read since `Settings.start_clock` made the control."""
    prepared = prepare(table, control, settings)
    task, choice = prepared.task, prepared.choice
    if settings.iterations is not None:
        task = task.again(control)  # trials end by the clock: nothing of them may stay
    with control:
        stages = prepared.schedule.price(task)
        if control.is_interrupted:
            raise KeyboardInterrupt  # half of an estimate would mislead
        task.drop_scores()  # the plan may be kept for long
        control.product = found = Plan(
            method=task.method or choice.method,
            selection=choice.selection,
            first=choice.entrants,
            reasons=prepared.schedule.reasons(task),
            stages=stages,
            most_seconds=settings.limits.seconds,
            most_iterations=settings.iterations,
            memory=sum(stage.bytes for stage in stages) + bytes_for_scoring(task.table),
            most_memory=task.memory.whole,
            fits=all(stage.fits for stage in stages),
            warnings=(*task.table.warnings, *task.limits.warnings(task.table.names)),
            _prepared=prepared,
        )
    return found


def _duration(seconds: float | None, most: float | None, iterations: int | None) -> str:
    if seconds is not None:
        return f"about {seconds:.2g} s"
    limits = [] if iterations is None else [f"{iterations:,} iterations"]
    limits += [] if most is None else [f"{most:.3g} s"]
    return f"at most {' or '.join(limits)}" if limits else "no estimate, no limit"
