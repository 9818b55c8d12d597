"""Lines that say what a program does: for a person, or in a file that outlives it."""

from __future__ import annotations

import json
import math
import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from dagwright.errors import FormatError, warn_user

__all__ = ["LogLines", "finite"]


def finite(value: Any) -> Any:
    """Return a value as JSON can hold it: what is not a number, or infinite, is None.

    Examples
    --------
    >>> finite({"bound": float("inf"), "scores": (-1.5, float("nan"))})
    {'bound': None, 'scores': [-1.5, None]}
    """
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class LogLines:
    """Where lines go: a file, at whose end each is written at once, or a stream.

    What cannot be written is said once, and never ends the work.

    Parameters
    ----------
    target
        The path of a file, or a stream of text. Lines of a file begin with the time.
    as_json
        Whether a line is a JSON object; by default if the name ends in .jsonl.
    on_failure
        Called with a message when a line could not be written, the first time.
    """

    def __init__(
        self,
        target: str | os.PathLike[str] | TextIO,
        as_json: bool | None = None,
        on_failure: Callable[[str], None] = warn_user,
    ) -> None:
        self._on_failure = on_failure
        self._has_failed = self._is_broken = False
        if isinstance(target, str | os.PathLike):
            path = Path(target)
            self._name = str(path)
            self._as_json = path.suffix.lower() == ".jsonl" if as_json is None else as_json
            self._descriptor: int | None = _open_at_end(path)
            weakref.finalize(self, os.close, self._descriptor)
        else:
            self._name, self._as_json = getattr(target, "name", "stream"), bool(as_json)
            self._descriptor, self._stream = None, target

    def write(self, event: str, message: str, seconds: float | None = None, **facts: Any) -> None:
        """Write a line about an event.

        Parameters
        ----------
        event
            What kind of event it is, for programs.
        message
            What happened, for people.
        seconds
            Since the run began, where that is known.
        **facts
            The same and more as plain values, for programs.
        """
        time = datetime.now().astimezone().isoformat(timespec="milliseconds")
        message = " ".join(message.splitlines())
        if self._as_json:
            known = {} if seconds is None else {"seconds": round(seconds, 3)}
            record = {"time": time, "event": event, "message": message, **known, **facts}
            line = json.dumps(finite(record), allow_nan=False)
        else:
            line = message if seconds is None else f"{seconds:8.1f} s  {message}"
            line = line if self._descriptor is None else f"{time} {line}"
        try:
            self._put(line)
        except (OSError, ValueError) as error:
            if not self._has_failed:
                self._has_failed = True
                reason = getattr(error, "strerror", None) or error
                self._on_failure(f"{self._name}: the log is not complete ({reason})")

    def _put(self, line: str) -> None:
        if self._descriptor is None:
            self._stream.write(line + "\n")
            self._stream.flush()
            return
        # In one call, so that lines of programs that share a log do not mix; behind what a full
        # disk has cut off, on a line of its own.
        begin = "\n" if self._is_broken else ""
        rest = f"{begin}{line}\n".encode("utf-8", "backslashreplace")
        while rest:
            written = os.write(self._descriptor, rest)
            rest = rest[written:]
            self._is_broken = bool(rest)


def _open_at_end(path: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with suppress(AttributeError):
        flags |= os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o666)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{path}: cannot write ({reason})") from None
