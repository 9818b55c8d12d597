"""How lists of names and labels are split at their commas."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable
from itertools import islice

from dagwright.errors import DagwrightError

__all__ = [
    "match_names",
    "possible_names",
    "possible_owners",
    "split_assignment",
    "split_labels",
]

_MOST_COMMAS = 8
"""In a name that stands among others."""
_MOST_EQUALS = 64
"""Among which the one that ends a name is looked for."""


def match_names(texts: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the names in comma-separated lists; a known name wins over splitting at its commas.

    Examples
    --------
    >>> match_names(["a,b", "c"], ["a", "b", "c"])
    ['a', 'b', 'c']
    >>> match_names(["height, cm,age"], ["age", "height, cm"])
    ['height, cm', 'age']
    """
    known, found = frozenset(known), []
    for text in texts:
        parts = [text] if text in known else text.split(",")
        at = 0
        while at < len(parts):
            ends = range(min(at + 1 + _MOST_COMMAS, len(parts)), at, -1)
            end = next((end for end in ends if ",".join(parts[at:end]).strip() in known), at + 1)
            name = ",".join(parts[at:end])
            found.append(name if name in known else name.strip())
            at = end
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
    return [text[:at].strip() for at in _equals(text)]


def split_labels(text: str) -> list[str]:
    """Return the labels of a comma-separated list; one with a comma in it is quoted.

    Examples
    --------
    >>> split_labels('no, yes,"yes, but"')
    ['no', 'yes', 'yes, but']
    """
    try:
        (labels,) = csv.reader([text], skipinitialspace=True)
    except (csv.Error, ValueError):
        raise DagwrightError(
            f"{text!r} is not a list of labels: quote one with a comma or a line break"
        ) from None
    return [label.strip() for label in labels]


def split_assignment(text: str, known: Collection[str]) -> tuple[str | None, str]:
    """Return the name and the value of ``name=value``, None for a name if there is none.

    Examples
    --------
    >>> split_assignment("age=30,60", ["age"]), split_assignment("mean", ["age"])
    (('age', '30,60'), (None, 'mean'))
    >>> split_assignment("dose=high=yes", ["dose=high"])
    ('dose=high', 'yes')
    """
    places = _equals(text)
    if not places:
        return None, text.strip()
    at = next((at for at in reversed(places) if text[:at].strip() in known), places[0])
    return text[:at].strip(), text[at + 1 :].strip()


def _equals(text: str) -> list[int]:
    places = (at for at, character in enumerate(text) if character == "=")
    return list(islice(places, _MOST_EQUALS))
