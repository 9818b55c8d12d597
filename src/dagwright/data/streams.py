"""Files, open streams and standard input as streams of bytes, unpacked."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from shutil import copyfileobj
from typing import IO, Any, BinaryIO

from dagwright.errors import FormatError
from dagwright.files import too_large
from dagwright.memory import resolve_memory

__all__ = ["ByteSource", "byte_source", "pieces"]

_COMPRESSIONS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.BZ2File, ".xz": lzma.LZMAFile}
_MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\0": ".xz"}
_TITLES = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zip": "zip"}
_TEXTS = {".csv", ".tsv", ".tab", ".dat", ".data", ".txt"}
_WORKBOOKS = {".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"}
_TABLES = _TEXTS | _WORKBOOKS | {".parquet", ".pq", ".sav", ".zsav", ".por", ".dta"}
_PIECE_BYTES = 1 << 20
_SPOOL_BYTES = 1 << 26
# Tables shrink to a tenth or so. What grows more than this beyond the memory is not a table.
_MOST_GROWTH = 100
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


@dataclass(frozen=True)
class ByteSource:
    """Where the bytes of a table come from; it can be opened more than once.

    Attributes
    ----------
    name : str
        For messages.
    suffix : str
        Of the file's name, in lower case and without that of a compression; may be empty.
    """

    name: str
    suffix: str
    _file: Path | IO[bytes]
    _packing: str = ""
    _member: str = ""

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open it for reading, unpacked; all that can go wrong becomes a FormatError."""
        try:
            with self._raw() as raw:
                if self._packing == ".zip":
                    with self._archive(raw) as archive, self._opened_in(archive) as stream:
                        yield self._bounded(stream, raw)
                elif self._packing:
                    with _COMPRESSIONS[self._packing](raw) as stream:
                        yield self._bounded(stream, raw)
                else:
                    yield raw
        except (
            EOFError,
            zlib.error,
            gzip.BadGzipFile,
            lzma.LZMAError,
            zipfile.BadZipFile,
        ) as error:
            raise self._incomplete(error) from error
        except OSError as error:
            if error.errno is None and self._packing == ".bz2":  # it has no error of its own
                raise self._incomplete(error) from error
            raise FormatError(f"cannot read {self.name}: {error.strerror or error}") from error

    def _bounded(self, stream: IO[bytes], raw: IO[bytes]) -> IO[bytes]:
        """Return a stream that ends with an error instead of filling the memory.

        A table is read in pieces, so one that is larger than the memory is nothing special.
        """
        if isinstance(self._file, Path):
            packed = self._file.stat().st_size
        else:
            at = raw.tell()
            packed = raw.seek(0, io.SEEK_END)
            raw.seek(at)
        limit = max(resolve_memory(None).size, _MOST_GROWTH * packed)
        return io.BufferedReader(_Bounded(stream, self.name, limit), _PIECE_BYTES)

    def members(self) -> list[str]:
        """Return the names of the files in an archive."""
        with self._raw() as raw, self._archive(raw) as archive:
            names = (info.filename for info in archive.infolist())
            return [name for name in names if name and not name.endswith("/")]  # not folders

    def _archive(self, raw: IO[bytes]) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(raw)
        except Exception as error:  # it has many, without a common base
            raise FormatError(f"{self.name} is not a complete zip file: {error}") from error

    def _opened_in(self, archive: zipfile.ZipFile) -> IO[bytes]:
        try:
            return archive.open(self._member)
        except Exception as error:  # a password, an unknown packing
            raise FormatError(f"{self.name} cannot be unpacked: {error}") from error

    @contextmanager
    def seekable(self) -> Iterator[IO[bytes]]:
        """Open it so that one can jump to and fro."""
        with self.opened() as stream:
            if not self._packing:
                yield stream
                return
            with tempfile.TemporaryFile() as plain:
                copyfileobj(stream, plain)
                plain.seek(0)
                yield plain

    @contextmanager
    def _raw(self) -> Iterator[IO[bytes]]:
        if isinstance(self._file, Path):
            with self._file.open("rb") as raw:
                yield raw
        else:
            self._file.seek(0)
            yield self._file

    def _incomplete(self, error: Exception) -> FormatError:
        title = _TITLES.get(self._packing, "zip")
        return FormatError(f"{self.name} is not a complete {title} file: {error}")


class _Bounded(io.RawIOBase):
    """A stream of which at most a given number of bytes is read."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self._stream, self._name, self._limit = stream, name, limit
        self._passed = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read(len(buffer))
        self._passed += len(piece)
        if self._passed > self._limit:
            raise too_large(self._name, self._limit)
        buffer[: len(piece)] = piece
        return len(piece)


def pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a stream, a few at a time."""
    while piece := stream.read(_PIECE_BYTES):
        yield piece


@contextmanager
def byte_source(path: str | os.PathLike[str] | BinaryIO) -> Iterator[ByteSource]:
    """Return the source of a path, of ``"-"`` (standard input) or of a stream of bytes.

    Raises
    ------
    FormatError
        If it is an address on the network, or an archive that has not just one table in it.
    """
    if isinstance(path, str) and _ADDRESS.match(path):
        raise FormatError(
            f"{path}: download the file first: dagwright opens no network connections"
        )
    standard = isinstance(path, str | os.PathLike) and os.fspath(path) == "-"
    if isinstance(path, str | os.PathLike) and not standard:
        file = Path(path)
        if not file.is_fifo() and not file.is_char_device():
            yield _unpacked(ByteSource(str(file), file.suffix.lower(), file), file)
            return
        with file.open("rb") as pipe, _kept(pipe, str(file), file) as source:
            yield source
        return
    stream: Any = sys.stdin.buffer if standard else path
    name = "standard input" if standard else str(getattr(stream, "name", "the stream"))
    if isinstance(stream, io.TextIOBase) or not hasattr(stream, "read"):
        raise FormatError(f"{name} gives no bytes: open it with 'rb', or give the path of a file")
    with _kept(stream, name, PurePath("" if standard else name)) as source:
        yield source


@contextmanager
def _kept(stream: IO[bytes], name: str, file: PurePath) -> Iterator[ByteSource]:
    """Keep what can be read only once, so that it can be looked at first."""
    with tempfile.SpooledTemporaryFile(_SPOOL_BYTES) as spool:
        copyfileobj(stream, spool)
        yield _unpacked(ByteSource(name, file.suffix.lower(), spool), file)


def _unpacked(source: ByteSource, file: PurePath) -> ByteSource:
    """Return the source of what is packed in a file, known by its name or its first bytes."""
    packing = source.suffix if source.suffix in _COMPRESSIONS else ""
    if not packing:
        with source.opened() as stream:
            start = stream.read(8)
        packing = next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), "")
        if start.startswith(b"PK\x03\x04") and source.suffix not in _WORKBOOKS:
            return _zipped(source)
    if not packing:
        return source
    inner = file.with_suffix("") if source.suffix == packing else file
    suffix = inner.suffix.lower()
    return ByteSource(source.name, suffix, source._file, packing)


def _zipped(source: ByteSource) -> ByteSource:
    names = source.members()
    if "xl/workbook.xml" in names or "xl/workbook.bin" in names:
        return ByteSource(source.name, ".xlsx", source._file)
    if "mimetype" in names and "content.xml" in names:
        return ByteSource(source.name, ".ods", source._file)
    files = [name for name in names if not _is_hidden(name)]
    tables = [name for name in files if PurePath(name).suffix.lower() in _TABLES] or files
    if len(tables) != 1:
        listed = ", ".join(tables[:10]) + (", ..." if len(tables) > 10 else "")
        what = f"{len(tables)} tables: {listed}; unpack the one you want" if tables else "no table"
        raise FormatError(f"{source.name} holds {what}")
    name = f"{source.name}:{tables[0]}"
    return ByteSource(name, PurePath(tables[0]).suffix.lower(), source._file, ".zip", tables[0])


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in PurePath(name).parts)
