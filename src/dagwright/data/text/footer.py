"""What stands below a table: totals, sources and notes."""

from __future__ import annotations

import re

from dagwright.data.text.records import Record, lines_of, split_records

__all__ = ["FOOTER_RECORDS", "count_footer", "is_remark", "last_lines", "shown"]

FOOTER_RECORDS = 12  # of the table's own length; no more than these are looked at
_REMARK = re.compile(
    r"(?:sources?|quellen?|notes?|anmerkung(?:en)?|footnotes?|copyright|last updated)\b"
    r"|[*©†]|\(c\)",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?:grand |sub)?totals?|sum|summe|(?:ins)?gesamt|average|mean|mittelwert|total general",
    re.IGNORECASE,
)


def last_lines(tail: str, last_line: int, first: int) -> list[str]:
    """Return the lines of a text from number `first` on, or as many as its `tail` has whole.

    Parameters
    ----------
    tail : str
        The end of the text; its first line may be torn.
    last_line : int
        Number of the line that the text ends in: an empty one if it ends with a line end.
    first : int
        Number of the first line wanted.
    """
    lines = lines_of(tail)
    if not lines or lines[-1].endswith(("\r", "\n")):
        lines.append("")
    start = len(lines) - 1 - (last_line - first)
    return lines[start:] if start >= 1 else []


def count_footer(records: list[Record], labels_above: list[set[str]]) -> int:
    """Return how many of the last records of a table belong to its footer.

    Such a record has text in its first cell only, which starts like a remark or comes behind a
    blank line; or that is a word for totals that the column has nowhere else.

    Parameters
    ----------
    records : list of Record
        The last ones, of full length.
    labels_above : list of set of str
        For each of them the labels that its first column has elsewhere.
    """
    count = 0
    for at in range(len(records) - 1, -1, -1):
        record = records[at]
        first = record.cells[0]
        alone = record.n_filled == 1 and len(record.cells) > 2 and bool(first)
        gap = at > 0 and record.first_line > records[at - 1].last_line + 1
        total = _TOTAL.fullmatch(first.rstrip(":")) is not None and first not in labels_above[at]
        if total or (alone and (gap or _REMARK.match(first))):
            count = len(records) - at
        elif not alone:  # a line that is alone may continue a remark
            break
    return count


def is_remark(cell: str) -> bool:
    """Tell whether a cell starts like a remark, or is a word for totals."""
    return bool(_REMARK.match(cell) or _TOTAL.fullmatch(cell.rstrip(":")))


def shown(lines: list[str], delimiter: str) -> str:
    """Return the beginning of a footer, for messages."""
    record = next(split_records(lines, delimiter), None)
    text = " ".join(filter(None, record.cells)) if record else ""
    return repr(text if len(text) <= 60 else text[:57] + "...")
