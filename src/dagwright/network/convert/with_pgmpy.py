"""pgmpy's networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from dagwright.graph import Dag
from dagwright.network.convert.optional import import_optional
from dagwright.network.formats.portable import EVERYWHERE, make_portable
from dagwright.network.network import BayesianNetwork

__all__ = ["from_pgmpy", "to_pgmpy"]


def to_pgmpy(net: BayesianNetwork, portable: bool) -> Any:
    """Return a DiscreteBayesianNetwork with the same states and probabilities."""
    if portable:
        net = make_portable(net, EVERYWHERE).net
    models = import_optional("pgmpy.models", "pgmpy")
    factors = import_optional("pgmpy.factors.discrete", "pgmpy")
    model = models.DiscreteBayesianNetwork()
    model.add_nodes_from(net.names)
    model.add_edges_from(net.dag.edges)
    for name in net.names:
        parents = net.dag.parents(name)
        arity = len(net.states[name])
        table = factors.TabularCPD(
            name,
            arity,
            net.cpts[name].reshape(-1, arity).T,
            evidence=list(parents) or None,
            evidence_card=[len(net.states[parent]) for parent in parents] or None,
            state_names={member: list(net.states[member]) for member in (name, *parents)},
        )
        model.add_cpds(table)
    return model


def from_pgmpy(model: Any) -> BayesianNetwork:
    """Return our network of a DiscreteBayesianNetwork."""
    names = [str(name) for name in model.nodes]
    dag = Dag(names, [(str(parent), str(child)) for parent, child in model.edges])
    states, cpts = {}, {}
    for name, node in zip(names, model.nodes, strict=True):
        table = model.get_cpds(node)
        order = [str(member) for member in table.variables]  # the child first
        states[name] = table.state_names[node]
        axes = [order.index(member) for member in (*dag.parents(name), name)]
        cpts[name] = np.transpose(np.asarray(table.values, dtype=np.float64), axes)
    return BayesianNetwork(dag, states, cpts)
