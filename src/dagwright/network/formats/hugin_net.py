"""Hugin NET: discrete chance nodes and their potentials.

A node's identifier must look like one of C. A variable whose name does not is called v0, v1, ...
in the file and keeps its name in the attribute `dagwright_name`, which other programs pass over.
"""

from __future__ import annotations

import re
from typing import NoReturn

from dagwright.network.formats.draft import Draft
from dagwright.network.formats.scanner import (
    QUOTED,
    Scanner,
    blank_comments,
    comment_pattern,
    quote,
    unquote,
)
from dagwright.network.formats.text_error import TextError
from dagwright.network.network import BayesianNetwork

__all__ = ["read_hugin_net", "write_hugin_net"]

_WORD = r'[^\s{}()=;|"%]'
_COMMENT = comment_pattern(r"%[^\n]*")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = {"net", "node", "potential", "class", "utility", "decision", "discrete", "continuous"}
_VALUE = re.compile(rf"(?:{QUOTED}|[^;\"])*;", re.DOTALL)
_NAME_ATTRIBUTE = "dagwright_name"


def write_hugin_net(net: BayesianNetwork) -> str:
    """Return the network in Hugin's NET language."""
    names = _identifiers(net.names)
    lines = ["net", "{", "}"]
    for name, states in net.states.items():
        labels = " ".join(quote(str(state)) for state in states)
        lines += [f"node {names[name]}", "{", f"  states = ( {labels} );"]
        if names[name] != name:
            lines.append(f"  {_NAME_ATTRIBUTE} = {quote(name)};")
        lines.append("}")
    for name, table in net.cpts.items():
        parents = [names[parent] for parent in net.dag.parents(name)]
        given = f" | {' '.join(parents)}" if parents else ""
        lines += [
            f"potential ( {names[name]}{given} )",
            "{",
            f"  data = {_nested(table.tolist())};",
        ]
        lines.append("}")
    return "\n".join([*lines, ""])


def _identifiers(names: tuple[str, ...]) -> dict[str, str]:
    plain = {name for name in names if _IDENTIFIER.fullmatch(name) and name not in _KEYWORDS}
    result = {}
    for position, name in enumerate(names):
        identifier = name if name in plain else f"v{position}"
        while name not in plain and identifier in plain:
            identifier += "_"
        result[name] = identifier
    return result


def _nested(values: list[float] | list[list[float]]) -> str:
    inner = (_nested(value) if isinstance(value, list) else repr(value) for value in values)
    return f"( {' '.join(inner)} )"


def read_hugin_net(text: str) -> BayesianNetwork:
    """Return the network of a text in the NET language."""
    return _NetReader(blank_comments(text, _COMMENT)).read()


class _NetReader:
    def __init__(self, text: str) -> None:
        self._scan = Scanner(text, _WORD)
        self._draft = Draft()
        self._names: dict[str, str] = {}

    def read(self) -> BayesianNetwork:
        scan = self._scan
        potentials = []
        while scan.peek():
            line = scan.line()
            keyword = scan.take()
            while keyword in {"discrete", "chance"}:
                keyword = scan.take()
            if keyword == "net":
                self._read_attributes("net", line)
            elif keyword == "node":
                self._read_node(line)
            elif keyword == "potential":
                potentials.append((self._read_domain(), line, self._read_attributes("this", line)))
            elif keyword in {"continuous", "utility", "decision", "function", "class"}:
                self._fail(f"{keyword!r} is not supported: only discrete chance nodes are", line)
            else:
                self._fail(f"expected 'net', 'node' or 'potential', but found {keyword!r}", line)
        for members, line, attributes in potentials:
            self._add_potential(members, line, attributes)
        return self._draft.finish()

    def _read_node(self, line: int) -> None:
        identifier = self._scan.name("the name of a node")
        attributes = self._read_attributes(f"node {identifier!r}", line)
        if "states" not in attributes:
            self._fail(f"node {identifier!r} has no states", line)
        found = re.findall(rf'{QUOTED}|[^\s()"]+', attributes["states"], re.DOTALL)
        states = [unquote(token) if token.startswith('"') else token for token in found]
        own_name = attributes.get(_NAME_ATTRIBUTE, "").strip()
        name = unquote(own_name) if len(own_name) > 1 and own_name[0] == '"' else identifier
        if identifier in self._names:
            self._fail(f"node {identifier!r} is declared twice: rename or remove one", line)
        self._names[identifier] = name
        self._draft.add_variable(name, states, line)

    def _read_domain(self) -> list[str]:
        scan = self._scan
        scan.expect("(", "after 'potential'")
        members = []
        while not scan.accept(")"):
            if not scan.accept("|"):
                members.append(scan.name("a node or ')'"))
        return members

    def _read_attributes(self, block: str, line: int) -> dict[str, str]:
        """Return the values of a block as they stand, without reading them."""
        scan = self._scan
        scan.expect("{", "to open a block")
        attributes = {}
        while not scan.accept("}"):
            if not scan.peek():
                self._fail(f"{block} block is never closed: add '}}'", line)
            key = scan.name("an attribute or '}'")
            scan.expect("=", f"after {key!r}")
            match = _VALUE.match(scan.text, scan.position)
            if match is None:
                self._fail(f"the value of {key!r} has no end: add ';'", scan.line())
            attributes[key] = match[0][:-1]
            scan.position = match.end()
        return attributes

    def _add_potential(self, members: list[str], line: int, attributes: dict[str, str]) -> None:
        if not members:
            self._fail("potential () names no node", line)
        if "data" not in attributes:
            self._fail(f"the potential of {members[0]!r} has no data: models do not work", line)
        names = [self._names.get(member, member) for member in members]
        numbers = re.sub(r"[()]", " ", attributes["data"]).split()
        try:
            values = list(map(float, numbers))
        except ValueError as error:
            self._fail(f"the data of {members[0]!r}: {error}", line)
        self._draft.add_flat_table(names[0], names[1:], values, line)

    def _fail(self, message: str, line: int) -> NoReturn:
        raise TextError(message, line)
