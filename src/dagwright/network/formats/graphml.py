"""GraphML through networkx: the structure."""

from __future__ import annotations

from dagwright.graph import Dag
from dagwright.network.convert.to_networkx import dag_to_networkx, import_networkx
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xml_tree import xml_text

__all__ = ["read_graphml", "write_graphml"]


def write_graphml(dag: Dag) -> str:
    """Return a structure as GraphML."""
    for name in dag.names:
        xml_text(name)
    return "\n".join([*import_networkx().generate_graphml(dag_to_networkx(dag)), ""])


def read_graphml(text: str) -> Dag:
    """Return the structure of a GraphML text."""
    networkx = import_networkx()
    try:
        graph = networkx.parse_graphml(text)
    # It does not say what it raises; whatever it is, the text is at fault.
    except Exception as error:
        raise TextError(f"networkx cannot read this as GraphML: {error}") from None
    if not graph.is_directed():
        raise TextError("the graph is undirected: a structure needs arrows")
    return Dag(map(str, graph.nodes), [(str(a), str(b)) for a, b, *_ in graph.edges])
