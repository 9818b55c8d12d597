"""XDSL, the format of GeNIe and SMILE (BayesFusion).

A node's probabilities are a flat list with the child's state fastest, then the last parent's. Nodes
come after their parents; the order of the variables is an extension of ours, if it is another one.

pyAgrum (3.3) writes and reads the first parent's state faster than the last's, against GeNIe; only
what it writes says so.
"""

from __future__ import annotations

import math
import re
from typing import NoReturn

import numpy as np

from dagwright.graph import Dag
from dagwright.network.formats.draft import Draft
from dagwright.network.formats.portable import XDSL, Portable, make_portable
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xml_tree import Element, parse_xml, xml_text
from dagwright.network.network import BayesianNetwork

__all__ = ["read_xdsl", "write_xdsl"]

_HEADER = """\
<?xml version="1.0" encoding="UTF-8"?>
<smile version="1.0" id="unknown" numsamples="10000" discsamples="10000">
\t<nodes>"""
_WIDTH, _HEIGHT, _STEP = 100, 50, (140, 110)
_PYAGRUM = "aGrUM"
_KINDS = {
    "NOISYMAX": "a noisy-max node",
    "NOISYADDER": "a noisy adder",
    "DECISION": "a decision",
    "UTILITY": "a utility",
    "MAU": "a multi-attribute utility",
    "EQUATION": "an equation",
}


def write_xdsl(net: BayesianNetwork) -> str:
    """Return the network as XDSL; GeNIe shows the real names of the variables."""
    portable = make_portable(net, XDSL)
    of_network, of_variable = portable.properties()
    lines = [_HEADER]
    order = portable.net.dag.topological_order()
    for name in order:
        lines += [f'\t\t<cpt id="{name}">', *_contents(portable.net, name)]
        pairs = (text.split(" = ") for text in of_variable[name])
        lines += [f'\t\t\t<property id="{key}">{value}</property>' for key, value in pairs]
        lines.append("\t\t</cpt>")
    lines += ["\t</nodes>", "\t<extensions>", *_layout(portable)]
    if of_network or order != portable.net.names:
        lines += ["\t\t<dagwright>", f"\t\t\t<order>{' '.join(portable.net.names)}</order>"]
        pairs = (text.split(" = ") for text in of_network)
        lines += [f'\t\t\t<property id="{key}">{value}</property>' for key, value in pairs]
        lines.append("\t\t</dagwright>")
    return "\n".join([*lines, "\t</extensions>", "</smile>", ""])


def _contents(net: BayesianNetwork, name: str) -> list[str]:
    lines = [f'\t\t\t<state id="{state}" />' for state in net.states[name]]
    parents = net.dag.parents(name)
    if parents:
        lines.append(f"\t\t\t<parents>{' '.join(parents)}</parents>")
    numbers = " ".join(map(repr, net.cpts[name].reshape(-1).tolist()))
    return [*lines, f"\t\t\t<probabilities>{numbers}</probabilities>"]


def _layout(portable: Portable) -> list[str]:
    """Return where GeNIe shows each node, under its real name: parents above their children."""
    lines = ['\t\t<genie version="1.0" app="dagwright" name="unknown">']
    levels = _levels(portable.net.dag)
    filled = [0] * (max(levels.values()) + 1)
    for name, shown in zip(portable.net.names, portable.shown().names, strict=True):
        level = levels[name]
        left, top = 20 + _STEP[0] * filled[level], 20 + _STEP[1] * level
        filled[level] += 1
        lines += [
            f'\t\t\t<node id="{name}">',
            f"\t\t\t\t<name>{xml_text(shown)}</name>",
            '\t\t\t\t<interior color="e5f6f7" />',
            '\t\t\t\t<outline color="000080" />',
            '\t\t\t\t<font color="000000" name="Arial" size="8" />',
            f"\t\t\t\t<position>{left} {top} {left + _WIDTH} {top + _HEIGHT}</position>",
            "\t\t\t</node>",
        ]
    return [*lines, "\t\t</genie>"]


def _levels(dag: Dag) -> dict[str, int]:
    levels: dict[str, int] = {}
    for name in dag.topological_order():
        levels[name] = 1 + max((levels[parent] for parent in dag.parents(name)), default=-1)
    return levels


def read_xdsl(text: str) -> BayesianNetwork:
    """Return the network of an XDSL text."""
    root = parse_xml(text)
    if root.tag != "SMILE":
        raise TextError(f"expected <smile>, but the file holds <{root.tag.lower()}>", root.line)
    for dynamic in root.all("DYNAMIC"):
        raise TextError("dynamic networks are not supported", dynamic.line)
    draft = Draft()
    own = [each for group in root.all("EXTENSIONS") for each in group.all("DAGWRIGHT")]
    nodes = _in_order(root.one("NODES").children, own)
    for element in own[:1]:
        draft.add_properties(_properties(element), element.line)
    for node in nodes:
        draft.add_variable(
            _id(node), list(map(_id, node.all("STATE"))), node.line, _properties(node)
        )
    by_pyagrum = any(
        genie.attributes.get("app", "").startswith(_PYAGRUM)
        for group in root.all("EXTENSIONS")
        for genie in group.all("GENIE")
    )
    for node in nodes:
        parents = [word for element in node.all("PARENTS") for word in element.text.split()]
        _add_table(draft, node, parents[::-1] if by_pyagrum else parents)
    return draft.finish()


def _in_order(nodes: list[Element], own: list[Element]) -> list[Element]:
    """Return the nodes in the order that the file says, if it says one for just these nodes."""
    for node in nodes:
        if node.tag not in {"CPT", "DETERMINISTIC"}:
            _refuse(node)
    words = [order.text.split() for element in own for order in element.all("ORDER")]
    place = {name: at for at, name in enumerate(words[0])} if words else {}
    if not all(_id(node) in place for node in nodes):
        return nodes
    return sorted(nodes, key=lambda node: place[_id(node)])


def _refuse(node: Element) -> NoReturn:
    kind = _KINDS.get(node.tag, f"of the kind <{node.tag.lower()}>")
    name = node.attributes.get("id", "")
    raise TextError(
        f"node {name!r} is {kind}: only general and deterministic chance nodes can be read; change "
        "its type in GeNIe, or remove it",
        node.line,
    )


def _add_table(draft: Draft, node: Element, parents: list[str]) -> None:
    name, line = _id(node), node.line
    if node.tag == "CPT":
        table = node.one("PROBABILITIES")
        values = _numbers(table, name)
        draft.add_flat_table(name, parents, values, table.line)
        return
    results = node.one("RESULTINGSTATES")
    words = results.text.split()
    shape = draft.shape(name, parents, line)
    if len(words) != math.prod(shape[:-1]):
        raise TextError(
            f"{len(words)} resulting states for {name!r} where {math.prod(shape[:-1])} are needed",
            results.line,
        )
    code_of = {str(state): code for code, state in enumerate(draft.states[name])}
    unknown = next((word for word in words if word not in code_of), None)
    if unknown is not None:
        known = ", ".join(list(code_of)[:10])
        raise TextError(f"unknown state {unknown!r} of {name!r}: it has {known}", results.line)
    rows = np.zeros((len(words), shape[-1]))
    rows[np.arange(len(words)), [code_of[word] for word in words]] = 1
    draft.add_table(name, parents, rows.reshape(shape), line)


def _id(element: Element) -> str:
    name = element.attributes.get("id", "")
    # Lists of names are separated by blanks.
    if not name or re.search(r"\s", name):
        raise TextError(
            f"<{element.tag.lower()}> needs an id without blanks, not {name!r}", element.line
        )
    return name


def _properties(element: Element) -> list[str]:
    return [f"{each.attributes.get('id')} = {each.text}" for each in element.all("PROPERTY")]


def _numbers(table: Element, name: str) -> list[float]:
    try:
        return list(map(float, table.text.split()))
    except ValueError as error:
        raise TextError(f"the probabilities of {name!r}: {error}", table.line) from None
