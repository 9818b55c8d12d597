"""Checkpoints. The first byte chooses the method, the second whether the checksum is made right."""

from __future__ import annotations

import atexit
import hashlib
import os
import tempfile
from pathlib import Path

from tests.support.random_sets import random_sets

import dagwright as dw

METHODS = (
    dw.MINOBS(islands=2),
    dw.IINOBS(),
    dw.INOBS(restarts=None),
    dw.OBS(restarts=None),
    dw.ASOBS(restarts=None),
    dw.HillClimbing(restarts=None),
    dw.TabuSearch(restarts=40),
    dw.SGS(restarts=40),
    dw.LAGD(restarts=40),
)
os.fsync = lambda _: None  # it takes longer than all the rest, and nothing here outlives a minute
_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)
_FILE = Path(_FOLDER.name) / "search.checkpoint"

_SETS = random_sets(6, 1, per_child=6)


def _solve(method, iterations: int) -> dw.Result:
    return dw.solve(
        _SETS,
        method,
        iterations=iterations,
        checkpoint=dw.Checkpoint(_FILE, every=0),
        bound=False,
        threads=1,
        seed=1,
    )


def _first_state(kind: int) -> tuple[int, bytes]:
    """Return how many iterations leave a state behind, and the state."""
    _FILE.unlink(missing_ok=True)
    iterations = 50
    while not _FILE.exists():
        iterations *= 2
        _solve(METHODS[kind], iterations)
    return iterations, _FILE.read_bytes()


LIMITS, STATES = zip(*map(_first_state, range(len(METHODS))), strict=True)
SEEDS = [bytes([kind, sealed]) + state for kind, state in enumerate(STATES) for sealed in (1, 1, 0)]


def _sealed(content: bytes) -> bytes:
    """Return the file with the digest of what it holds, as if a disk had never touched it."""
    first, _, state = (*content.split(b"\n", 2), b"", b"")[:3]
    digest = hashlib.sha256(first + b"\n" + state).hexdigest().encode("ascii")
    return b"\n".join([first, digest, state])


def target(content: bytes) -> None:
    """Resume from the rest of the input: a sound result or a clear error must come of it."""
    if len(content) < 2:
        return
    _FILE.write_bytes(_sealed(content[2:]) if content[1] % 2 else content[2:])
    try:
        kind = content[0] % len(METHODS)
        result = _solve(METHODS[kind], LIMITS[kind] + 50)
    except dw.DagwrightError:
        return
    dw.verify(result)
