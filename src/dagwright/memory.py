"""How much memory there is, and how people write amounts of it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dagwright import cgroups
from dagwright.errors import ResourceError

__all__ = [
    "FreeMemory",
    "available_memory",
    "format_memory",
    "free_memory",
    "is_available",
    "parse_memory",
    "peak_memory",
    "physical_memory",
    "resolve_memory",
]

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_ASSUMED = 4 * 2**30  # where the system does not tell
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


def resolve_memory(limit: int | str | None) -> int:
    """Return the limit in bytes; without one, half of what is available."""
    if limit is None:
        return available_memory() // 2
    size = parse_memory(limit)
    if size < 2**20:
        raise ResourceError(f"a memory limit of {size} bytes is too small: give 1M or more")
    return size
