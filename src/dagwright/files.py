"""Reading files in pieces, and writing them whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from dagwright.errors import FormatError

__all__ = ["check_writable", "read_pieces", "write_whole"]

_PIECE_BYTES = 1 << 20
# Score files hardly shrink with higher levels, which take several times as long.
_GZIP_LEVEL = 3


def read_pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked if its name ends in .gz."""
    file = Path(path)
    try:
        with file.open("rb") as raw:
            stream = gzip.GzipFile(fileobj=raw) if file.suffix.lower() == ".gz" else raw
            while piece := stream.read(_PIECE_BYTES):
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{file} is not a complete gzip file: {error}") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"cannot read {file}: {reason}") from error


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FormatError(f"{target}: cannot write (there is no directory {target.parent})")
    if target.is_dir():
        raise FormatError(f"{target}: cannot write (it is a directory)")
    if not os.access(target.parent, os.W_OK):
        raise FormatError(f"{target}: cannot write (no permission in {target.parent})")


def write_whole(path: str | os.PathLike[str], content: str | Iterable[bytes]) -> None:
    """Write a file; on any failure the old content, or nothing, is left.

    Text is written as UTF-8, bytes piece by piece. If the name ends in .gz the file is packed.
    """
    target = Path(path)
    pieces = [content.encode()] if isinstance(content, str) else content
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "wb", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            temporary = Path(out.name)
            _write_pieces(out, pieces, compress=target.suffix.lower() == ".gz")
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise FormatError(f"{target}: cannot write ({error.strerror or error})") from None


def _write_pieces(out: IO[bytes], pieces: Iterable[bytes], *, compress: bool) -> None:
    if not compress:
        out.writelines(pieces)
        return
    # No name and no time inside: the same content gives the same bytes.
    with gzip.GzipFile("", "wb", _GZIP_LEVEL, out, mtime=0) as packed:
        for piece in pieces:
            packed.write(piece)


def _umask() -> int:
    # There is no way to read it but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
