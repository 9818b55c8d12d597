"""The networks of the Bayesian network repository, from the copies that pgmpy ships."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import dagwright as dw

SPEC = find_spec("pgmpy")
MODELS = sorted(Path(SPEC.origin).parent.glob("utils/example_models/*.bif.gz")) if SPEC else []


def test_all_24_networks_are_there():
    assert len(MODELS) >= 24


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.name)
def test_it_comes_back_exactly(path, tmp_path):
    net = dw.read_network(path)
    net.write(tmp_path / "again.bif")
    again = dw.read_network(tmp_path / "again.bif")
    assert again == net
    assert again.names == net.names
