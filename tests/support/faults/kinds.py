"""Which operation fails: of the core, of Python's files, of the linear-program solver."""

import builtins
import errno
import io
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

import highspy

from dagwright import _core

__all__ = ["CORE_KINDS", "KINDS", "Fault"]


class Fault(ABC):
    """One kind of fault; the k-th operation of its kind fails."""

    @abstractmethod
    def at(self, k: int):
        """Return a context in which the k-th operation fails."""

    @property
    @abstractmethod
    def seen(self) -> int:
        """How many operations there were in the last context."""


class CoreFault(Fault):
    """In the C++ core; only in a Checked build."""

    def __init__(self, name: str) -> None:
        self._kind = getattr(_core.Fault, name)
        self._seen = 0

    @contextmanager
    def at(self, k: int) -> Iterator[None]:
        _core.fail_at(self._kind, k)
        try:
            yield
        finally:
            self._seen = _core.faults_seen(self._kind)
            _core.fail_at(self._kind, 0)

    @property
    def seen(self) -> int:
        return self._seen


class PythonFault(Fault):
    """An operation that Python code makes: what `patches` puts in its place counts."""

    def __init__(self) -> None:
        self._seen, self._fails = 0, 0

    @property
    def seen(self) -> int:
        return self._seen

    def strikes(self) -> bool:
        self._seen += 1
        return self._seen == self._fails

    @contextmanager
    def at(self, k: int) -> Iterator[None]:
        self._seen, self._fails = 0, k
        with ExitStack() as stack:
            for patch in self.patches():
                stack.enter_context(patch)
            yield

    @abstractmethod
    def patches(self) -> list:
        """Return what replaces the operations."""


class CallFault(PythonFault):
    """A function that fails with an error of the system, or with too little memory."""

    def __init__(self, *names: tuple[object, str], error: int) -> None:
        super().__init__()
        self._names, self._error = names, error

    def patches(self) -> list:
        return [
            mock.patch.object(owner, name, self._failing(owner, name))
            for owner, name in self._names
        ]

    def _failing(self, owner: object, name: str):
        real = getattr(owner, name)

        def call(*args, **options):
            if self.strikes():
                raise OSError(self._error, os.strerror(self._error))
            return real(*args, **options)

        return call


class ThreadFault(PythonFault):
    """A thread that Python starts and the system refuses."""

    def patches(self) -> list:
        real = threading.Thread.start

        def start(thread):
            if self.strikes():
                raise RuntimeError("can't start new thread")
            real(thread)

        return [mock.patch.object(threading.Thread, "start", start)]


class StreamFault(PythonFault):
    """Reading from or writing to a file that Python code has opened."""

    def __init__(self, *, writes: bool, error: int) -> None:
        super().__init__()
        self._writes, self._error = writes, error

    def patches(self) -> list:
        fault = self

        class Failing(io.FileIO):
            def write(self, data):
                fault.strike_if(writes=True)
                return super().write(data)

            def readinto(self, buffer):
                fault.strike_if(writes=False)
                return super().readinto(buffer)

            def readall(self):
                fault.strike_if(writes=False)
                return super().readall()

        real = io.open

        def opened(file, mode="r", *args, **options):
            if mode not in {"rb", "wb"}:
                return real(file, mode, *args, **options)
            raw = Failing(file, mode, closefd=options.get("closefd", True))
            return io.BufferedWriter(raw) if mode == "wb" else io.BufferedReader(raw)

        return [mock.patch.object(builtins, "open", opened), mock.patch.object(io, "open", opened)]

    def strike_if(self, *, writes: bool) -> None:
        if writes == self._writes and self.strikes():
            raise OSError(self._error, os.strerror(self._error))


class SolverFault(PythonFault):
    """A call of the solver goes wrong, once, or always afterwards.

    `what` is made of the solver after it has run: it may raise an error, or change the answer.
    """

    def __init__(self, what: str, *, stays: bool = False) -> None:
        super().__init__()
        self._what, self._stays = what, stays

    def strikes(self) -> bool:
        struck = super().strikes()
        return struck or (self._stays and 0 < self._fails <= self._seen)

    def patches(self) -> list:
        fault, what = self, self._what

        class Failing(highspy.Highs):
            broken = False

            def run(self):
                self.broken = fault.strikes()
                if self.broken and what == "memory":
                    raise MemoryError
                if self.broken and what == "error":
                    return highspy.HighsStatus.kError
                return super().run()

            def getModelStatus(self):  # noqa: N802
                names = {"unknown": "kUnknown", "time": "kTimeLimit", "error": "kSolveError"}
                if self.broken and what in names:
                    return getattr(highspy.HighsModelStatus, names[what])
                return super().getModelStatus()

            def getSolution(self):  # noqa: N802
                solution = super().getSolution()
                if self.broken:
                    _spoil(solution, what)
                return solution

        return [mock.patch.object(highspy, "Highs", Failing)]


def _spoil(solution, what: str) -> None:
    """Replace an answer by what no solver should say."""
    if what == "empty":
        solution.col_value, solution.row_dual = [], []
        return
    values = {"nan": float("nan"), "inf": float("inf"), "garbage": 1e300}
    if what in values:
        solution.col_value = [values[what]] * len(solution.col_value)
        solution.row_dual = [values[what]] * len(solution.row_dual)


CORE_KINDS: dict[str, Fault] = {}
if _core.checked:
    CORE_KINDS = {
        f"core: {name}": CoreFault(name)
        for name in ("allocation", "thread_start", "open", "read", "write", "sync", "rename")
    }

KINDS: dict[str, Fault] = {
    **CORE_KINDS,
    "thread": ThreadFault(),
    "open": CallFault((os, "open"), error=errno.EMFILE),
    "read": StreamFault(writes=False, error=errno.EIO),
    "write": StreamFault(writes=True, error=errno.ENOSPC),
    "sync": CallFault((os, "fsync"), error=errno.EIO),
    "rename": CallFault((os, "replace"), (os, "link"), error=errno.EACCES),
    **{
        f"solver: {what}": SolverFault(what)
        for what in ("memory", "error", "unknown", "time", "nan", "inf", "garbage", "empty")
    },
    **{
        f"solver: always {what}": SolverFault(what, stays=True)
        for what in ("error", "unknown", "nan", "garbage", "empty")
    },
}

assert sys.platform == "linux", "descriptors and threads are counted in /proc"
