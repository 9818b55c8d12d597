"""How messages count and list things."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["BY_HAND", "list_names", "plural", "quoted"]

BY_HAND = "a person or a callback"
"""Who ends a run early, as far as the library knows; the command line knows the signal."""
_MOST_NAMES = 10


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Return a count and its noun.

    Examples
    --------
    >>> from dagwright.words import plural
    >>> plural(1, "edge"), plural(1000, "edge"), plural(2, "local optimum", "local optima")
    ('1 edge', '1,000 edges', '2 local optima')
    """
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def quoted(names: Iterable[object], last: str = "") -> str:
    """Return names as a readable list, the last one behind a word such as "and".

    Examples
    --------
    >>> from dagwright.words import quoted
    >>> quoted("abc"), quoted("abc", "and"), quoted("a", "and")
    ("'a', 'b', 'c'", "'a', 'b' and 'c'", "'a'")
    """
    *first, end = [repr(name) for name in names] or [""]
    if not first:
        return end
    return ", ".join(first) + (f" {last} " if last else ", ") + end


def list_names(names: Iterable[object], last: str = "") -> str:
    """Quote names for a message, the first few only: a table may have thousands.

    Examples
    --------
    >>> from dagwright.words import list_names
    >>> list_names(["rain", "wet"])
    "'rain', 'wet'"
    """
    every = list(names)
    if len(every) <= _MOST_NAMES:
        return quoted(every, last)
    return f"{quoted(every[:_MOST_NAMES])}, ... ({len(every)} in all)"
