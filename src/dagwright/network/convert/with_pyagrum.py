"""pyAgrum's networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from dagwright.graph import Dag
from dagwright.network.convert.optional import import_optional
from dagwright.network.formats.portable import EVERYWHERE, make_portable
from dagwright.network.network import BayesianNetwork

__all__ = ["from_pyagrum", "to_pyagrum"]


def to_pyagrum(net: BayesianNetwork, portable: bool) -> Any:
    """Return a BayesNet with the same states, as text, and probabilities."""
    if portable:
        net = make_portable(net, EVERYWHERE).net
    pyagrum = import_optional("pyagrum", "pyagrum")
    model = pyagrum.BayesNet()
    for name in net.names:
        labels = [str(state) for state in net.states[name]]
        model.add(pyagrum.LabelizedVariable(name, name, labels))
    for parent, child in net.dag.edges:
        model.addArc(parent, child)
    for name in net.names:
        table = model.cpt(name)
        # pyAgrum's axes: the first name is the child and the last in an array.
        order = [*net.dag.parents(name), name]
        axes = [order.index(member) for member in reversed(table.names)]
        table.fillWith(net.cpts[name].transpose(axes).reshape(-1).tolist())
    return model


def from_pyagrum(model: Any) -> BayesianNetwork:
    """Return our network of a BayesNet."""
    names = [model.variable(node).name() for node in sorted(model.nodes())]
    edges = [(model.variable(a).name(), model.variable(b).name()) for a, b in model.arcs()]
    dag = Dag(names, edges)
    states, cpts = {}, {}
    for name in names:
        states[name] = list(model.variable(name).labels())
        table = model.cpt(name)
        order = list(reversed(table.names))
        axes = [order.index(member) for member in (*dag.parents(name), name)]
        cpts[name] = np.asarray(table.toarray(), dtype=np.float64).transpose(axes)
    return BayesianNetwork(dag, states, cpts)
