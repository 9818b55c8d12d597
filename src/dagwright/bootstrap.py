"""How sure the edges of a network are: learn it again from resampled data."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from dagwright import _core
from dagwright.constraints import Constraints
from dagwright.data import Dataset, TableOptions, as_dataset
from dagwright.data.core_table import bytes_for_scoring
from dagwright.data.options import TableWords, takes_table_words
from dagwright.errors import DagwrightError
from dagwright.evaluate.edge_confidence import EdgeConfidence
from dagwright.evaluate.resample import resample
from dagwright.graph import Dag
from dagwright.memory import (
    call_within,
    lacks_are_resource_errors,
    resolve_memory,
)
from dagwright.parents import Selection
from dagwright.running import (
    Callback,
    CallbackChain,
    Control,
    OwnThreads,
    Progress,
    WorkersLostError,
    check_time_limit,
    count_workers,
    resolve_threads,
    run_on_executor,
    share_with_workers,
)
from dagwright.scores import CustomScore, Score
from dagwright.search import Method, StopReason, resolve_method
from dagwright.search.solve import check_seed
from dagwright.strategy.cutting import ENDED_CUTTING
from dagwright.strategy.runner import prepare
from dagwright.strategy.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["bootstrap"]

_STAGE, _UNITS = "bootstrap", ("networks", "networks")


@takes_table_words
@lacks_are_resource_errors()
def bootstrap(
    data: Dataset | str | PathLike[str] | Any,
    repetitions: int = 100,
    *,
    score: Score | CustomScore | str = "bic",
    method: Method | str = "hill-climbing",
    selection: Selection | str = "auto",
    constraints: Constraints | None = None,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    options: TableOptions | None = None,
    **words: Unpack[TableWords],
) -> EdgeConfidence:
    """Learn a network from each of many resampled tables and count their edges.

    A bootstrap sample has as many rows as the table, drawn from it with replacement. An edge that
    is in nearly all networks does not depend on a few rows [1]_. Directions are counted as far
    as the data and the constraints determine them: see `EdgeConfidence`.

    Ctrl-C ends it early with the networks that are finished.

    Parameters
    ----------
    data
        As for `learn`.
    repetitions
        How many networks.
    score, method, selection, constraints
        As for `learn`, for each network. Many quick searches tell more than a few long ones.
    time_limit
        Seconds for each network; None for no limit. With one, the answer depends on the machine.
    memory_limit
        Bytes (or ``"2G"``) for everything on this machine; by default half of what is free.
    threads
        How many networks are learned at once, by default one per core; results do not depend on it.
    executor
        Where networks are learned instead of on threads: any `concurrent.futures.Executor`, such
        as a process pool or that of a Dask client.
    callbacks
        One or several `Callback`; a work item is a network.
    seed
        The same seed gives the same samples and networks.
    options, **words
        What you say about the table, as for `learn`. Numbers that you do not cut otherwise are cut
        again in each sample, so that the cuts are as uncertain as the edges.

    Returns
    -------
    EdgeConfidence
        The share of networks that have each edge; `EdgeConfidence.average` makes a network of it.

    References
    ----------
    .. [1] N. Friedman, M. Goldszmidt, A. Wyner. Data analysis with Bayesian networks: a bootstrap
       approach. UAI 1999.

    Examples
    --------
    >>> import dagwright as dw
    >>> sample = dw.load_network("asia").sample(1000, seed=1)
    >>> confidence = dw.bootstrap(sample, repetitions=20, seed=1)
    >>> confidence.skeleton[frozenset({"bronc", "dysp"})]
    1.0
    >>> confidence.average(threshold=0.7)
    <Dag: 8 variables, 7 edges>
    """
    if isinstance(repetitions, bool) or not isinstance(repetitions, int) or repetitions < 1:
        raise DagwrightError(f"repetitions={repetitions!r}: give a whole number from 1")
    check_seed(seed)
    check_time_limit(time_limit)
    table = call_within(memory_limit, as_dataset, data, options, **words).with_open_cuts()
    limits = (constraints or Constraints()).resolve(table.names, table.columns)
    if method != "auto":
        resolve_method(
            method, others=["auto"]
        )  # a mistake in it would else be found on some worker
    workers = resolve_threads(threads) if executor is None else count_workers(executor)
    memory = resolve_memory(memory_limit).without(bytes_for_scoring(table))
    settings = Settings(
        score=score,
        method=method,
        selection=selection,
        constraints=limits,
        time_limit=time_limit,
        memory_limit=memory.share(1 / workers),
        threads=1,
        seed=seed,
    )
    control = Control(_STAGE, callbacks=CallbackChain(callbacks), units=_UNITS)
    control.core.report_work(0, repetitions)
    with control:
        samples, lost = _Round(_Job(table, settings), repetitions, control).run(executor, workers)
        networks = [sample.dag for sample in samples]
        notes = table.notes
        if len(networks) < repetitions:
            notes = (*notes, f"stopped after {len(networks)} of {repetitions} repetitions")
        confidence = EdgeConfidence.of(
            networks,
            constraints=limits,
            notes=notes,
            warnings=(
                *lost,
                *_cuts_kept(samples),
                *table.warnings,
                *limits.warnings(table.names),
            ),
        )
        control.product = confidence
    return confidence


class _Sample(NamedTuple):
    """The network of one sample."""

    dag: Dag
    cuts_kept: bool
    """Whether the clock ended the search for cuts of its own."""


def _cuts_kept(samples: list[_Sample]) -> list[str]:
    """Return a warning if time was too short to cut each sample again."""
    kept = sum(sample.cuts_kept for sample in samples)
    if not kept:
        return []
    return [
        f"in {kept} of {len(samples)} samples the time limit ended the cutting of numbers, so that "
        "the cuts are less uncertain there than they are"
    ]


@dataclass(frozen=True)
class _Job:
    """All that learning one of the networks takes; it can be sent to another process."""

    data: Dataset
    settings: Settings
    stop: Event | None = None
    """Set to end searches early; only threads share it."""

    def learn(self, number: int) -> _Sample | None:
        """Return what was learned from a sample, None if it was interrupted."""
        watcher = None if self.stop is None else _StopWhen(self.stop)
        seed = self.settings.seed
        sample = resample(self.data, seed, number)
        settings = replace(self.settings, seed=(seed + number) % 2**64, callbacks=watcher)
        result = prepare(sample, settings.start_clock(), settings, cutting_rounds=1).run()
        if result.stop_reason is StopReason.INTERRUPTED:
            return None
        return _Sample(result.dag, any(ENDED_CUTTING in why for why in result.irreproducible))


class _StopWhen(Callback):
    def __init__(self, stop: Event) -> None:
        self._stop = stop

    def on_progress(self, progress: Progress) -> bool:  # noqa: ARG002
        return self._stop.is_set()


@dataclass(frozen=True)
class _Round:
    """All repetitions, and who watches them."""

    job: _Job
    repetitions: int
    control: Control

    def run(self, executor: Executor | None, workers: int) -> tuple[list[_Sample], list[str]]:
        """Return the networks of all repetitions, or of those finished before a stop.

        If that was because workers were lost, the second value says so.
        """
        stop = Event()
        networks: list[_Sample] = []
        lost: list[str] = []
        with ExitStack() as stack:
            if executor is None:
                executor = stack.enter_context(OwnThreads(workers))
                job: Any = replace(self.job, stop=stop)
            else:
                job = share_with_workers(executor, self.job)
            stack.callback(stop.set)  # before the threads are waited for
            try:
                self._collect(executor, job, networks)
            except WorkersLostError as error:
                if not networks:
                    raise
                lost.append(f"only {len(networks)} of {self.repetitions} repetitions: {error}")
        if not networks and self.control.is_interrupted and _core.is_interrupted():
            raise KeyboardInterrupt
        if not networks:
            raise DagwrightError("stopped before the first network was finished")
        return networks, lost

    def _collect(self, executor: Executor, job: Any, networks: list[_Sample]) -> None:
        """Add networks as they come, in any order, until a person or a callback ends it."""
        calls = ((job, number) for number in range(self.repetitions))
        ended = self.control.should_stop_by_hand
        for _, future in run_on_executor(executor, _learn, calls, ended):
            found = future.result()
            networks += [] if found is None else [found]
            self.control.core.report_iterations(1)
            self.control.core.report_work(len(networks), self.repetitions)


def _learn(job: _Job, number: int) -> _Sample | None:
    return job.learn(number)
