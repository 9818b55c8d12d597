"""An executor of threads that makes do with those that the system lets it start."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

__all__ = ["OwnThreads"]

_Call = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class OwnThreads(Executor):
    """Like `ThreadPoolExecutor`, which fails where a limit on processes leaves it fewer threads.

    Without any thread, calls are made where they are submitted.

    Parameters
    ----------
    most
        Threads to start.
    """

    def __init__(self, most: int) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._threads: list[Thread] = []
        with suppress(RuntimeError):  # the system refuses another one
            for _ in range(most):
                thread = Thread(target=self._work)
                thread.start()
                self._threads.append(thread)
        self._max_workers = max(1, len(self._threads))  # by the name that all executors use

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call."""
        future: Future[Any] = Future()
        if self._threads:
            self._calls.put((future, fn, args, kwargs))
        else:
            _make(future, fn, args, kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let threads end once their calls are made, or at once those that have not begun one."""
        with suppress(Empty):
            while cancel_futures:
                call = self._calls.get_nowait()
                if call is not None:
                    call[0].cancel()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            _make(*call)


def _make(
    future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = fn(*args, **kwargs)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
