"""Whether the first record of a table of text is a header."""

from __future__ import annotations

from collections.abc import Sequence

from dagwright.data.text_labels import is_number

__all__ = ["is_header"]


def is_header(first_record: Sequence[str], recurs: Sequence[bool]) -> bool:
    """Guess whether the first record names the columns.

    It does iff its cells are all non-empty and distinct, not all of them are numbers, and none of
    them occurs again in its own column: a value usually does, a name hardly ever.

    Parameters
    ----------
    first_record : sequence of str
        The cells.
    recurs : sequence of bool
        For each cell, whether it occurs in its column below.
    """
    return (
        all(first_record)
        and len(set(first_record)) == len(first_record)
        and not all(map(is_number, first_record))
        and not any(recurs)
    )
