"""The networks that come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import dagwright as dw


@pytest.mark.parametrize(
    ("name", "variables", "edges", "parameters"),
    [
        ("asia", 8, 8, 18),
        ("sachs", 11, 17, 178),
        ("child", 20, 25, 230),
        ("insurance", 27, 52, 1008),
        ("alarm", 37, 46, 509),
    ],
)
def test_sizes_are_those_of_the_repository(name, variables, edges, parameters):
    net = dw.load_network(name)
    assert (net.dag.n_variables, net.dag.n_edges, net.n_parameters) == (
        variables,
        edges,
        parameters,
    )


def test_published_probabilities_are_there():
    net = dw.load_network("asia")
    assert net.cpts["lung"].tolist() == [[0.1, 0.9], [0.01, 0.99]]


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(dw.DagwrightError, match="alarm, asia, child, insurance, sachs"):
        dw.load_network("titanic")


def test_sources_are_named_for_every_file():
    files = Path(dw.__file__).parent / "network/files"
    attribution = (files / "ATTRIBUTION.md").read_text()
    for file in files.glob("*.json.gz"):
        assert f"| {file.name.removesuffix('.json.gz')} |" in attribution
