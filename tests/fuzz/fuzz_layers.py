"""Layers that BFBnB keeps in files. The first byte chooses which of them the input replaces."""

from __future__ import annotations

import atexit
import tempfile
from pathlib import Path

from tests.support.random_sets import hard_sets

import dagwright as dw
from dagwright.running.control import force_stop_at_check

# Layers are synced, which takes longer than all the rest on a disk.
_FOLDER = tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
atexit.register(_FOLDER.cleanup)
_SPILL = Path(_FOLDER.name) / "spill"
_SETS = hard_sets(8, 3)
_METHOD = dw.BFBnB(dw.SimpleHeuristic(), spill=_SPILL)


def _stopped() -> list[Path]:
    """Return the layers of a run that was stopped after most of them."""
    for check in range(1, 5000):
        with force_stop_at_check(check):
            dw.solve(_SETS, _METHOD, threads=1)
        layers = sorted(_SPILL.glob("*.layer"))
        if len(layers) > 5:
            return layers
    raise AssertionError("no run left that many layers")


_LAYERS = [(path, path.read_bytes()) for path in _stopped()]
_BEST = dw.solve(_SETS, dw.BFBnB(dw.SimpleHeuristic()), threads=1)
SEEDS = [bytes([at]) + layer for at, (_, layer) in enumerate(_LAYERS)]


def target(content: bytes) -> None:
    """Resume with one layer replaced: the best network must be found all the same."""
    if not content:
        return
    for at, (path, layer) in enumerate(_LAYERS):
        path.write_bytes(content[1:] if at == content[0] % len(_LAYERS) else layer)
    result = dw.solve(_SETS, _METHOD, threads=1)
    assert result.status == "optimal"
    assert result.dag == _BEST.dag
    assert list(_SPILL.iterdir()) == []
