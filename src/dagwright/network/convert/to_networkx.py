"""networkx graphs of structures and networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dagwright.graph import Dag
from dagwright.network.convert.optional import import_optional

if TYPE_CHECKING:
    from dagwright.network.network import BayesianNetwork

__all__ = ["dag_to_networkx", "import_networkx", "network_to_networkx"]


def import_networkx() -> Any:
    """Return networkx, or say how to install it."""
    return import_optional("networkx", "networkx")


def dag_to_networkx(dag: Dag) -> Any:
    """Return a structure as a DiGraph."""
    graph = import_networkx().DiGraph()
    graph.add_nodes_from(dag.names)
    graph.add_edges_from(dag.edges)
    return graph


def network_to_networkx(net: BayesianNetwork) -> Any:
    """Return a network as a DiGraph with `states` and `cpt` at the nodes."""
    graph = dag_to_networkx(net.dag)
    for name in net.names:
        graph.nodes[name].update(states=net.states[name], cpt=net.cpts[name])
    return graph
