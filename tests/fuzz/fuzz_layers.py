"""Layers that BFBnB keeps in files. The first byte chooses which of them the input replaces."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from tests.support.random_sets import hard_sets

import dagwright as dw
from dagwright.running.control import force_stop_at_check

_FOLDER = tempfile.TemporaryDirectory()
atexit.register(_FOLDER.cleanup)
_SPILL, _KEPT = Path(_FOLDER.name) / "spill", Path(_FOLDER.name) / "kept"
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


_LAYERS = [path.name for path in _stopped()]
shutil.copytree(_SPILL, _KEPT)
_BEST = dw.solve(_SETS, dw.BFBnB(dw.SimpleHeuristic()), threads=1)
SEEDS = [bytes([at]) + (_KEPT / name).read_bytes() for at, name in enumerate(_LAYERS)]


def target(content: bytes) -> None:
    """Resume with one layer replaced: the best network must be found all the same."""
    if not content:
        return
    shutil.rmtree(_SPILL, ignore_errors=True)
    shutil.copytree(_KEPT, _SPILL)
    (_SPILL / _LAYERS[content[0] % len(_LAYERS)]).write_bytes(content[1:])
    result = dw.solve(_SETS, _METHOD, threads=1)
    assert result.status == "optimal"
    assert result.dag == _BEST.dag
    assert list(_SPILL.iterdir()) == []
