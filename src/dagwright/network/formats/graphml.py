"""GraphML through networkx: the structure."""

from __future__ import annotations

from dagwright.graph import Cpdag, Dag, Mpdag
from dagwright.network.convert.to_networkx import dag_to_networkx, import_networkx
from dagwright.network.formats.text_error import TextError
from dagwright.network.formats.xml_tree import xml_text

__all__ = ["read_graphml", "write_graphml", "write_graphml_class"]


def write_graphml(dag: Dag) -> str:
    """Return a structure as GraphML."""
    for name in dag.names:
        xml_text(name)
    return "\n".join([*import_networkx().generate_graphml(dag_to_networkx(dag)), ""])


def write_graphml_class(graph: Cpdag | Mpdag) -> str:
    """Return a graph of arrows and lines as GraphML; lines say that they have no direction."""
    nodes = [f"<node id={_quoted(name)}/>" for name in graph.names]
    edges = [_edge(*pair, "true") for pair in graph.directed]
    edges += [_edge(*pair, "false") for pair in graph.undirected]
    inside = "\n".join(f"    {element}" for element in (*nodes, *edges))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        f'  <graph edgedefault="directed">\n{inside}\n  </graph>\n'
        "</graphml>\n"
    )


def _edge(source: str, target: str, directed: str) -> str:
    ends = f"source={_quoted(source)} target={_quoted(target)}"
    return f'<edge {ends} directed="{directed}"/>'


def _quoted(name: str) -> str:
    return f'"{xml_text(name)}"'


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
