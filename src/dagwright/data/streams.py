"""Files as streams of bytes, compressed or not."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from dagwright.errors import FormatError

__all__ = ["COMPRESSIONS", "opened", "pieces", "plain_suffix"]

COMPRESSIONS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.BZ2File, ".xz": lzma.LZMAFile}
_PIECE_BYTES = 1 << 20


def plain_suffix(file: Path) -> str:
    """Return the suffix of a file's name in lower case, without that of a compression."""
    suffixes = [suffix.lower() for suffix in file.suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
        # A bare 'table.gz' has none; 'v1.2.gz' has one that means nothing, and is refused as such.
    return suffixes[-1] if suffixes else ""


@contextmanager
def opened(file: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, decompressed; all that can go wrong becomes a FormatError."""
    kind = file.suffix.lower()
    try:
        with file.open("rb") as raw:
            if kind not in COMPRESSIONS:
                yield raw
                return
            stream: Any = COMPRESSIONS[kind](raw)
            with stream:
                yield stream
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
        raise _incomplete(file, error) from error
    except OSError as error:
        if error.errno is None and kind == ".bz2":  # bz2 has no error class of its own
            raise _incomplete(file, error) from error
        raise FormatError(f"cannot read {file}: {error.strerror or error}") from error


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a stream, a few at a time."""
    while piece := stream.read(_PIECE_BYTES):
        yield piece


def _incomplete(file: Path, error: Exception) -> FormatError:
    name = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz"}[file.suffix.lower()]
    return FormatError(f"{file} is not a complete {name} file: {error}")
