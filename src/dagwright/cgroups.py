"""What control groups allow this process: the limits of containers, batch jobs and services.

Both versions of Linux's control groups are read, and hybrids of them. A limit of any group around
that of the process counts. Files that are missing, unreadable or broken mean that no limit is
known; nothing here raises.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["cpu_quota", "memory_left", "read_number"]

_UNLIMITED = 2**62
"""Version 1 writes almost 2^63 for no limit, rounded to pages; version 2 writes "max"."""


@dataclass(frozen=True)
class _Mount:
    """Where a hierarchy of groups is to be seen, from which group downwards."""

    top: str
    folder: str
    is_unified: bool
    controllers: frozenset[str]


def memory_left(root: str | os.PathLike[str] = "/") -> int | None:
    """Return the bytes that the process can take before a group is full; None without a limit.

    Page cache that was not used lately does not count as taken: the system gives it up first.
    """
    left = [
        amount
        for group, is_unified in _groups(Path(root), "memory")
        for amount in (_left_unified(group) if is_unified else _left_version_1(group))
    ]
    return min(left, default=None)


def cpu_quota(root: str | os.PathLike[str] = "/") -> float | None:
    """Return how many processors' time the process may use; None without a limit."""
    quotas = [
        _quota_unified(group) if is_unified else _quota_version_1(group)
        for group, is_unified in _groups(Path(root), "cpu")
    ]
    return min((quota for quota in quotas if quota is not None), default=None)


def read_number(file: Path) -> int | None:
    """Return the number that a file begins with; None if there is none."""
    words = _read(file).split()
    return int(words[0]) if words and re.fullmatch(r"-?[0-9]{1,30}", words[0]) else None


def _left_unified(group: Path) -> Iterator[int]:
    for name in ("memory.max", "memory.high"):
        yield from _left(group, name, "memory.current", "inactive_file")


def _left_version_1(group: Path) -> Iterator[int]:
    yield from _left(group, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def _left(group: Path, limit_file: str, usage_file: str, cache_field: str) -> Iterator[int]:
    limit = read_number(group / limit_file)
    if limit is None or not 0 <= limit < _UNLIMITED:
        return
    used = read_number(group / usage_file) or 0
    match = re.search(rf"^{cache_field} ([0-9]+)$", _read(group / "memory.stat"), re.MULTILINE)
    cache = int(match.group(1)) if match else 0
    yield max(0, limit - max(0, used - cache))


def _quota_unified(group: Path) -> float | None:
    match = re.match(r"([0-9]+) ([0-9]+)\s*$", _read(group / "cpu.max"))
    return _ratio(int(match.group(1)), int(match.group(2))) if match else None


def _quota_version_1(group: Path) -> float | None:
    return _ratio(read_number(group / "cpu.cfs_quota_us"), read_number(group / "cpu.cfs_period_us"))


def _ratio(quota: int | None, period: int | None) -> float | None:
    if quota is None or period is None or quota <= 0 or period <= 0:
        return None
    return quota / period


def _groups(root: Path, controller: str) -> Iterator[tuple[Path, bool]]:
    """Yield the folder of each group that the process is in, and whether it is of version 2."""
    mounts = list(_mounts(root))
    for controllers, path in _memberships(root):
        if controllers and controller not in controllers:
            continue
        seen = [
            mount
            for mount in mounts
            if (controller in mount.controllers if controllers else mount.is_unified)
        ]
        for folder in _upwards(root, seen, path):
            yield folder, not controllers


def _upwards(root: Path, mounts: list[_Mount], path: str) -> Iterator[Path]:
    """Yield the folder of a group and those of the groups around it, as far as they are seen."""
    inside = [(mount, below) for mount in mounts if (below := _below(mount.top, path)) is not None]
    # A container may see its own group only, under a path that does not say so.
    for mount, below in inside or [(mount, "") for mount in mounts]:
        top = root / mount.folder.lstrip("/")
        folder = top / below
        while folder != top:
            yield folder
            folder = folder.parent
        yield top


def _below(top: str, path: str) -> str | None:
    """Return the path as seen from `top`; None if it is not below."""
    top = top.rstrip("/")
    if path != top and not path.startswith(top + "/"):
        return None
    below = path[len(top) :].strip("/")
    return None if ".." in below.split("/") else below


def _memberships(root: Path) -> Iterator[tuple[frozenset[str], str]]:
    """Yield the groups of the process: their controllers, none for version 2, and their paths."""
    for line in _read(root / "proc/self/cgroup").splitlines():
        fields = line.split(":", 2)
        if len(fields) == 3 and fields[2].startswith("/"):
            yield frozenset(filter(None, fields[1].split(","))), fields[2]


def _mounts(root: Path) -> Iterator[_Mount]:
    for line in _read(root / "proc/self/mountinfo").splitlines():
        before, _, after = line.partition(" - ")
        place, kind = before.split(" "), after.split(" ")
        if len(place) < 5 or len(kind) < 3 or kind[0] not in {"cgroup", "cgroup2"}:
            continue
        top, folder = map(_unescape, place[3:5])
        yield _Mount(top, folder, kind[0] == "cgroup2", frozenset(kind[2].split(",")))


def _unescape(path: str) -> str:
    """Return a path of mountinfo, which writes blanks as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), path)


def _read(file: Path) -> str:
    try:
        return os.fsdecode(file.read_bytes())
    except (OSError, ValueError):
        return ""
