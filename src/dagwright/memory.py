"""How much memory there is, and how people write amounts of it."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ParamSpec, TypeVar

from dagwright import cgroups
from dagwright.errors import ResourceError

__all__ = [
    "FreeMemory",
    "MemoryLimit",
    "available_memory",
    "call_within",
    "format_memory",
    "free_memory",
    "is_available",
    "lacks_are_resource_errors",
    "least_amount",
    "parse_memory",
    "peak_memory",
    "physical_memory",
    "resolve_memory",
]

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_ASSUMED = 4 * 2**30  # where the system does not tell
_LEAST = 2**20  # less is lost in what the interpreter takes now and then
_MOST = 2**62  # more than any machine has, and what the core can count
_ALWAYS_THERE = 2**16  # so little that asking the system takes longer than using it


@dataclass(frozen=True)
class FreeMemory:
    """How much memory the process can take, and what keeps it from more.

    Attributes
    ----------
    size
        In bytes.
    limited_by
        In words; empty if it is what the machine has left.
    """

    size: int
    limited_by: str = ""


def free_memory(root: str | os.PathLike[str] = "/") -> FreeMemory:
    """Return what the process can take without swapping and without reaching one of its limits.

    Parameters
    ----------
    root
        Where ``proc`` and the control groups are looked for.
    """
    found = [FreeMemory(_free_on_machine(Path(root)))]
    group = cgroups.memory_left(root)
    if group is not None:
        found.append(FreeMemory(group, "limit of the container or job"))
    found += _process_limits(Path(root))
    return min(found, key=lambda free: free.size)


def available_memory() -> int:
    """Return the bytes that the process can take; see `free_memory`."""
    return free_memory().size


def is_available(size: int) -> bool:
    """Tell whether the process can take this many bytes."""
    return size <= _ALWAYS_THERE or size <= available_memory()


def _free_on_machine(root: Path) -> int:
    try:
        meminfo = (root / "proc/meminfo").read_text(encoding="ascii")
    except (OSError, ValueError):
        return physical_memory() // 2
    match = re.search(r"^MemAvailable:\s+(\d+) kB", meminfo, re.MULTILINE)
    return int(match.group(1)) * 1024 if match else _ASSUMED


def _process_limits(root: Path) -> Iterator[FreeMemory]:
    """Yield what is left under the limits that a shell sets by ulimit."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    try:
        pages = [int(word) for word in (root / "proc/self/statm").read_text("ascii").split()]
    except (OSError, ValueError):
        pages = []
    for kind, position, option in (("RLIMIT_AS", 0, "-v"), ("RLIMIT_DATA", 5, "-d")):
        limit, _ = resource.getrlimit(getattr(resource, kind))
        if limit == resource.RLIM_INFINITY:
            continue
        used = pages[position] * resource.getpagesize() if position < len(pages) else 0
        yield FreeMemory(max(0, limit - used), f"limit of the process, ulimit {option}")


def physical_memory() -> int:
    """Return the bytes that the machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2 * _ASSUMED


def parse_memory(amount: int | str) -> int:
    """Return an amount of memory in bytes.

    Examples
    --------
    >>> from dagwright.memory import parse_memory
    >>> parse_memory("512M"), parse_memory("1.5 GB"), parse_memory(4096)
    (536870912, 1610612736, 4096)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?\s*", str(amount).upper())
    if not match or isinstance(amount, bool):
        raise ResourceError(f"memory_limit={amount!r}: give bytes or an amount such as 512M or 8G")
    return int(min(_MOST, float(match.group(1)) * _UNITS[match.group(2)]))


def format_memory(size: float) -> str:
    """Return an amount of memory as people write it.

    Examples
    --------
    >>> from dagwright.memory import format_memory
    >>> format_memory(900), format_memory(1536), format_memory(3 * 2**30)
    ('900 B', '1.5 KB', '3 GB')
    """
    unit, larger = "B", ["TB", "GB", "MB", "KB"]
    while size >= 1024 and larger:
        size /= 1024
        unit = larger.pop()
    return f"{size:.3g} {unit}" if size < 999.5 else f"{size:.0f} {unit}"


def peak_memory() -> int | None:
    """Return the most bytes that this process has held at once; None where unknown."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def least_amount(size: float) -> str:
    """Return an amount of at least this many bytes, as a user would type it.

    Examples
    --------
    >>> from dagwright.memory import least_amount
    >>> least_amount(900), least_amount(2**20), least_amount(27.1 * 2**20), least_amount(3 * 2**40)
    ('1M', '1M', '28M', '3072G')
    """
    unit = "G" if size > 100 * 2**30 else "M"
    return f"{max(1, math.ceil(size / _UNITS[unit]))}{unit}"


@dataclass(frozen=True)
class MemoryLimit:
    """What a run or a part of it may take, and how to say so in the words of the user.

    Attributes
    ----------
    whole
        What the user gave, or half of what is free, in bytes.
    given
        As the user wrote it; empty for half of what is free.
    taken, fraction
        The part has this fraction of what `taken` bytes leave of the whole.
    """

    whole: int
    given: str = ""
    taken: float = 0.0
    fraction: float = 1.0

    @property
    def size(self) -> int:
        """The bytes that the part may take."""
        return max(0, int((self.whole - self.taken) * self.fraction))

    @property
    def words(self) -> str:
        """Say what the whole is, as the user knows it."""
        if self.given:
            return f"the limit is {self.given}"
        return f"half of the free memory is {format_memory(self.whole)}"

    def share(self, fraction: float) -> MemoryLimit:
        """Return a fraction of it."""
        return replace(self, fraction=self.fraction * fraction)

    def without(self, size: int) -> MemoryLimit:
        """Return what some bytes leave of it."""
        return replace(self, taken=self.taken + size / self.fraction)

    def check(self, what: str, needed: int, instead: str = "") -> None:
        """Refuse what needs more than this part.

        Parameters
        ----------
        what
            What needs memory.
        needed
            Bytes that it needs.
        instead
            What else could be done than to give more.
        """
        if needed > self.size:
            raise ResourceError(
                f"{self.explain(what, needed)}: {self._advise(needed, instead)}",
                remedy={"memory_limit": self._least(needed)},
            )

    def explain(self, what: str, needed: int) -> str:
        """Say that something needs more than this part."""
        wanted, part = format_memory(needed), format_memory(self.size)
        if self.size == self.whole:
            return f"{what} needs {wanted} here, and {self.words}"
        whole = f"of the {self.given} given" if self.given else f"{self.words}; of that"
        return f"{whole}, {what} may use {part}, and it needs {wanted} here"

    def _advise(self, needed: int, instead: str) -> str:
        ways = [f"give at least {self._least(needed)}"]
        if not self.given:
            ways.append("free some memory")
        return ", or ".join([*ways, *([instead] if instead else [])])

    def _least(self, needed: int) -> str:
        """Return how much the whole must be, as a user would type it."""
        # What is rounded down on the way to the part has to be added first.
        return least_amount(self.taken + (needed + 1) / self.fraction)


_AROUND: ContextVar[MemoryLimit | None] = ContextVar("limit around", default=None)


def call_within(
    limit: int | str | MemoryLimit | None,
    function: Callable[_Arguments, _Result],
    *args: _Arguments.args,
    **options: _Arguments.kwargs,
) -> _Result:
    """Call a function; what is given no limit inside it, such as reading files, keeps to this one.

    Examples
    --------
    >>> from dagwright.memory import call_within, resolve_memory
    >>> call_within("3M", resolve_memory, None).words
    'the limit is 3M'
    """
    resolved = resolve_memory(limit)

    def call() -> _Result:
        _AROUND.set(resolved)
        return function(*args, **options)

    # In a context of its own, which nothing has to be restored in: Ctrl-C may come anywhere.
    return copy_context().run(call)


def resolve_memory(limit: int | str | MemoryLimit | None) -> MemoryLimit:
    """Return the limit; without one, that of the work around, or half of what is available.

    A part of a limit stays what it is: only what a user gives can be too little.
    """
    if limit is None:
        return _AROUND.get() or MemoryLimit(available_memory() // 2)
    if isinstance(limit, MemoryLimit):
        return limit
    size = parse_memory(limit)
    given = limit.strip() if isinstance(limit, str) else format_memory(size)
    if size < _LEAST:
        raise ResourceError(f"a memory limit of {given} is too small: give 1M or more")
    return MemoryLimit(size, given)


@contextmanager
def lacks_are_resource_errors() -> Iterator[None]:
    """Let a lack of memory or threads, in numpy or Python itself, become a `ResourceError`.

    The functions that users call have it as a decorator; the C++ core raises `ResourceError`
    itself.
    """
    try:
        yield
    except MemoryError as error:
        detail = f" ({error})" if str(error) else ""
        raise ResourceError(
            f"not enough memory{detail}: free some, or give a smaller memory_limit= so that less "
            "is asked for"
        ) from error
    except ImportError as error:  # a library that is loaded when it is needed: the solver
        if _NO_ROOM not in str(error):
            raise
        raise ResourceError(f"not enough memory ({error}): free some") from error
    except RuntimeError as error:
        if str(error) != _NO_THREAD:
            raise
        raise ResourceError(
            "the system refused a thread: end other work, or use fewer (threads=)"
        ) from error


_NO_THREAD = "can't start new thread"
_NO_ROOM = "failed to map segment"
"""What Python and the loader say of it; they have no class of error for that."""
