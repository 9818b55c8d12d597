"""Which character separates the cells of a table of text."""

from __future__ import annotations

import re

from dagwright.errors import DataError

__all__ = ["BLANKS", "checked_delimiter", "guess_delimiter"]

BLANKS = " "  # any run of spaces and tabs

# What is tried for a suffix, in this order; the last one stands if none is in the first line.
_CANDIDATES = {
    ".csv": (",", ";", "\t", ","),
    ".tsv": ("\t",),
    ".tab": ("\t",),
}
_ANY = (",", ";", "\t", BLANKS)
_QUOTED = re.compile(rb'"(?:[^"]|"")*"?')


def guess_delimiter(suffix: str, start: bytes) -> str:
    """Return the delimiter of a table whose text starts like this.

    It is the first of comma, semicolon, tab and blanks that the first line has outside quotes;
    blanks are only for files that are not called .csv, and .tsv and .tab files have tabs.
    """
    candidates = _CANDIDATES.get(suffix, _ANY)
    line = next(
        (line for line in start.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()), b""
    )
    bare = _QUOTED.sub(b"", line.strip(b" \t") if BLANKS in candidates else line)
    for candidate in candidates:
        if candidate.encode() in bare:
            return candidate
    return candidates[-1]


def checked_delimiter(delimiter: str) -> str:
    """Return a delimiter that the user gave, or raise a DataError."""
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n\0':
        raise DataError(
            f"delimiter={delimiter!r}: give one ASCII character, not a quote or a line end; ' ' "
            "stands for any run of blanks"
        )
    return delimiter
