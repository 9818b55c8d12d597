"""What a network knows about its table, and its real names, as properties in a file.

Each is ``dagwright_1 = text``, numbered because pyAgrum reads at most some 16 000 characters of a
property. The text is JSON with apostrophes for quotes; every character that could mean something
to a reader of either format is written as %22 and the like: quotes, blanks, semicolons (where
pyAgrum ends a property), further equals signs (which pgmpy refuses), braces, backslashes and
whatever is not ASCII. So are the first letters of the words `variable` and `probability`, which
pgmpy looks for anywhere in a file. The real names are ``dagwright_name_1 = text`` and
``dagwright_states_1 = text`` likewise: an object from what is written to what it stands for.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from dagwright.data.columns.recipe import Recipe
from dagwright.data.columns.recipe_json import column_to_json, recipe_from_json, recipe_to_json
from dagwright.errors import FormatError
from dagwright.network.formats.text_error import TextError

__all__ = ["property_texts", "read_properties", "recipe_of", "recipe_properties"]

_CURE = "write the file again, or remove all of them"
_SWAPPED = str.maketrans("\"'", "'\"")
_LONGEST = 4000
_SAFE = frozenset(string.ascii_letters + string.digits + "[]',:.+_()-")
_ESCAPES = {
    code: swapped if (swapped := chr(_SWAPPED.get(code, code))) in _SAFE else f"%{ord(swapped):02X}"
    for code in range(128)
}
_WORDS = re.compile(r"v(?=ariable)|p(?=robability)", re.IGNORECASE)
_AS_JSON = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode  # ASCII alone
_PROPERTY = re.compile(r"\s*dagwright_((?:name_|states_)?)([0-9]{1,6})\s*=\s*\"?([^\"\s;]*)\"?\s*")


def recipe_properties(
    recipe: Recipe | None, variables: Iterable[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the properties of the network and those of each variable, names and texts.

    Decisions about a variable stand beside its states; the network has the rest, and in the order
    of the columns the names of the variables.
    """
    parts: dict[str, list[str]] = {name: [] for name in variables}
    if recipe is None:
        return [], parts
    for name in parts:
        parts[name] = property_texts(column_to_json(recipe[name]))
    return property_texts(recipe_to_json(recipe, by_name=parts)), parts


def property_texts(content: Any, kind: str = "") -> list[str]:
    """Return what is JSON as properties: nothing, ``name_`` or ``states_`` says what it is."""
    safe = _AS_JSON(content).translate(_ESCAPES)
    safe = _WORDS.sub(lambda found: f"%{ord(found[0]):02X}", safe)
    starts = range(0, len(safe), _LONGEST)
    return [f"dagwright_{kind}{i} = {safe[at : at + _LONGEST]}" for i, at in enumerate(starts, 1)]


def read_properties(texts: Iterable[str], line: int | None, kind: str = "") -> Any:
    """Return what the properties of a block say, of those of a kind; None if there are none."""
    matches = [match for match in map(_PROPERTY.fullmatch, texts) if match]
    found = [match for match in matches if match[1] == kind]
    if not found:
        return None
    pieces = {int(match[2]): match[3] for match in found}
    if sorted(pieces) != list(range(1, len(found) + 1)):
        raise TextError(f"the properties dagwright_{kind}1, ... are incomplete: {_CURE}", line)
    text = unquote("".join(pieces[number] for number in sorted(pieces)))
    try:
        return json.loads(text.translate(_SWAPPED))
    except (ValueError, RecursionError) as error:
        raise TextError(
            f"the properties dagwright_{kind}1, ... are damaged ({error}): {_CURE}", line
        ) from None


def recipe_of(network: Any, variables: Mapping[str, Any]) -> Recipe | None:
    """Return the recipe from what network and variables have; None if the network has nothing.

    Other programs may keep the properties of variables and lose those of the network.
    """
    if network is None:
        return None
    try:
        if isinstance(network, dict) and isinstance(network.get("columns"), list):
            network["columns"] = [
                _column(each, variables) if isinstance(each, str) else each
                for each in network["columns"]
            ]
        return recipe_from_json(network)
    except FormatError as error:
        raise TextError(f"the properties dagwright_1, ... are damaged ({error}): {_CURE}") from None


def _column(name: str, variables: Mapping[str, Any]) -> Any:
    column = variables.get(name)
    if column is None:
        raise FormatError(f"variable {name!r} has no such property")
    if not isinstance(column, dict) or column.get("name") != name:
        raise FormatError(f"that of variable {name!r} is about something else")
    return column
