"""Messages of the library in the words of the command line."""

from __future__ import annotations

import re
from dataclasses import fields

import dagwright as dw

__all__ = ["as_options"]

_WORDS = {field.name for field in fields(dw.TableOptions) if field.init} | {"bins", "target"}
_FLAGS = {word: "--" + word.replace("_", "-") for word in _WORDS} | {
    "cuts": "--cut",
    "forbid_within": "--forbid-within",
    "leaves": "--leaf",
    "roots": "--root",
    "tiers": "--tier",
}
_SAID = re.compile(
    rf"(?<![\w'\"-])({'|'.join(sorted(_FLAGS, key=len, reverse=True))})="
    r"(True\b|False\b|'[^']*'|\d+)?"
)
_TWICE = re.compile(r"(--[\w-]+)(?:,| or) \1\b")
"""Of a message that speaks of both."""


def as_options(text: str) -> str:
    """Return a message that speaks of parameters so that it speaks of options.

    Examples
    --------
    >>> as_options("leave it out (exclude=), or allow them (max_states=)")
    'leave it out (--exclude), or allow them (--max-states)'
    >>> as_options("missing='guess': choose another"), as_options("header=False")
    ('--missing guess: choose another', '--no-header')
    """
    return _TWICE.sub(r"\1", _SAID.sub(_option, text))


def _option(said: re.Match[str]) -> str:
    flag, value = _FLAGS[said[1]], said[2]
    if value is None or value == "True":
        return flag
    if value == "False":
        return flag.replace("--", "--no-", 1)
    plain = value.strip("'")
    return f"{flag} {value if ' ' in plain or not plain else plain}"
