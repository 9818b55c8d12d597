"""What the name of a column hints at: never enough by itself, only where values leave a doubt."""

from __future__ import annotations

import re

__all__ = ["suggests_code", "suggests_quantity"]

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")

# Beginnings of words for time and for what is counted or measured in whole steps.
_QUANTITIES = (
    "year jahr month monat week woche day tag hour minute second time zeit date quarter season "
    "period decade century dose dosage depth dist height length width weight temp speed price "
    "cost income amount count total size score degree percent lat lon"
).split()
_WHOLE_WORDS = frozenset("age ages alter yr yrs hr hrs min sec x y row col column range".split())

_CODES = frozenset("id ids code key nr nummer uid uuid subject patient person".split())


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def suggests_quantity(name: str) -> bool:
    """Tell whether a name speaks of time, age, place or an amount."""
    return any(
        word in _WHOLE_WORDS or word.startswith(tuple(_QUANTITIES)) for word in _words(name)
    )


def suggests_code(name: str) -> bool:
    """Tell whether a name speaks of a code that stands for something."""
    words = _words(name)
    return bool(words) and words[-1] in _CODES
