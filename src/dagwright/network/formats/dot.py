"""Graphviz DOT: the structure.

Names are always quoted; in quotes a backslash stands before quotes and backslashes. Reading takes
nodes, chains of arrows and, without looking at them, attributes; subgraphs and ports are refused.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from dagwright.graph import Cpdag, Dag, Mpdag
from dagwright.network.formats.scanner import (
    BLOCK_COMMENT,
    LINE_COMMENT,
    Scanner,
    blank_comments,
    comment_pattern,
)
from dagwright.network.formats.text_error import UNDIRECTED, TextError

__all__ = ["read_dot", "write_dot", "write_dot_class"]

_COMMENT = comment_pattern(LINE_COMMENT, BLOCK_COMMENT, r"^#[^\n]*")
_WORD = r'[^\s{}\[\];,=:<>"-]'


def write_dot(dag: Dag) -> str:
    """Return a structure as DOT."""
    return _digraph(dag.names, [f"{_quote(a)} -> {_quote(b)}" for a, b in dag.edges])


def write_dot_class(graph: Cpdag | Mpdag) -> str:
    """Return a graph of arrows and lines as DOT; lines are edges without arrowheads."""
    arrows = [f"{_quote(a)} -> {_quote(b)}" for a, b in graph.directed]
    lines = [f"{_quote(a)} -> {_quote(b)} [dir=none]" for a, b in graph.undirected]
    return _digraph(graph.names, arrows + lines)


def _digraph(names: Iterable[str], edges: Iterable[str]) -> str:
    lines = [f"  {line};" for line in (*map(_quote, names), *edges)]
    return "\n".join(["digraph {", *lines, "}", ""])


def _quote(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unquote(name: str) -> str:
    # Not \n: Graphviz gives it a meaning in labels only.
    return re.sub(r'\\([\\"])', r"\1", name)


def read_dot(text: str) -> Dag:
    """Return the structure of a DOT text."""
    scan = Scanner(blank_comments(text, _COMMENT), _WORD)
    if scan.peek().lower() == "strict":
        scan.take()
    if scan.peek().lower() != "digraph":
        raise TextError(f"expected 'digraph', but found {scan.found()}", scan.line())
    scan.take()
    if scan.peek() != "{":
        _name(scan)
    start = scan.line()
    scan.expect("{", "after 'digraph'")
    names: dict[str, None] = {}
    edges: list[tuple[str, str]] = []
    while not scan.accept("}"):
        if not scan.peek():
            raise TextError("this graph is never closed: add '}'", start)
        if not scan.accept(";"):
            _read_statement(scan, names, edges)
    if scan.peek():
        raise TextError(f"expected nothing more, but found {scan.found()}", scan.line())
    return Dag(names, edges)


def _read_statement(scan: Scanner, names: dict[str, None], edges: list[tuple[str, str]]) -> None:
    if scan.peek().lower() in {"graph", "node", "edge"}:
        scan.take()
        _skip_attributes(scan)
        return
    if scan.peek().lower() in {"subgraph", "{"}:
        raise TextError("subgraphs are not supported: write the edges out", scan.line())
    chain = [_name(scan)]
    if scan.accept("="):  # an attribute of the graph
        _name(scan)
        return
    while scan.accept("-"):
        if not scan.accept(">"):
            raise TextError("expected '->': the graph must be directed", scan.line())
        chain.append(_name(scan))
    names.update(dict.fromkeys(chain))
    edges.extend(itertools.pairwise(chain))
    line = scan.line()
    if "dir=none" in "".join(_skip_attributes(scan)).replace('"', ""):
        raise TextError(f"{chain[0]!r} and {chain[-1]!r}: {UNDIRECTED}", line)


def _skip_attributes(scan: Scanner) -> list[str]:
    """Read attributes; return what they are made of."""
    found = []
    while scan.accept("["):
        start = scan.line()
        while not scan.accept("]"):
            found.append(scan.take())
            if not found[-1]:
                raise TextError("these attributes are never closed: add ']'", start)
    return found


def _name(scan: Scanner) -> str:
    token = scan.peek()
    if token.startswith('"') and len(token) > 1:
        return _unquote(scan.take()[1:-1])
    number = re.compile(r"\s*(-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))").match(scan.text, scan.position)
    if number:
        scan.position = number.end()
        return number[1]
    return scan.name("a name")
