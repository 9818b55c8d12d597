"""Standard output and standard error that outlive their readers."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from dagwright.errors import FormatError

__all__ = ["find_failure", "lasting_streams", "trimmed_output"]

# The reader of a pipe has left, as `head` does; the terminal was closed.
_READER_LEFT = {errno.EPIPE, errno.EIO}


class _LastingFile(io.FileIO):
    """A descriptor that swallows what is no longer read, so that work and results are not lost.

    What else goes wrong is an error of standard output, said once; of standard error, where only
    progress and messages go, it is not worth ending the work for.
    """

    def __init__(self, descriptor: int, name: str, *, needed: bool) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._shown, self._needed = name, needed
        self.failure: str | None = None

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError as error:
            _discard(self.fileno())
            if self._needed and error.errno not in _READER_LEFT:
                self.failure = f"{self._shown}: cannot write ({error.strerror or error})"
                raise FormatError(self.failure) from None
            return memoryview(data).nbytes


def _discard(descriptor: int) -> None:
    """Let a descriptor lead nowhere, so that what is still in buffers does not fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def find_failure(stream: TextIO) -> str | None:
    """Return why something that had to be written to a stream was not; None if it was."""
    buffer = getattr(stream, "buffer", None)
    failure: str | None = getattr(getattr(buffer, "raw", buffer), "failure", None)
    return failure


@contextmanager
def lasting_streams() -> Iterator[None]:
    """Let `| head`, a terminal that is closed and a full disk end neither a search nor a command.

    Streams that are not files, as in tests and notebooks, stay as they are. One that was closed
    when the program began leads nowhere.
    """
    before = sys.stdout, sys.stderr
    for descriptor in (0, 1, 2):
        _occupy(descriptor)
    sys.stdout = _lasting(sys.stdout, "standard output", needed=True)
    sys.stderr = _lasting(sys.stderr, "standard error", needed=False)
    try:
        yield
        sys.stdout.flush()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(FormatError):
                stream.flush()
        sys.stdout, sys.stderr = before


@contextmanager
def trimmed_output() -> Iterator[None]:
    """Let lines of standard output end where their text ends, unless it is a terminal."""
    before = sys.stdout
    if before.isatty():
        yield
        return
    # With the same encoding, by which lines are drawn.
    sys.stdout = text = io.TextIOWrapper(io.BytesIO(), before.encoding, "backslashreplace")
    try:
        yield
    finally:
        sys.stdout = before
        text.seek(0)
        for line in text:
            print(line.rstrip())


def _occupy(descriptor: int) -> None:
    """Let a closed descriptor lead nowhere: the next file that is opened would else get it."""
    try:
        os.fstat(descriptor)
    except OSError:
        nowhere = os.open(os.devnull, os.O_RDWR)
        if nowhere != descriptor:
            os.dup2(nowhere, descriptor)
            os.close(nowhere)


def _lasting(stream: TextIO | None, name: str, *, needed: bool) -> TextIO:
    if stream is None:  # closed, and occupied by now
        descriptor = 1 if needed else 2
        nowhere = io.BufferedWriter(_LastingFile(descriptor, name, needed=needed))
        return io.TextIOWrapper(nowhere, encoding="utf-8", errors="backslashreplace")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    unbuffered = isinstance(stream.buffer, io.FileIO)  # python -u
    if not unbuffered and not isinstance(stream.buffer, io.BufferedWriter):
        return stream
    try:
        stream.flush()
        raw = _LastingFile(stream.fileno(), name, needed=needed)
    except (OSError, ValueError):
        return stream
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors="backslashreplace",  # what an ASCII terminal cannot show is still seen
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
