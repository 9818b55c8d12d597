"""Names and labels of any kind: pgmpy and pyAgrum open what we write, and we what they write."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hostile_networks import hostile_network

import dagwright as dw
from dagwright.network.file_formats import as_written
from dagwright.network.formats.portable import EVERYWHERE, make_portable

EXAMPLES = ["asia", "sachs", "child", "insurance", "alarm"]
HOSTILE = range(200)


@dataclass(frozen=True)
class Program:
    """How another program reads and writes a format."""

    name: str
    suffix: str
    read: Callable[[Path], dw.BayesianNetwork]
    write: Callable[[Any, Path], None]
    tolerance: float
    shows_names: bool = False
    """Whether it calls variables by the names that GeNIe shows."""
    most_parents: int | None = None
    """Up to how many parents it reads tables right; None if always."""

    def __str__(self) -> str:
        return f"{self.name}-{self.suffix}"


def _pgmpy(kind: str) -> dict[str, Callable[..., Any]]:
    def read(path):
        import pgmpy.readwrite as files

        return dw.BayesianNetwork.from_pgmpy(getattr(files, f"{kind}Reader")(str(path)).get_model())

    def write(net, path):
        import pgmpy.readwrite as files

        getattr(files, f"{kind}Writer")(net.to_pgmpy(portable=True)).write(str(path))

    return {"read": read, "write": write}


def _read_with_pyagrum(path):
    import pyagrum

    return dw.BayesianNetwork.from_pyagrum(pyagrum.loadBN(str(path)))


def _write_with_pyagrum(net, path):
    import pyagrum

    pyagrum.saveBN(net.to_pyagrum(portable=True), str(path))


PROGRAMS = [
    Program("pgmpy", "bif", **_pgmpy("BIF"), tolerance=1e-15),
    Program("pgmpy", "xmlbif", **_pgmpy("XMLBIF"), tolerance=1e-15),
    Program("pgmpy", "net", **_pgmpy("NET"), tolerance=1e-8),  # which it writes in 8 digits
    Program("pgmpy", "xdsl", **_pgmpy("XDSL"), tolerance=1e-15),
    # It reads and writes numbers of most formats in single precision.
    *(
        Program("pyagrum", suffix, _read_with_pyagrum, _write_with_pyagrum, 1e-6)
        for suffix in ("bif", "bifxml", "net")
    ),
    # It has the configurations of several parents in another order than GeNIe.
    Program("pyagrum", "xdsl", _read_with_pyagrum, _write_with_pyagrum, 1e-6, True, 1),
]


@pytest.fixture(autouse=True, scope="module")
def grammars_are_made_once():
    """pgmpy takes seconds to make the same grammar for each file."""
    from pgmpy.readwrite import BIFReader, NETReader

    with pytest.MonkeyPatch.context() as patch:
        for reader in (BIFReader, NETReader):
            for name in ("get_variable_grammar", "get_probability_grammar"):
                grammar = functools.cache(functools.partial(getattr(reader, name), None))
                patch.setattr(reader, name, lambda _self, grammar=grammar: grammar())
        yield


def written(net, program):
    """Return the network with the names that the program finds in the file."""
    there = as_written(net, f".{program.suffix}")
    return there.shown() if program.shows_names else there.net


def assert_same(one, other, program):
    assert set(one.dag.edges) == set(other.dag.edges)
    assert dict(one.states) == dict(other.states)
    for name in one.names:
        if program.most_parents is not None and len(one.dag.parents(name)) > program.most_parents:
            continue
        theirs = (*other.dag.parents(name), name)
        axes = [theirs.index(member) for member in (*one.dag.parents(name), name)]
        table = other.cpts[name].transpose(axes)
        np.testing.assert_allclose(one.cpts[name], table, rtol=0, atol=program.tolerance)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_what_we_write_is_opened(program, tmp_path):
    path = tmp_path / f"net.{program.suffix}"
    for seed in HOSTILE:
        net = hostile_network(seed)
        net.write(path)
        assert_same(written(net, program), program.read(path), program)
        again = dw.read_network(path)
        assert again == net
        assert again.names == net.names


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_opened(program, name, tmp_path):
    net = dw.load_network(name)
    path = tmp_path / f"net.{program.suffix}"
    net.write(path)
    assert_same(written(net, program), program.read(path), program)


def networks():
    yield from map(dw.load_network, EXAMPLES)
    yield from map(hostile_network, HOSTILE)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_we_open_what_they_write(program, tmp_path):
    path = tmp_path / f"net.{program.suffix}"
    every_table = replace(program, most_parents=None)
    for net in networks():
        program.write(net, path)
        assert_same(make_portable(net, EVERYWHERE).net, dw.read_network(path), every_table)
