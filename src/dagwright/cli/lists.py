"""How lists of names and labels are split at their commas."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable
from itertools import islice

from dagwright.constraints.name_patterns import NameReader, has_wildcards
from dagwright.errors import ConstraintError, DagwrightError

__all__ = [
    "check_edge",
    "match_edge",
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
_ARROW = "->"
_MOST_ARROWS = 64


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


def check_edge(option: str, text: str) -> None:
    """Refuse what cannot be an edge, whatever the names are."""
    if not _edges(text):
        raise ConstraintError(f"{option} {text!r} is not an edge: expected 'parent->child'")


def match_edge(option: str, text: str, known: Collection[str]) -> tuple[str, str]:
    """Return the parent and the child of ``parent->child``, in names that may have arrows.

    Examples
    --------
    >>> match_edge("--forbid", "p->q -> r", ["p->q", "r"])
    ('p->q', 'r')
    >>> match_edge("--forbid", "* -> p->q", ["p->q", "r"])
    ('*', 'p->q')
    """
    check_edge(option, text)
    edges = [(_as_known(parent, known), _as_known(child, known)) for parent, child in _edges(text)]
    if len(edges) == 1:
        return edges[0]
    named = [edge for edge in edges if all(name in known for name in edge)]
    reader = NameReader(list(known))
    read = named or [edge for edge in edges if all(_is_read(name, reader) for name in edge)]
    if len(read) == 1:
        return read[0]
    if read:
        ways = " or ".join(f"{parent!r} -> {child!r}" for parent, child in read)
        raise ConstraintError(
            f"{option} {text!r} could mean {ways}: give it as a pair in a file (--constraints)"
        )
    raise ConstraintError(
        f"{option} {text!r}: no arrow in it is between two variables; give a chain edge by edge"
    )


def _is_read(name: str, reader: NameReader) -> bool:
    return reader.is_name(name) or (has_wildcards(name) and bool(reader.read(name)))


def _as_known(name: str, known: Collection[str]) -> str:
    return name if name in known else name.strip()


def _edges(text: str) -> list[tuple[str, str]]:
    """Return what is before and after each arrow, where there is something on both sides."""
    places = (at for at in range(len(text)) if text.startswith(_ARROW, at))
    pairs = ((text[:at], text[at + len(_ARROW) :]) for at in islice(places, _MOST_ARROWS))
    return [pair for pair in pairs if all(part.strip() for part in pair)]


def _equals(text: str) -> list[int]:
    places = (at for at, character in enumerate(text) if character == "=")
    return list(islice(places, _MOST_EQUALS))
