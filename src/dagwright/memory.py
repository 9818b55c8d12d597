"""How much memory there is, and how people write amounts of it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dagwright.errors import ResourceError

__all__ = [
    "available_memory",
    "format_memory",
    "lacks_are_resource_errors",
    "parse_memory",
    "peak_memory",
    "physical_memory",
    "resolve_memory",
]

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_ASSUMED = 4 * 2**30  # where the system does not tell


def available_memory() -> int:
    """Return the bytes that can be allocated without swapping, as the system tells."""
    try:
        meminfo = Path("/proc/meminfo").read_text(encoding="ascii")
    except OSError:
        return physical_memory() // 2
    match = re.search(r"^MemAvailable:\s+(\d+) kB", meminfo, re.MULTILINE)
    return int(match.group(1)) * 1024 if match else _ASSUMED


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
        raise ResourceError(f"memory {amount!r}: give bytes or an amount such as 512M or 8G")
    return int(float(match.group(1)) * _UNITS[match.group(2)])


def format_memory(size: float) -> str:
    """Return an amount of memory as people write it.

    Examples
    --------
    >>> from dagwright.memory import format_memory
    >>> format_memory(900), format_memory(1536), format_memory(3 * 2**30)
    ('900 B', '1.5 KB', '3 GB')
    """
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024:
            return f"{size:.3g} {unit}"
        size /= 1024
    return f"{size:,.3g} TB"


def peak_memory() -> int | None:
    """Return the most bytes that this process has held at once; None where unknown."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resolve_memory(limit: int | str | None) -> int:
    """Return the limit in bytes; without one, half of what is available."""
    if limit is None:
        return available_memory() // 2
    size = parse_memory(limit)
    if size < 2**20:
        raise ResourceError(f"a memory limit of {size} bytes is too small: give 1M or more")
    return size


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
            f"not enough memory{detail}: free some, or give a smaller memory_limit so that less is "
            "asked for"
        ) from error
    except ImportError as error:  # a library that is loaded when it is needed: the solver
        if _NO_ROOM not in str(error):
            raise
        raise ResourceError(f"not enough memory ({error}): free some") from error
    except RuntimeError as error:
        if str(error) != _NO_THREAD:
            raise
        raise ResourceError(
            "the system refused a thread: end other work, or give fewer threads"
        ) from error


_NO_THREAD = "can't start new thread"
_NO_ROOM = "failed to map segment"
"""What Python and the loader say of it; they have no class of error for that."""
