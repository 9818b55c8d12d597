"""What our files say besides the sets, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dagwright.errors import DagwrightError, FormatError
from dagwright.graph.names import check_names
from dagwright.parents.facts import Facts, facts_from_json

if TYPE_CHECKING:
    from dagwright.parents.parent_sets import ParentSets

__all__ = ["header_json", "names_and_facts", "parse_header"]


def header_json(sets: ParentSets) -> bytes:
    """Return names, counts, origin and coverage as a line of ASCII."""
    counts = {"n_sets": sets.n_sets, "n_members": len(sets.members)}
    content = {"names": sets.names, **counts, **sets.facts.to_json()}
    return json.dumps(content, allow_nan=False).encode() + b"\n"


def parse_header(text: bytes, where: str) -> dict[str, Any]:
    """Return the JSON object of a header."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{where}: the header is damaged ({error})") from None
    if not isinstance(content, dict):
        raise FormatError(f"{where}: the header is damaged (no JSON object)")
    return content


def names_and_facts(content: Mapping[str, Any], where: str) -> tuple[tuple[str, ...], Facts]:
    """Return what a header says besides counts."""
    try:
        names = check_names(content["names"])
        return names, facts_from_json(names, content)
    except KeyError as error:
        raise FormatError(f"{where}: the header is damaged (no {error})") from None
    except (DagwrightError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise FormatError(f"{where}: the header is damaged ({error})") from None
