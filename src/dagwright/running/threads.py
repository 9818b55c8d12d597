"""How many threads there are to work with."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from dagwright import cgroups
from dagwright.errors import DagwrightError

__all__ = ["Threads", "available_threads", "resolve_threads"]

_TOO_MANY = 2**31  # for any system, and for the core


@dataclass(frozen=True)
class Threads:
    """How many threads can run at the same time, and what keeps them from being more.

    Attributes
    ----------
    number
        At least 1.
    limited_by
        In words; empty if it is what the machine has.
    """

    number: int
    limited_by: str = ""


def available_threads(root: str | os.PathLike[str] = "/") -> Threads:
    """Return one thread for every processor that the process may use.

    Parameters
    ----------
    root
        Where control groups are looked for.
    """
    found = [Threads(os.cpu_count() or 1)]
    try:
        allowed = len(os.sched_getaffinity(0))
    except (AttributeError, OSError):  # not on macOS and Windows
        allowed = 0
    if allowed:
        found.append(Threads(allowed, "CPU affinity of the process"))
    quota = cgroups.cpu_quota(root)
    if quota is not None:
        found.append(Threads(max(1, math.ceil(quota)), "CPU quota of the container or job"))
    return min(found, key=lambda threads: threads.number)


def resolve_threads(threads: int | None) -> int:
    """Return the number of threads: as asked, or as many as the process can use."""
    if threads is None:
        return available_threads().number
    if isinstance(threads, bool) or not isinstance(threads, int) or not 0 < threads < _TOO_MANY:
        raise DagwrightError(f"threads={threads!r}: give a whole number from 1, or None")
    return threads
