"""pgmpy gives the same network; test_portable.py is about the files of both."""

from __future__ import annotations

import numpy as np
import pytest

import dagwright as dw

NAMES = ["asia", "sachs", "child", "insurance", "alarm"]


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back_is_exact(name):
    net = dw.load_network(name)
    model = net.to_pgmpy()
    assert model.check_model()
    assert dw.BayesianNetwork.from_pgmpy(model) == net


@pytest.mark.parametrize("name", NAMES)
def test_embedded_networks_are_those_that_pgmpy_ships(name):
    from pgmpy.utils import get_example_model

    assert dw.BayesianNetwork.from_pgmpy(get_example_model(name)) == dw.load_network(name)


@pytest.mark.parametrize("name", NAMES)
def test_we_read_the_bif_of_pgmpy(tmp_path, name):
    from pgmpy.readwrite import BIFWriter

    net = dw.load_network(name)
    BIFWriter(net.to_pgmpy()).write(str(tmp_path / "net.bif"))
    assert dw.read_network(tmp_path / "net.bif") == net


def test_inference_there_agrees_with_prediction_here():
    from pgmpy.inference import VariableElimination

    net = dw.load_network("asia")
    data = net.sample(20, seed=1)
    engine = VariableElimination(net.to_pgmpy())
    got = net.predict_probabilities(data, "lung")
    for row, line in enumerate(got):
        evidence = {
            name: states[codes[row]]
            for name, states, codes in zip(data.names, data.states, data.codes, strict=True)
            if name != "lung"
        }
        answer = engine.query(["lung"], evidence, show_progress=False)
        assert line == pytest.approx(np.asarray(answer.values), abs=1e-9)


def test_pgmpy_reads_intervals_from_our_bif(tmp_path):
    from pgmpy.readwrite import BIFReader

    from dagwright.data.intervals import interval_labels

    labels = interval_labels([-3.5, 0.5, 42, 2.5e9])
    small = interval_labels([1e-7, 0.25])
    data = dw.Dataset(["a", "b"], [labels, small], [np.arange(30) % 5, np.arange(30) % 3])
    net = dw.fit(dw.Dag(["a", "b"], [("a", "b")]), data)
    net.write(tmp_path / "net.bif")
    model = BIFReader(str(tmp_path / "net.bif")).get_model()
    assert dw.BayesianNetwork.from_pgmpy(model) == net
