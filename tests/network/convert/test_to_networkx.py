"""networkx, and what is said when a package is not there."""

from __future__ import annotations

import sys

import pytest

import dagwright as dw


def test_a_network_becomes_a_graph_with_attributes():
    net = dw.load_network("asia")
    graph = net.to_networkx()
    assert tuple(graph.nodes) == net.names
    assert set(graph.edges) == set(net.dag.edges)
    assert graph.nodes["tub"]["states"] == ("yes", "no")
    assert graph.nodes["tub"]["cpt"] is net.cpts["tub"]


@pytest.mark.parametrize(
    ("method", "module", "extra"),
    [
        ("to_networkx", "networkx", "networkx"),
        ("to_pgmpy", "pgmpy.models", "pgmpy"),
        ("to_pyagrum", "pyagrum", "pyagrum"),
    ],
)
def test_a_package_that_is_not_there_is_named_with_the_command_to_get_it(
    monkeypatch, method, module, extra
):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, module.partition(".")[0], None)
    with pytest.raises(dw.DagwrightError, match=rf"pip install 'dagwright\[{extra}\]'"):
        getattr(dw.load_network("asia"), method)()
