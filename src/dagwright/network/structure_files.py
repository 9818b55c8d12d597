"""Structures, without parameters, as files."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

from dagwright.errors import FormatError
from dagwright.files import write_whole
from dagwright.graph import Dag

__all__ = ["check_suffix", "write_structure"]


def _to_dot(dag: Dag) -> str:
    def quote(name: str) -> str:
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = [f"  {quote(name)};" for name in dag.names]
    lines += [f"  {quote(parent)} -> {quote(child)};" for parent, child in dag.edges]
    return "\n".join(["digraph {", *lines, "}", ""])


def _to_json(dag: Dag) -> str:
    content = {"variables": dag.names, "edges": dag.edges}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _to_csv(dag: Dag) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("parent", "child"), *dag.edges])
    return text.getvalue()


_WRITERS: dict[str, Callable[[Dag], str]] = {
    ".dot": _to_dot,
    ".gv": _to_dot,
    ".json": _to_json,
    ".csv": _to_csv,
}


def check_suffix(path: str | os.PathLike[str]) -> None:
    """Refuse a path whose suffix names no format, before any work is done."""
    if Path(path).suffix.lower() not in _WRITERS:
        raise FormatError(
            f"{path}: unknown suffix; a structure is written as {', '.join(_WRITERS)}"
        )


def write_structure(dag: Dag, path: str | os.PathLike[str]) -> None:
    """Write a Dag; the format follows from the suffix."""
    check_suffix(path)
    write_whole(path, _WRITERS[Path(path).suffix.lower()](dag))
