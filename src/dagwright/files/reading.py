"""Reading files in pieces or whole."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from dagwright.errors import FormatError, ResourceError
from dagwright.memory import format_memory, resolve_memory

__all__ = ["read_pieces", "read_text", "too_large"]

_PIECE_BYTES = 1 << 20


def read_pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked if its name ends in .gz.

    Raises
    ------
    FormatError
        If the file cannot be read or is not a complete gzip file.
    ResourceError
        If it unpacks to more bytes than the memory limit has, by default half of what is free.
    """
    file = Path(path)
    try:
        with file.open("rb") as raw:
            if file.suffix.lower() != ".gz":
                yield from _pieces(raw)
            else:
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield from _bounded(_pieces(unpacked), str(file))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{file}: not a complete gzip file ({error})") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{file}: cannot read ({reason})") from None


def _pieces(stream: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while piece := stream.read(_PIECE_BYTES):
        yield piece


def _bounded(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield pieces of a file, but not more bytes than the memory limit has.

    A few kilobytes can unpack to as many gigabytes.
    """
    limit = resolve_memory(None)
    passed = 0
    for piece in pieces:
        passed += len(piece)
        if passed > limit.size:
            raise too_large(name, limit.size)
        yield piece


def too_large(name: str, limit: int) -> ResourceError:
    """Return the error of a file that has more bytes, unpacked, than the memory allows."""
    return ResourceError(
        f"{name}: unpacked, the file has more than {format_memory(limit)}, and "
        f"{resolve_memory(None).words}: give more memory, or divide the file"
    )


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file; one whose name ends in .gz is unpacked."""
    content = b"".join(_bounded(read_pieces(path), str(path)))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{path}, line {line}: not UTF-8 text: convert the file") from None
