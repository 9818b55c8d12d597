"""Reading files in pieces or whole, and writing them whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from dagwright.errors import FormatError

__all__ = ["check_writable", "read_pieces", "read_text", "write_whole"]

_PIECE_BYTES = 1 << 20
# Score files hardly shrink with higher levels, which take several times as long.
_GZIP_LEVEL = 3


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FormatError(f"{target}: cannot write (there is no directory {target.parent})")
    if target.is_dir():
        raise FormatError(f"{target}: cannot write (it is a directory)")
    if not os.access(target.parent, os.W_OK):
        raise FormatError(f"{target}: cannot write (no permission in {target.parent})")


def read_pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked if its name ends in .gz."""
    file = Path(path)
    try:
        with file.open("rb") as raw:
            stream = gzip.GzipFile(fileobj=raw) if file.suffix.lower() == ".gz" else raw
            while piece := stream.read(_PIECE_BYTES):
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{file}: not a complete gzip file ({error})") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{file}: cannot read ({reason})") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file; one whose name ends in .gz is unpacked."""
    content = b"".join(read_pieces(path))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{path}, line {line}: not UTF-8 text: convert the file") from None


def write_whole(path: str | os.PathLike[str], content: str | bytes | Iterable[bytes]) -> None:
    """Write a file; on any failure the old content, or nothing, is left.

    Text becomes UTF-8. A file whose name ends in .gz is compressed, to the same bytes every time.
    """
    target = Path(path)
    temporary: Path | None = None
    try:
        if isinstance(content, str):
            content = content.encode("utf-8")
        pieces = [content] if isinstance(content, bytes) else content
        with tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            temporary = Path(out.name)
            _write_pieces(out, pieces, compress=target.suffix.lower() == ".gz")
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except UnicodeEncodeError as error:
        raise FormatError(
            f"{target}: cannot write {error.object[error.start : error.end]!r} as UTF-8: "
            "rename the variable or state"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{target}: cannot write ({reason})") from None
    finally:  # an interrupt included
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _write_pieces(out: IO[bytes], pieces: Iterable[bytes], compress: bool) -> None:
    if not compress:
        out.writelines(pieces)
        return
    # No name and no time in the header: the same content gives the same bytes.
    with gzip.GzipFile(
        filename="", fileobj=out, mode="wb", compresslevel=_GZIP_LEVEL, mtime=0
    ) as packed:
        packed.writelines(pieces)


def _umask() -> int:
    # There is no way to read it but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
