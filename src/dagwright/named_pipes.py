"""Named pipes, which have a reader or make their writer wait for ever."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import IO

from dagwright.errors import FormatError

__all__ = ["hold_pipe", "open_stream"]

_TRIES = 100
"""How often a reader is looked for, who may be about to begin."""
_PAUSE = 0.05
_held: dict[Path, int] = {}
"""Pipes that are open already: a reader takes it for the end when one is closed."""


def hold_pipe(pipe: Path) -> None:
    """Open a pipe that `open_stream` will need; refuse it if it has no reader for five seconds."""
    for _ in range(_TRIES):
        if pipe in _held or _is_opened(pipe):
            return
        time.sleep(_PAUSE)
    raise FormatError(f"{pipe}: cannot write (this pipe has no reader): start one first")


def _is_opened(pipe: Path) -> bool:
    try:
        _held[pipe] = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise FormatError(f"{pipe}: cannot write ({error.strerror})") from None
        return False
    return True


def open_stream(path: Path) -> IO[bytes]:
    """Open a pipe or a device for writing."""
    held = _held.pop(path, None)
    if held is None:
        return path.open("wb")
    os.set_blocking(held, True)
    return os.fdopen(held, "wb")
