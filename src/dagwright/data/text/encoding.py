"""How a file of text is encoded, and its bytes as UTF-8."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from dagwright.errors import DataError, FormatError
from dagwright.suggestions import did_you_mean
from dagwright.words import quoted

__all__ = ["checked_encoding", "decoded_start", "guess_encoding", "is_utf8", "utf8_pieces"]

# Longer marks first: that of UTF-32 starts with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MARK = "\ufeff"
_USUAL = ("utf-8", "cp1252", "latin-1", "utf-16")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19]")
_CTRL_Z = b"\x1a"  # the end of a file of text under CP/M, and of some under DOS


def checked_encoding(encoding: str) -> str:
    """Return the name of an encoding that the user gave, or raise a DataError."""
    try:
        "a".encode(encoding)
    except (LookupError, ValueError):
        raise DataError(
            f"encoding={encoding!r} is not known{did_you_mean(encoding, _USUAL)}: give for "
            f"instance {quoted(_USUAL, 'or')}"
        ) from None
    return codecs.lookup(encoding).name


def is_utf8(encoding: str) -> bool:
    """Tell whether bytes in this encoding are UTF-8 as they are."""
    return encoding in {"utf-8", "utf-8-sig", "ascii"}


def guess_encoding(sample: bytes, complete: bool) -> str:
    """Return the encoding of a file that starts with these bytes.

    A byte order mark tells it; zero bytes at every other place are UTF-16; whatever is valid UTF-8
    is taken for it. The rest is cp1252, or latin-1 if it has bytes that mean nothing in cp1252.

    Raises
    ------
    FormatError
        If zero bytes are elsewhere.
    """
    for mark, encoding in _MARKS:
        if sample.startswith(mark):
            return encoding
    if b"\0" in sample:
        return _guess_utf16(sample, complete)
    for encoding in ("utf-8", "cp1252"):
        try:
            codecs.getincrementaldecoder(encoding)().decode(sample, complete)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"


def _guess_utf16(sample: bytes, complete: bool) -> str:
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(sample, complete)
    except UnicodeDecodeError:
        raise FormatError("this is a binary file, not a table") from None
    rare = max(even, odd) < len(sample) / 8  # where all text has digits, blanks or delimiters
    if min(even, odd) > 0 or rare or _CONTROL.search(text):
        raise FormatError("this is a binary file, not a table")
    return encoding


def decoded_start(sample: bytes, encoding: str, complete: bool) -> str:
    """Return the text that a file starts with, without byte order mark; a torn end is left out."""
    text = codecs.getincrementaldecoder(encoding)().decode(sample, complete)
    return text.removeprefix(_MARK)


def utf8_pieces(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield a text as UTF-8 without byte order mark and without a Ctrl-Z at its end."""
    decoder = None if is_utf8(encoding) else codecs.getincrementaldecoder(encoding)()
    mark = _MARK.encode()
    start: bytes | None = b""  # until there is enough of it to tell whether it is a mark
    held = b""  # the last piece, for it may end in Ctrl-Z
    for part in pieces:
        piece = part if decoder is None else decoder.decode(part).encode()
        if start is not None:
            start += piece
            if len(start) >= len(mark):
                held, start = start.removeprefix(mark), None
        elif piece.isspace():
            held += piece
        else:
            yield held
            held = piece
    if decoder is not None:
        held += decoder.decode(b"", final=True).encode()
    held = (start or b"").removeprefix(mark) + held
    bare = held.rstrip(b"\r\n")
    yield bare.rstrip(_CTRL_Z) if bare.endswith(_CTRL_Z) else held
