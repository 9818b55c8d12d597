"""Work on an executor: threads, processes, a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from dagwright.errors import ResourceError

__all__ = ["WorkersLostError", "count_workers", "run_on_executor", "share_with_workers"]

_LOOK_EVERY = 0.05  # seconds
_AHEAD = 2  # calls submitted per worker: one that it works on, and one that waits
_AT_LEAST = 16  # calls submitted, for an executor that does not tell how many workers it has


class WorkersLostError(ResourceError):
    """A worker ended, and with it the executor: killed, or for want of memory."""

    def __init__(self) -> None:
        super().__init__(
            "a worker process ended before its work did, as if killed or out of memory: take "
            "fewer workers, or less memory (memory_limit=)"
        )


def count_workers(executor: Executor) -> int:
    """Return how many tasks an executor runs at once; there is no common way to ask for it."""
    client: Any = getattr(executor, "_client", None)  # Dask
    if hasattr(client, "nthreads"):
        return max(1, int(sum(client.nthreads().values())))
    return getattr(executor, "_max_workers", None) or 1


def share_with_workers(executor: Executor, job: Any) -> Any:
    """Send the job to every worker of Dask once; other executors get it with each task."""
    client: Any = getattr(executor, "_client", None)
    return client.scatter(job, broadcast=True) if hasattr(client, "scatter") else job


def run_on_executor(
    executor: Executor,
    work: Callable[..., Any],
    calls: Iterable[tuple[Any, ...]],
    should_stop: Callable[[], bool],
) -> Iterator[tuple[int, Future[Any]]]:
    """Yield the position of each call and its finished future, as they come.

    Workers hand results over a queue, which an interrupt leaves intact wherever it strikes;
    `concurrent.futures.wait` holds the locks of all futures meanwhile, so that one would deadlock.
    Few calls are submitted at a time: the rest need not be taken back.

    Parameters
    ----------
    work, calls
        What is called, and the arguments of each call.
    should_stop
        Asked at least every 50 ms; if it says yes, nothing more is submitted or waited for.

    Raises
    ------
    WorkersLostError
        If the executor broke, after all calls that had ended were yielded.
    """
    most = max(_AT_LEAST, _AHEAD * count_workers(executor))
    ended: SimpleQueue[int] = SimpleQueue()
    pending: dict[int, Future[Any]] = {}
    waiting = iter(enumerate(calls))
    try:
        while True:
            for position, arguments in islice(waiting, most - len(pending)):
                pending[position] = _submit(executor, work, arguments)
                pending[position].add_done_callback(partial(_hand_over, ended, position))
            if not pending:
                return
            try:
                position = ended.get(timeout=_LOOK_EVERY)
            except Empty:
                if should_stop():
                    return
                continue
            future = pending.pop(position)
            stop = should_stop()
            if isinstance(future.exception(), BrokenExecutor):
                # Ctrl-C in a terminal reaches processes too, and ends those that were idle.
                if stop:
                    return
                raise WorkersLostError from future.exception()
            yield position, future
            if stop:
                return
    finally:
        for future in pending.values():
            future.cancel()


def _submit(
    executor: Executor, work: Callable[..., Any], arguments: tuple[Any, ...]
) -> Future[Any]:
    """Return the future of a call, with the error of an executor that broke before it."""
    try:
        return executor.submit(work, *arguments)
    except BrokenExecutor as error:
        failed: Future[Any] = Future()
        failed.set_exception(error)
        return failed


def _hand_over(ended: SimpleQueue[int], position: int, future: Future[Any]) -> None:
    del future
    ended.put(position)
