"""Which character separates the cells of a table of text."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from dagwright.data.text.records import BLANKS, Record, split_records
from dagwright.errors import DataError

__all__ = ["NO_DELIMITER", "checked_delimiter", "guess_delimiter", "separates"]

NO_DELIMITER = "\x1f"  # of a table of one column: a character that no text has
_TABS = {".tsv", ".tab"}
_NOT_BLANKS = {".csv", *_TABS}
# With decimal commas a comma may separate just as evenly, so it comes behind the semicolon.
_USUAL = ("\t", ";", ",", "|")
_RECORDS = 150


def checked_delimiter(delimiter: str) -> str:
    """Return a delimiter that the user gave, or raise a DataError."""
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n\0':
        raise DataError(
            f"delimiter={delimiter!r}: give one ASCII character, not a quote or a line end; ' ' "
            "stands for any run of blanks"
        )
    return delimiter


def guess_delimiter(lines: list[str], suffix: str) -> str:
    """Return the delimiter of a table with these lines.

    It is the one of tab, semicolon, comma, bar and, not in .csv files, blanks that gives most
    records the same number of cells, more than one. If none does for half of the records, but the
    first record has one, it is that, and the records are at fault; else there is one column.
    """
    best, share = NO_DELIMITER, 0.0
    records = {candidate: _first_records(lines, candidate) for candidate in (*_USUAL, BLANKS)}
    if suffix in _TABS and _evenness(records["\t"]) >= 0.5:
        return "\t"
    for candidate in _USUAL:
        evenness = _evenness(records[candidate])
        if evenness > share + 1e-9:
            best, share = candidate, evenness
    if share >= 0.5:
        return best
    if suffix not in _NOT_BLANKS and _evenness(records[BLANKS]) >= 0.9:
        return BLANKS
    for candidate in _USUAL:
        if records[candidate] and len(records[candidate][0].cells) > 1:
            return candidate
    return NO_DELIMITER


def separates(lines: list[str], delimiter: str) -> bool:
    """Tell whether a delimiter gives half of the records the same number of cells, above one."""
    return _evenness(_first_records(lines, checked_delimiter(delimiter))) >= 0.5


def _first_records(lines: list[str], delimiter: str) -> list[Record]:
    return list(islice(split_records(lines, delimiter), _RECORDS))


def _evenness(records: list[Record]) -> float:
    """Return the share of the records that have the most frequent length above 1."""
    lengths = Counter(len(record.cells) for record in records)
    del lengths[1]
    if not lengths:
        return 0.0
    length, count = lengths.most_common(1)[0]
    # R writes no name above row names; a delimiter that needs no such excuse is better.
    short_header = len(records[0].cells) == length - 1 and len(records) > 1
    return count / (len(records) - 1) - 0.001 if short_header else count / len(records)
