"""What a user probably meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from dagwright.errors import DagwrightError

__all__ = ["did_you_mean", "meant_by", "nearest", "unknown"]

_ALIKE, _ALIKE_OPTIONS = 0.6, 0.7
_LONGEST = 100
"""Longer words are not typing mistakes, and comparing them takes the square of their length."""


def nearest(word: object, known: Iterable[object]) -> str | None:
    """Return the known word that a word is most like, None if it is like none of them.

    Case does not count, nor do the hyphens before an option; options have to be more alike, since
    the wrong one may well be taken.

    Examples
    --------
    >>> from dagwright.suggestions import nearest
    >>> nearest("id", ["age", "ID"]), nearest("hil-climbing", ["obs", "hill-climbing"])
    ('ID', 'hill-climbing')
    >>> nearest("--tiem", ["--time", "--tier"]), nearest("--samples", ["--states"])
    ('--time', None)
    """
    typed = str(word).casefold()
    if len(typed) > _LONGEST:
        return None
    is_option = typed.startswith("-")
    by_folded: dict[str, str] = {}
    for each in map(str, known):
        by_folded.setdefault(each.casefold().lstrip("-" if is_option else ""), each)
    cutoff = _ALIKE_OPTIONS if is_option else _ALIKE
    close = get_close_matches(typed.lstrip("-") if is_option else typed, by_folded, 1, cutoff)
    found = by_folded[close[0]] if close else None
    return None if found == str(word) else found


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """Return a question to put behind a word that is not known, empty if nothing is like it.

    Examples
    --------
    >>> from dagwright.suggestions import did_you_mean
    >>> did_you_mean("lugn", ["asia", "lung", "bronc"])
    " (did you mean 'lung'?)"
    >>> did_you_mean("x", ["asia", "lung", "bronc"])
    ''
    """
    found = nearest(word, known)
    return "" if found is None else f" (did you mean {found!r}?)"


def meant_by(words: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """Return what was probably meant by words that are not known; nothing if one is like none.

    A command with only some of its words put right would be refused again.

    Examples
    --------
    >>> from dagwright.suggestions import meant_by
    >>> meant_by(["lugn", "broncs"], ["asia", "lung", "bronc"])
    {'lugn': 'lung', 'broncs': 'bronc'}
    >>> meant_by(["lugn", "x"], ["asia", "lung", "bronc"])
    {}
    """
    found = {word: nearest(word, known) for word in words}
    right = {word: each for word, each in found.items() if each is not None}
    return right if len(right) == len(found) else {}


def unknown(parameter: str, word: str, known: Collection[str]) -> DagwrightError:
    """Return the error about a word that a parameter does not know.

    Examples
    --------
    >>> from dagwright.suggestions import unknown
    >>> print(unknown("score", "bics", ["bic", "k2"]))
    unknown score 'bics' (did you mean 'bic'?); known: bic, k2; try score='bic'
    """
    found = nearest(word, known)
    return DagwrightError(
        f"unknown {parameter} {word!r}{did_you_mean(word, known)}; known: {', '.join(known)}",
        remedy=None if found is None else {parameter: found},
    )
