"""pgmpy and pyAgrum open files that say what the network knows about its table."""

from __future__ import annotations

import pytest
from recipe_cases import plain_network

import dagwright as dw
from dagwright.network.file_formats import as_written


@pytest.fixture(params=[256, 3000])
def net(request):
    """With 3000 values the properties are longer than pyAgrum reads in one piece."""
    return plain_network(request.param)


def test_pgmpy_reads_our_bif(tmp_path, net):
    from pgmpy.readwrite import BIFReader

    net.write(tmp_path / "net.bif")
    for with_properties in (False, True):
        reader = BIFReader(str(tmp_path / "net.bif"), include_properties=with_properties)
        model = reader.get_model()
        assert dw.BayesianNetwork.from_pgmpy(model) == net
        assert ("dagwright_1" in model.nodes["age"]) == with_properties


def test_pgmpy_reads_our_xmlbif(tmp_path, net):
    from pgmpy.readwrite import XMLBIFReader

    net.write(tmp_path / "net.xmlbif")
    model = XMLBIFReader(str(tmp_path / "net.xmlbif")).get_model()
    assert dw.BayesianNetwork.from_pgmpy(model) == net
    assert "dagwright_1" in model.nodes["age"]


@pytest.mark.parametrize("suffix", ["bif", "bifxml"])
def test_pyagrum_reads_our_files(tmp_path, net, suffix):
    import pyagrum

    net.write(tmp_path / f"net.{suffix}")
    assert dw.read_network(tmp_path / f"net.{suffix}").recipe == net.recipe
    theirs = dw.BayesianNetwork.from_pyagrum(pyagrum.loadBN(str(tmp_path / f"net.{suffix}")))
    assert theirs == net


def test_what_pgmpy_writes_of_it_is_still_a_network(tmp_path, net):
    from pgmpy.readwrite import BIFReader, BIFWriter

    net.write(tmp_path / "net.bif")
    model = BIFReader(str(tmp_path / "net.bif"), include_properties=True).get_model()
    BIFWriter(model).write(str(tmp_path / "theirs.bif"))
    assert dw.read_network(tmp_path / "theirs.bif") == net


def test_pgmpy_and_pyagrum_open_our_net(tmp_path, net):
    import pyagrum
    from pgmpy.readwrite import NETReader

    net.write(tmp_path / "net.net")
    assert dw.read_network(tmp_path / "net.net").recipe == net.recipe
    # pyAgrum has single precision there.
    theirs = dw.BayesianNetwork.from_pyagrum(pyagrum.loadBN(str(tmp_path / "net.net")))
    also = dw.BayesianNetwork.from_pgmpy(NETReader(str(tmp_path / "net.net")).get_model())
    written = as_written(net, ".net").net
    assert dict(theirs.states) == dict(also.states) == dict(written.states)
    assert set(theirs.dag.edges) == set(also.dag.edges) == set(written.dag.edges)
