"""XMLBIF 0.3 (Cozman 1998), which JavaBayes, Weka and others use."""

from __future__ import annotations

from dagwright.network.formats.draft import Draft
from dagwright.network.formats.portable import XMLBIF, make_portable
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xml_tree import Element, parse_xml, xml_text
from dagwright.network.network import BayesianNetwork

__all__ = ["read_xmlbif", "write_xmlbif"]

# Without the document type that the format's page shows: pyAgrum cannot read past it.
_HEADER = """\
<?xml version="1.0" encoding="UTF-8"?>
<BIF VERSION="0.3">
<NETWORK>
<NAME>unknown</NAME>"""


def write_xmlbif(net: BayesianNetwork) -> str:
    """Return the network as XMLBIF."""
    portable = make_portable(net, XMLBIF)
    of_network, of_variable = portable.properties()
    net = portable.net
    lines = [_HEADER, *(f"<PROPERTY>{text}</PROPERTY>" for text in of_network)]
    for name, states in net.states.items():
        lines += ['<VARIABLE TYPE="nature">', f"\t<NAME>{xml_text(name)}</NAME>"]
        lines += [f"\t<OUTCOME>{xml_text(str(state))}</OUTCOME>" for state in states]
        lines += [f"\t<PROPERTY>{text}</PROPERTY>" for text in of_variable[name]]
        lines.append("</VARIABLE>")
    for name, table in net.cpts.items():
        lines += ["<DEFINITION>", f"\t<FOR>{xml_text(name)}</FOR>"]
        lines += [f"\t<GIVEN>{xml_text(parent)}</GIVEN>" for parent in net.dag.parents(name)]
        numbers = " ".join(map(repr, table.reshape(-1).tolist()))
        lines += [f"\t<TABLE>{numbers}</TABLE>", "</DEFINITION>"]
    return "\n".join([*lines, "</NETWORK>", "</BIF>", ""])


def read_xmlbif(text: str) -> BayesianNetwork:
    """Return the network of an XMLBIF text."""
    root = parse_xml(text)
    if root.tag != "BIF":
        raise TextError(f"expected <BIF>, but the file holds <{root.tag}>", root.line)
    network = root.one("NETWORK")
    draft = Draft()
    draft.add_properties(_properties(network), network.line)
    for variable in network.all("VARIABLE"):
        kind = variable.attributes.get("TYPE", "nature")
        name = variable.one("NAME").text
        if kind != "nature":
            raise TextError(f"{name!r} is a {kind} node: only nature works", variable.line)
        outcomes = variable.all("OUTCOME") + variable.all("VALUE")
        states = [outcome.text for outcome in outcomes]
        draft.add_variable(name, states, variable.line, _properties(variable))
    for definition in network.all("DEFINITION") + network.all("PROBABILITY"):
        parents = [given.text for given in definition.all("GIVEN")]
        table = definition.one("TABLE")
        draft.add_flat_table(definition.one("FOR").text, parents, _numbers(table), table.line)
    return draft.finish()


def _properties(element: Element) -> list[str]:
    return [each.text for each in element.all("PROPERTY")]


def _numbers(table: Element) -> list[float]:
    try:
        return list(map(float, table.text.split()))
    except ValueError as error:
        raise TextError(f"in <TABLE>: {error}", table.line) from None
