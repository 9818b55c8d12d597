"""Hugin NET: discrete chance nodes and their potentials.

Attributes that are not of the language, such as those that keep the real names, are passed over by
other programs.
"""

from __future__ import annotations

import re
from typing import NoReturn

from dagwright.network.formats.draft import Draft
from dagwright.network.formats.portable import NET, make_portable
from dagwright.network.formats.properties import property_texts
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
_VALUE = re.compile(rf"(?:{QUOTED}|[^;\"])*;", re.DOTALL)
_OLD_NAME = "dagwright_name"
"""Where files of the first version keep the real name of a variable, as it is."""


def write_hugin_net(net: BayesianNetwork) -> str:
    """Return the network in Hugin's NET language."""
    portable = make_portable(net, NET)
    net, (of_network, of_variable) = portable.net, portable.properties()
    lines = ["net", "{", *_attributes(of_network), "}"]
    for name, states in net.states.items():
        labels = " ".join(quote(str(state)) for state in states)
        lines += [f"node {name}", "{", f"  states = ( {labels} );"]
        lines += [*_attributes(of_variable[name]), "}"]
    for name, table in net.cpts.items():
        parents = net.dag.parents(name)
        given = f" | {' '.join(parents)}" if parents else ""
        lines += [f"potential ( {name}{given} )", "{", f"  data = {_nested(table.tolist())};"]
        lines.append("}")
    return "\n".join([*lines, ""])


def _attributes(properties: list[str]) -> list[str]:
    pairs = (text.split(" = ") for text in properties)
    return [f'  {key} = "{value}";' for key, value in pairs]


def _nested(values: list[float] | list[list[float]]) -> str:
    inner = (_nested(value) if isinstance(value, list) else repr(value) for value in values)
    return f"( {' '.join(inner)} )"


def read_hugin_net(text: str) -> BayesianNetwork:
    """Return the network of a text in the NET language."""
    return _NetReader(blank_comments(text, _COMMENT)).read()


def _properties(attributes: dict[str, str]) -> list[str]:
    return [f"{key} = {value.strip()}" for key, value in attributes.items()]


class _NetReader:
    def __init__(self, text: str) -> None:
        self._scan = Scanner(text, _WORD)
        self._draft = Draft()

    def read(self) -> BayesianNetwork:
        scan = self._scan
        potentials = []
        while scan.peek():
            line = scan.line()
            keyword = scan.take()
            while keyword in {"discrete", "chance"}:
                keyword = scan.take()
            if keyword == "net":
                self._draft.add_properties(_properties(self._read_attributes("net", line)), line)
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
        properties = _properties(attributes)
        own_name = attributes.get(_OLD_NAME, "").strip()
        if len(own_name) > 1 and own_name[0] == '"':
            properties += property_texts({identifier: unquote(own_name)}, "name_")
        self._draft.add_variable(identifier, states, line, properties)

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
        numbers = re.sub(r"[()]", " ", attributes["data"]).split()
        try:
            values = list(map(float, numbers))
        except ValueError as error:
            self._fail(f"the data of {members[0]!r}: {error}", line)
        self._draft.add_flat_table(members[0], members[1:], values, line)

    def _fail(self, message: str, line: int) -> NoReturn:
        raise TextError(message, line)
