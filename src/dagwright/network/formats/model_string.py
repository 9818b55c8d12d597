"""bnlearn's model string: ``[a][b|a][c|a:b]``."""

from __future__ import annotations

import re

from dagwright.graph import Dag
from dagwright.network.formats.text_error import TextError

__all__ = ["read_model_string", "write_model_string"]

_SPECIAL = re.compile(r"[\[\]|:\s]")
_NODE = re.compile(r"\s*\[([^\[\]|:]+)(?:\|([^\[\]|]+))?\]")


def write_model_string(dag: Dag) -> str:
    """Return a structure as a model string; names with brackets, bars, colons or blanks fail."""
    for name in dag.names:
        if _SPECIAL.search(name):
            raise TextError(
                f"a model string cannot hold the name {name!r}: it has no way to write blanks "
                "or any of '[]|:'; rename it or choose another format"
            )
    parts = []
    for name in dag.topological_order():
        parents = ":".join(dag.parents(name))
        parts.append(f"[{name}|{parents}]" if parents else f"[{name}]")
    return "".join(parts) + "\n"


def read_model_string(text: str) -> Dag:
    """Return the structure of a model string."""
    names, edges, position = [], [], 0
    end = len(text.rstrip())
    while position < end:
        match = _NODE.match(text, position)
        if match is None:
            line = text.count("\n", 0, position) + 1
            found = text[position : position + 30].strip()
            raise TextError(f"expected '[name|parent:parent]', but found {found!r}", line)
        child = match[1].strip()
        names.append(child)
        edges += [(parent.strip(), child) for parent in (match[2] or "").split(":") if match[2]]
        position = match.end()
    return Dag(names, edges)
