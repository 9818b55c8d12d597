"""Parent sets as a binary file: the arrays as they are in memory.

8 bytes of magic, the version and the length of the header (two little-endian 32-bit numbers), a
header of JSON, then the four arrays of `SetArrays`, little-endian, each at a multiple of 64 bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dagwright.errors import DagwrightError, FormatError
from dagwright.files import read_pieces
from dagwright.parents.header import header_json, header_keywords, parse_header
from dagwright.parents.parent_sets import ParentSets

__all__ = ["binary_pieces", "read_binary"]

# As in PNG: the line end and the byte above 127 show what a text transfer has done to the file.
_MAGIC = b"\x89DWPS\r\n\x00"
_VERSION = 1
_START = struct.Struct("<8sII")
_ALIGNMENT = 64
_DTYPES = ("<i8", "<f8", "<u4", "<u2")


def binary_pieces(sets: ParentSets, comments: bool) -> Iterator[bytes]:  # noqa: ARG001
    """Yield the file; the header is part of it, whatever `comments` says."""
    header = header_json(sets)
    yield _START.pack(_MAGIC, _VERSION, len(header))
    yield header
    at = _START.size + len(header)
    arrays: list[npt.NDArray[Any]]
    arrays = [sets.child_starts, sets.scores, sets.set_starts, sets.members]
    for array, dtype in zip(arrays, _DTYPES, strict=True):
        yield b"\x00" * (-at % _ALIGNMENT)
        yield array.astype(dtype, copy=False).tobytes()
        at += -at % _ALIGNMENT + array.nbytes


def read_binary(file: Path) -> ParentSets:
    """Read the file by memory map, or into memory if it is packed."""
    content = _content(file)
    if len(content) < _START.size:
        raise FormatError(f"{file}: no .dwps file (too short)")
    magic, version, length = _START.unpack(content[: _START.size].tobytes())
    if magic != _MAGIC:
        raise FormatError(f"{file}: no .dwps file (it begins otherwise)")
    if version != _VERSION:
        raise FormatError(f"{file}: version {version} of .dwps is unknown; this reads {_VERSION}")
    if length > len(content) - _START.size:
        raise FormatError(f"{file}: the file ends early")
    header = parse_header(content[_START.size : _START.size + length].tobytes(), str(file))
    names, keywords = header_keywords(header, str(file))
    arrays = _arrays(file, content, _START.size + length, header)
    try:
        return ParentSets.from_arrays(names, *arrays, **keywords)
    except DagwrightError as error:
        raise FormatError(f"{file}: the file is damaged ({error})") from None


def _content(file: Path) -> npt.NDArray[np.uint8]:
    if file.suffix.lower() == ".gz":
        return np.frombuffer(b"".join(read_pieces(file)), np.uint8)
    try:
        if file.stat().st_size == 0:
            raise FormatError(f"{file}: no .dwps file (it is empty)")
        return np.memmap(file, np.uint8, mode="r")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"cannot read {file}: {reason}") from error


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
