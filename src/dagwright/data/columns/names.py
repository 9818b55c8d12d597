"""What the name of a column hints at: never enough by itself, only where values leave a doubt."""

from __future__ import annotations

import re

__all__ = ["suggests_code", "suggests_place", "suggests_quantity"]

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")

# Beginnings of words for time and for what is measured in whole steps.
# fmt: off
_QUANTITIES = (
    "year", "jahr", "month", "monat", "week", "woche", "day", "tag", "hour", "minute", "second",
    "time", "zeit", "date", "quarter", "season", "period", "decade", "dose", "dosage", "depth",
    "dist", "height", "length", "width", "weight", "temp", "speed", "price",
)
_WHOLE_WORDS = {"age", "ages", "alter", "yr", "yrs", "hr", "hrs", "min", "sec"}
_PLACES = {"x", "y", "row", "col", "column", "range", "lat", "lon", "latitude", "longitude"}
_CODES = {
    "id", "ids", "code", "key", "nr", "nummer", "uid", "uuid", "subject", "patient", "person",
}
# fmt: on


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def suggests_quantity(name: str) -> bool:
    """Tell whether a name speaks of time, age or a measured amount."""
    return any(word in _WHOLE_WORDS or word.startswith(_QUANTITIES) for word in _words(name))


def suggests_place(name: str) -> bool:
    """Tell whether a name speaks of a coordinate."""
    return any(word in _PLACES for word in _words(name))


def suggests_code(name: str) -> bool:
    """Tell whether a name speaks of a code that stands for something."""
    words = _words(name)
    return bool(words) and words[-1] in _CODES
