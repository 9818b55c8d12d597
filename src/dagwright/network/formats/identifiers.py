"""Identifiers for texts that a format, or a program that reads it, cannot hold.

An identifier is ASCII letters, digits and underscores, beginning with a letter. It looks like the
text that it stands for: `Größe (cm)` becomes `Groesse_cm`, `<42` becomes `lt_42`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

__all__ = ["identify"]

_LONGEST = 60
_LETTERS = str.maketrans(
    {
        **{"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"},
        **{"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "å": "aa", "Å": "Aa"},
        **{"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"},
        **{"\u0131": "i", "µ": "u", "μ": "u", "€": " euro "},
    }
)
_SIGNS = {
    **{"->": "to", "<=": "le", "≤": "le", ">=": "ge", "≥": "ge", "!=": "ne", "≠": "ne"},
    **{"<": "lt", ">": "gt", "+": "plus", "%": "percent", "&": "and"},
}
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_MINUS = re.compile(r"(?<![A-Za-z0-9])[-\u2212](?=\.?[0-9])")
_OTHERS = re.compile(r"[^A-Za-z0-9]+")


def identify(
    texts: Sequence[str], holds: Callable[[str], bool], prefix: str, ignore_case: bool
) -> list[str]:
    """Return what to write for each text: itself if it is held, otherwise an identifier.

    All are distinct, even in small letters if the reader ignores case; in a clash an identifier
    gets a number. The same texts are always written alike.
    """

    def key(text: str) -> str:
        return text.lower() if ignore_case else text

    firsts: dict[str, str] = {}
    for text in texts:
        if holds(text):
            firsts.setdefault(key(text), text)
    taken = set(firsts)
    last: Counter[str] = Counter()
    written = []
    for text in texts:
        if firsts.get(key(text)) == text:
            written.append(text)
            continue
        base = _readable(text, prefix)
        word = base
        while key(word) in taken or not holds(word):
            last[base] += 1
            word = f"{base}_{last[base] + 1}"
        taken.add(key(word))
        written.append(word)
    return written


def _readable(text: str, prefix: str) -> str:
    """Return an identifier that looks like a text; it may be that of another text too."""
    composed = unicodedata.normalize("NFC", text[: 4 * _LONGEST]).translate(_LETTERS)
    plain = unicodedata.normalize("NFKD", composed)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    signed = _MINUS.sub(" minus ", _SIGN.sub(lambda found: f" {_SIGNS[found[0]]} ", plain))
    word = _OTHERS.sub("_", signed).strip("_")[:_LONGEST].rstrip("_")
    return word if word[:1].isalpha() else f"{prefix}_{word}".rstrip("_")
