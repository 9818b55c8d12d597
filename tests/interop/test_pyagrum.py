"""pyAgrum gives the same network; we read its files; test_portable.py is about all others.

pyAgrum 3.3 writes the numbers of BIF and NET files as 32-bit floats, hence the tolerance there. It
writes labels such as Asy/Patch or <5 to files that it cannot read: child, which has them, goes
through NET, or is written by `to_pyagrum(portable=True)`.
"""

from __future__ import annotations

import numpy as np
import pytest

import dagwright as dw

NAMES = ["asia", "sachs", "child", "insurance", "alarm"]
PLAIN = [name for name in NAMES if name != "child"]
WRITTEN = [("child", "net"), *((n, s) for n in PLAIN for s in ("bif", "net", "bifxml"))]


def assert_same(one, other, tolerance):
    assert one.dag == other.dag
    assert dict(one.states) == dict(other.states)
    for name in one.names:
        mine = (*one.dag.parents(name), name)
        theirs = (*other.dag.parents(name), name)
        table = other.cpts[name].transpose([theirs.index(member) for member in mine])
        np.testing.assert_allclose(one.cpts[name], table, rtol=0, atol=tolerance)


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back_is_exact(name):
    net = dw.load_network(name)
    assert dw.BayesianNetwork.from_pyagrum(net.to_pyagrum()) == net


@pytest.mark.parametrize(("name", "suffix"), WRITTEN)
def test_we_read_the_files_of_pyagrum(tmp_path, name, suffix):
    import pyagrum

    net = dw.load_network(name)
    path = tmp_path / f"net.{suffix}"
    pyagrum.saveBN(net.to_pyagrum(), str(path))
    assert_same(net, dw.read_network(path), 1e-6)


def test_inference_there_agrees_with_prediction_here():
    import pyagrum

    net = dw.load_network("child")
    data = net.sample(20, seed=1)
    model = net.to_pyagrum()
    got = net.predict_probabilities(data, "Disease")
    for row, line in enumerate(got):
        engine = pyagrum.LazyPropagation(model)
        engine.setEvidence(
            {
                name: str(states[codes[row]])
                for name, states, codes in zip(data.names, data.states, data.codes, strict=True)
                if name != "Disease"
            }
        )
        assert line == pytest.approx(engine.posterior("Disease").toarray(), abs=1e-9)


@pytest.mark.parametrize("suffix", ["bif", "net", "bifxml"])
def test_pyagrum_reads_intervals(tmp_path, suffix):
    import pyagrum as gum

    from dagwright.data.intervals import interval_labels

    labels = interval_labels([-3.5, 0.5, 42, 2.5e9])
    small = interval_labels([1e-7, 0.25])
    data = dw.Dataset(["a", "b"], [labels, small], [np.arange(30) % 5, np.arange(30) % 3])
    net = dw.fit(dw.Dag(["a", "b"], [("a", "b")]), data)
    net.write(tmp_path / f"net.{suffix}")
    read = dw.BayesianNetwork.from_pyagrum(gum.loadBN(str(tmp_path / f"net.{suffix}")))
    assert_same(read, net, 1e-6)
