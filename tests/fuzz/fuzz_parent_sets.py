"""Candidate parent sets in every format. The first byte of an input chooses the kind of file."""

from __future__ import annotations

import atexit
import gzip
import os
import struct
import tempfile
import zlib
from pathlib import Path

import dagwright as dw

NAMES = ("s.jkl", "s.pss", "s.dwps", "s.jkl.gz", "s.dwps")
SEALED = 4
"""The kind of .dwps that gets the length and the checksum of what it holds."""

os.fsync = lambda _: None  # it takes longer than all the rest, and nothing here outlives a minute
_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)


def _written(name: str) -> bytes:
    lists = {
        "a": [(-3.0, ()), (-1.5, ("b",)), (-1.25, ("b", "c"))],
        "b": [(-2.5, ()), (-1.0, ("c",))],
        "c": [(-7.125, ()), (-2.0, ("a", "b"))],
    }
    path = Path(_FOLDER.name) / name
    dw.ParentSets.from_lists(["a", "b", "c"], lists).write(path)
    return path.read_bytes()


def _sealed(content: bytes) -> bytes:
    """Return a .dwps file whose length and checksum are right, whatever else is in it."""
    start = content[:16] + struct.pack("<Q", len(content))
    return start + struct.pack("<I", zlib.crc32(content[28:], zlib.crc32(start))) + content[28:]


def _lists(sets: dw.ParentSets) -> list[list[dw.ParentSet]]:
    return [list(sets[name]) for name in sets.names]


SEEDS = [bytes([kind]) + _written(name) for kind, name in enumerate(NAMES)]
SEEDS += [
    b"\0002\nrain 1\n-7.5 0\nwet 2\n-9 0\n-4.25 1 rain\n",
    b"\1VAR a\n-3.5\n-1 b\n\nVAR b\n-2\n",
    b"\3" + gzip.compress(b"1\n0 1\n-1 0\n"),
]


def target(content: bytes) -> None:
    """Read the rest of the input: sets that can be searched and written, or a clear error."""
    if not content:
        return
    kind = content[0] % len(NAMES)
    path = Path(_FOLDER.name) / NAMES[kind]
    path.write_bytes(_sealed(content[1:]) if kind == SEALED else content[1:])
    try:
        sets = dw.read_parent_sets(path)
    except dw.DagwrightError:
        return
    again = Path(_FOLDER.name) / "again.dwps"
    sets.write(again)
    assert _lists(dw.read_parent_sets(again)) == _lists(sets)
    try:
        result = dw.solve(sets, dw.OBS(restarts=1), iterations=20, bound=False, threads=1)
    except dw.DagwrightError:  # sets may leave no network without a cycle
        return
    dw.verify(result)
