"""What a user may have meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean"]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question to put behind a message about an unknown word, empty if nothing is near.

    Examples
    --------
    >>> did_you_mean("lungs", ["asia", "lung"])
    " (did you mean 'lung'?)"
    >>> did_you_mean("ID", ["age", "id"]), did_you_mean("x", ["age", "id"])
    (" (did you mean 'id'?)", '')
    """
    by_lower_case: dict[str, str] = {}
    for name in known:
        by_lower_case.setdefault(name.lower(), name)
    near = get_close_matches(word.lower(), by_lower_case, n=1)
    return f" (did you mean {by_lower_case[near[0]]!r}?)" if near else ""
