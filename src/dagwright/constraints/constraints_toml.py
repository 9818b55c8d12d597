"""Constraints as TOML, which people write and change."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from dagwright.constraints.wishes import Edge
from dagwright.errors import FormatError
from dagwright.suggestions import did_you_mean
from dagwright.toml_text import toml_list, toml_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["ARROW", "as_keys", "words_from_toml", "words_to_toml"]

ARROW = "->"
_KEYS = (
    "required",
    "forbidden",
    "tiers",
    "max_parents",
    "roots",
    "leaves",
    "forbid_within",
)
_PARAMETER = re.compile(rf"\b({'|'.join(_KEYS)})=(?=(\S)?)")
_PYTHON = {"True": "true", "False": "false", ", or None": ""}
_PYTHON_WORD = re.compile("|".join(_PYTHON))


def as_keys(message: str) -> str:
    """Return a message about parameters of `Constraints` as one about the keys of a file.

    Examples
    --------
    >>> as_keys("max_parents='2': give a whole number from 0, or None")
    "max_parents = '2': give a whole number from 0"
    >>> as_keys("forbid_within= is about tiers: give some (tiers=)")
    'forbid_within is about tiers: give some (tiers)'
    """

    def key(said: re.Match[str]) -> str:
        return f"{said[1]} = " if said[2] and said[2] != ")" else said[1]

    plain = _PYTHON_WORD.sub(lambda said: _PYTHON[said[0]], message)
    return _PARAMETER.sub(key, plain)


def words_to_toml(words: Mapping[str, Any]) -> str:
    """Return parameters of `Constraints` as TOML, an item per line."""
    lines: list[str] = []
    for key, value in words.items():
        if key == "max_parents":
            lines.append(f"{key} = {value}")
        elif key == "forbid_within":
            every = len(value) == len(words["tiers"])
            lines.append(f"{key} = {'true' if every else toml_list(map(str, value))}")
        else:
            lines += [f"{key} = [", *(f"    {_item(key, item)}," for item in value), "]"]
    return "\n".join([*lines, ""])


def _item(key: str, item: Any) -> str:
    if isinstance(item, str):
        return toml_text(item)
    if key == "tiers" or not _survives(item):
        return toml_list(map(toml_text, item))
    return toml_text(f" {ARROW} ".join(item))


def _survives(edge: Edge) -> bool:
    """Tell whether an edge can be read from one text with an arrow in it."""
    text = f" {ARROW} ".join(edge)
    return text.count(ARROW) == 1 and all(name == name.strip() and name for name in edge)


def words_from_toml(text: str) -> dict[str, Any]:
    """Return the parameters of `Constraints` that a TOML text gives.

    Examples
    --------
    >>> words_from_toml('required = ["a -> b", ["p->q", "r"]]')
    {'required': [('a', 'b'), ('p->q', 'r')]}
    """
    try:
        content: dict[str, Any] = tomllib.loads(text)
    # ValueError: also of an integer of too many digits.
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not TOML: {error}") from None
    for key in content:
        if key not in _KEYS:
            raise FormatError(
                f"unknown key {key!r}{did_you_mean(key, _KEYS)}: known are {', '.join(_KEYS)}"
            )
    for key in ("required", "forbidden"):
        if key in content:
            content[key] = list(_edges(key, content[key]))
    return content


def _edges(key: str, items: Any) -> Iterable[Edge]:
    if not isinstance(items, list):
        raise FormatError(f'{key} is {items!r:.60}: give an array of edges, as in ["a -> b"]')
    for item in items:
        if isinstance(item, str):
            yield _edge(key, item)
        elif isinstance(item, list) and len(item) == 2:
            yield item[0], item[1]
        else:
            raise FormatError(
                f'{key} holds {item!r:.60}: write an edge as "a -> b" or as ["a", "b"]'
            )


def _edge(key: str, text: str) -> Edge:
    parts = [part.strip() for part in text.split(ARROW)]
    if len(parts) > 2:
        raise FormatError(
            f"{key} holds {text!r}, with several arrows: write an edge between names with arrows "
            'as ["parent", "child"], and a chain edge by edge'
        )
    if len(parts) < 2 or not all(parts):
        raise FormatError(f'{key} holds {text!r}: write an edge as "parent -> child"')
    return parts[0], parts[1]
