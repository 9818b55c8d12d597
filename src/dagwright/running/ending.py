"""The end of the process ends every run first."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager

from dagwright import _core

__all__ = ["ends_before_the_process"]

_PATIENCE = 10.0
"""Seconds. A run ends within a fraction of one, but for a single long step of a solver."""


@contextmanager
def ends_before_the_process() -> Iterator[None]:
    """Let the process wait, before it ends, for the run inside this block.

    The interpreter does not wait for daemon threads: it takes itself away from under them. So
    every run is stopped, and waited for, while there still is one. Other threads have ended by
    then, and their runs with them.
    """
    _core.begin_run()
    try:
        yield
    finally:
        _core.end_run()


# Called after threads that are not daemons have been joined, and before the interpreter finalizes.
atexit.register(_core.end_all_runs, _PATIENCE)
