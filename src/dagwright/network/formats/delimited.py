"""Structures as comma-separated text: a list of edges, or an adjacency matrix."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence

from dagwright.graph import Cpdag, Dag, Mpdag
from dagwright.network.formats.text_error import TextError

__all__ = [
    "read_adjacency",
    "read_edge_list",
    "write_adjacency",
    "write_adjacency_class",
    "write_edge_list",
]

_EDGE_HEADER = ["parent", "child"]


def _cell(text: str) -> str:
    # Not csv.writer: before Python 3.13 it leaves a lone carriage return unquoted.
    if text == text.strip() and text and not set(text) & set(',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"' if text else ""


def _text(rows: list[list[str]]) -> str:
    return "".join(",".join(map(_cell, row)) + "\n" for row in rows)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        return [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise TextError(f"not comma-separated text: {error}", reader.line_num) from None


def write_edge_list(dag: Dag) -> str:
    """Return one edge per line; a variable without edges has a line without child."""
    connected = {name for edge in dag.edges for name in edge}
    alone = [[name, ""] for name in dag.names if name not in connected]
    return _text([_EDGE_HEADER, *map(list, dag.edges), *alone])


def read_edge_list(text: str) -> Dag:
    """Return the structure of a list of edges; the header may be left out."""
    rows = _rows(text)
    if rows and rows[0][1] == _EDGE_HEADER:
        rows = rows[1:]
    names: dict[str, None] = {}
    edges = []
    for line, row in rows:
        if len(row) == 1:
            row = [row[0], ""]  # noqa: PLW2901
        if len(row) != 2 or not row[0]:
            raise TextError(f"expected 'parent,child', but found {row!r}", line)
        names.update(dict.fromkeys(name for name in row if name))
        if row[1]:
            edges.append((row[0], row[1]))
    return Dag(names, edges)


def write_adjacency(dag: Dag) -> str:
    """Return a matrix with 1 where the row's variable is a parent of the column's."""
    return _matrix(dag.names, set(dag.edges))


def write_adjacency_class(graph: Cpdag | Mpdag) -> str:
    """Return the matrix of a graph of arrows and lines; a line has a 1 in both places."""
    lines = {pair for a, b in graph.undirected for pair in ((a, b), (b, a))}
    return _matrix(graph.names, lines | set(graph.directed))


def _matrix(names: Sequence[str], pairs: Collection[tuple[str, str]]) -> str:
    rows = [[a, *("1" if (a, b) in pairs else "0" for b in names)] for a in names]
    return _text([["", *names], *rows])


def read_adjacency(text: str) -> Dag:
    """Return the structure of an adjacency matrix with names in the first row and column."""
    rows = _rows(text)
    if not rows or rows[0][1][0] != "":
        raise TextError("expected a first line with an empty cell and then the names", 1)
    names = rows[0][1][1:]
    if [row[0] for _, row in rows[1:]] != names:
        raise TextError("the first column must have the names of the first line, in order")
    edges = []
    for line, row in rows[1:]:
        if len(row) != len(names) + 1:
            raise TextError(f"{len(row) - 1} cells where {len(names)} are needed", line)
        for name, cell in zip(names, row[1:], strict=True):
            if cell.strip() not in {"0", "1"}:
                raise TextError(f"expected 0 or 1, but found {cell!r}", line)
            if cell.strip() == "1":
                edges.append((row[0], name))
    return Dag(names, edges)
