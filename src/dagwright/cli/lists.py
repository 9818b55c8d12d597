"""How lists of names and labels are split at their commas."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable

__all__ = [
    "match_names",
    "possible_names",
    "possible_owners",
    "split_assignment",
    "split_labels",
]

_MOST_COMMAS = 8
"""In a name that stands among others."""


def match_names(texts: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the names in comma-separated lists; a known name wins over splitting at its commas.

    Examples
    --------
    >>> match_names(["a,b", "c"], ["a", "b", "c"])
    ['a', 'b', 'c']
    >>> match_names(["height, cm,age"], ["age", "height, cm"])
    ['height, cm', 'age']
    """
    found = []
    for text in texts:
        parts = [text] if text in known else text.split(",")
        while parts:
            length = next(
                (n for n in range(len(parts), 0, -1) if ",".join(parts[:n]).strip() in known), 1
            )
            name = ",".join(parts[:length])
            found.append(name if name in known else name.strip())
            parts = parts[length:]
    return [name for name in found if name]


def possible_names(texts: Iterable[str]) -> list[str]:
    """Return every name that comma-separated lists could mean, whatever the table has.

    Examples
    --------
    >>> possible_names(["a,b"])
    ['a,b', 'a', 'b']
    """
    found: dict[str, None] = {}
    for text in texts:
        parts = text.split(",")
        found[text] = None
        for first in range(len(parts)):
            for last in range(first + 1, min(first + 1 + _MOST_COMMAS, len(parts)) + 1):
                name = ",".join(parts[first:last])
                found.update(dict.fromkeys((name, name.strip())))
    return [name for name in found if name]


def possible_owners(text: str) -> list[str]:
    """Return every name that ``name=value`` could be about, whatever the table has.

    Examples
    --------
    >>> possible_owners("dose=high=yes")
    ['dose', 'dose=high']
    """
    return [text[:at].strip() for at, character in enumerate(text) if character == "="]


def split_labels(text: str) -> list[str]:
    """Return the labels of a comma-separated list; one with a comma in it is quoted.

    Examples
    --------
    >>> split_labels('no, yes,"yes, but"')
    ['no', 'yes', 'yes, but']
    """
    return [label.strip() for line in csv.reader([text], skipinitialspace=True) for label in line]


def split_assignment(text: str, known: Collection[str]) -> tuple[str | None, str]:
    """Return the name and the value of ``name=value``, None for a name if there is none.

    Examples
    --------
    >>> split_assignment("age=30,60", ["age"]), split_assignment("mean", ["age"])
    (('age', '30,60'), (None, 'mean'))
    >>> split_assignment("dose=high=yes", ["dose=high"])
    ('dose=high', 'yes')
    """
    places = [at for at, character in enumerate(text) if character == "="]
    if not places:
        return None, text.strip()
    at = next((at for at in reversed(places) if text[:at].strip() in known), places[0])
    return text[:at].strip(), text[at + 1 :].strip()
