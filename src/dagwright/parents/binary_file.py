"""Parent sets as a binary file: the arrays as they are in memory, under a checksum.

8 bytes of magic, the version and the length of the header (two little-endian 32-bit numbers), the
length of the file (64 bits), the CRC-32 of everything else (32 bits), a header of JSON, then the
four arrays of `SetArrays`, little-endian, each at a multiple of 64 bytes. Version 1 has neither the
length nor the checksum; it is still read.

A CRC because it finds every damage of up to 32 neighbouring bits and runs at 2 GB/s, five times as
fast as BLAKE2b: it is about disks and cables, not about forgers. The file is read, not mapped: a
map that is cut short kills the process, and one that is changed after it was checked has no check.
"""

from __future__ import annotations

import os
import stat
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError, FormatError, ResourceError
from dagwright.files import read_pieces
from dagwright.memory import format_memory
from dagwright.parents.header import header_json, names_and_facts, parse_header
from dagwright.parents.parent_sets import ParentSets

__all__ = ["binary_pieces", "read_binary"]

# As in PNG: the line end and the byte above 127 show what a text transfer has done to the file.
_MAGIC = b"\x89DWPS\r\n\x00"
_VERSION = 2
_START = struct.Struct("<8sII")
_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")
_CHECKED_START = _START.size + _LENGTH.size + _CHECKSUM.size
_ALIGNMENT = 64
_DTYPES = ("<i8", "<f8", "<u4", "<u2")
_READ_AT_ONCE = 1 << 24


def binary_pieces(sets: ParentSets, comments: bool) -> Iterator[bytes]:  # noqa: ARG001
    """Yield the file; the header is part of it, whatever `comments` says."""
    header = header_json(sets)
    pieces = list(_body(sets, header))
    size = _CHECKED_START + sum(len(piece) for piece in pieces)
    start = _START.pack(_MAGIC, _VERSION, len(header)) + _LENGTH.pack(size)
    yield start + _CHECKSUM.pack(_checksum([start, *pieces]))
    # As bytes one at a time: who writes them may want to pack them.
    for piece in pieces:
        yield bytes(piece)


def _body(sets: ParentSets, header: bytes) -> Iterator[bytes | memoryview]:
    """Yield what follows the checksum, without copying the arrays."""
    yield header
    at = _CHECKED_START + len(header)
    arrays: list[npt.NDArray[Any]]
    arrays = [sets.child_starts, sets.scores, sets.set_starts, sets.members]
    for array, dtype in zip(arrays, _DTYPES, strict=True):
        yield b"\x00" * (-at % _ALIGNMENT)
        plain = np.ascontiguousarray(array.astype(dtype, copy=False))
        yield plain.view(np.uint8).data if plain.size else b""
        at += -at % _ALIGNMENT + plain.nbytes


def _checksum(pieces: Iterable[bytes | memoryview]) -> int:
    value = 0
    for piece in pieces:
        value = zlib.crc32(piece, value)
    return value


def read_binary(file: Path) -> ParentSets:
    """Read the file into memory, and refuse it if anything in it has changed."""
    content = _content(file)
    if len(content) < _START.size:
        raise FormatError(f"{file}: not a .dwps file (too short)")
    magic, version, length = _START.unpack(content[: _START.size].tobytes())
    if magic != _MAGIC:
        raise FormatError(f"{file}: not a .dwps file (it begins otherwise)")
    if version not in {1, _VERSION}:
        raise FormatError(f"{file}: version {version} of .dwps is unknown; this reads 1 and 2")
    first = _START.size
    if version == _VERSION:
        _check_whole(file, content)
        first = _CHECKED_START
    if length > len(content) - first:
        raise FormatError(f"{file}: the file ends early")
    header = parse_header(content[first : first + length].tobytes(), str(file))
    names, facts = names_and_facts(header, str(file))
    arrays = _arrays(file, content, first + length, header)
    try:
        return ParentSets.with_facts(names, arrays, facts)
    except DagwrightError as error:
        raise FormatError(f"{file}: the file is damaged ({error})") from None


def _check_whole(file: Path, content: npt.NDArray[np.uint8]) -> None:
    if len(content) < _CHECKED_START:
        raise FormatError(f"{file}: the file ends early")
    end = _START.size + _LENGTH.size
    (size,) = _LENGTH.unpack(content[_START.size : end].tobytes())
    if size > len(content):
        raise FormatError(f"{file}: the file ends early")
    if size < len(content):
        raise FormatError(f"{file}: there is more after the sets")
    (expected,) = _CHECKSUM.unpack(content[end:_CHECKED_START].tobytes())
    view = content.data
    if _checksum([view[:end], view[_CHECKED_START:]]) != expected:
        raise FormatError(
            f"{file}: the file is damaged (its checksum is wrong): copy or make it again"
        )


def _content(file: Path) -> npt.NDArray[np.uint8]:
    try:
        with file.open("rb") as stream:
            found = os.fstat(stream.fileno())
            if file.suffix.lower() == ".gz" or not stat.S_ISREG(found.st_mode):
                return np.frombuffer(b"".join(read_pieces(file)), np.uint8)
            if found.st_size == 0:
                raise FormatError(f"{file}: not a .dwps file (it is empty)")
            content = np.empty(found.st_size, np.uint8)
            view, at = content.data, 0
            while read := stream.readinto(view[at : at + _READ_AT_ONCE]):
                at += read
    except MemoryError:
        raise ResourceError(
            f"{file}: the file has {format_memory(file.stat().st_size)}, which do not fit into "
            "memory"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"cannot read {file}: {reason}") from error
    content.flags.writeable = False
    return content[:at]


def _arrays(
    file: Path, content: npt.NDArray[np.uint8], at: int, header: dict[str, Any]
) -> list[npt.NDArray[Any]]:
    counts = [len(header["names"]), header.get("n_sets"), header.get("n_members")]
    variables, sets, members = [count if type(count) is int else -1 for count in counts]
    if not all(0 <= count <= len(content) for count in (variables, sets, members)):
        raise FormatError(f"{file}: the header is damaged (no counts)")
    lengths = (variables + 1, sets, sets + 1, members)
    arrays = []
    for length, dtype in zip(lengths, _DTYPES, strict=True):
        at += -at % _ALIGNMENT
        end = at + length * np.dtype(dtype).itemsize
        if end > len(content):
            raise FormatError(f"{file}: the file ends early")
        native = np.dtype(dtype).newbyteorder("=")
        arrays.append(content[at:end].view(dtype).astype(native, copy=False))
        at = end
    if at != len(content):
        raise FormatError(f"{file}: there is more after the sets")
    return arrays
