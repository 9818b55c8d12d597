"""Random networks survive every file, and no damage to a file gives more than a clear error."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from amount import scaled
from hostile_networks import TEXTS, hostile_network
from hypothesis import given, settings
from hypothesis import strategies as st

import dagwright as dw
from dagwright.network.file_formats import format_text

# Surrogates have no UTF-8 form; control characters have no form in XML.
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NASTY_TEXT = st.text(" ,\"'{}()[];|\\/*=%:<>&\n\r\tab\u00a0\u2028é\ufeff", max_size=6)
XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=8
)
WORDS = st.text("abcxyz019_-<>+é", min_size=1, max_size=6)


@st.composite
def networks(draw, texts, most=5):
    names = draw(st.lists(texts.filter(bool), min_size=1, max_size=most, unique=True))
    edges = [
        (parent, child)
        for i, child in enumerate(names)
        for parent in names[:i]
        if draw(st.booleans())
    ]
    shuffled = draw(st.permutations(names))
    dag = dw.Dag(shuffled, edges)
    states = {name: draw(st.lists(texts, min_size=1, max_size=3, unique=True)) for name in names}
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    cpts = {}
    for name in names:
        shape = [len(states[member]) for member in (*dag.parents(name), name)]
        weights = rng.random(shape) ** rng.integers(1, 40) + 1e-300
        weights[..., 1:] *= rng.random(weights[..., 1:].shape) < 0.8
        cpts[name] = weights / weights.sum(axis=-1, keepdims=True)
    return dw.BayesianNetwork(dag, states, cpts)


def through(net, suffix):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"net.{suffix}"
        net.write(path)
        return dw.read_network(path)


@pytest.mark.parametrize("suffix", ["bif", "xmlbif", "net", "xdsl", "json", "json.gz"])
@given(st.one_of(networks(ANY_TEXT), networks(NASTY_TEXT), networks(st.sampled_from(TEXTS))))
def test_networks_come_back_exactly(suffix, net):
    again = through(net, suffix)
    assert again == net
    assert again.names == net.names


@pytest.mark.parametrize("suffix", ["bif", "xmlbif", "net", "xdsl", "json"])
def test_hostile_networks_come_back_exactly(suffix, tmp_path):
    path = tmp_path / f"net.{suffix}"
    for net in map(hostile_network, range(200)):
        path.write_text(format_text(net, f".{suffix}", path), encoding="utf-8")
        again = dw.read_network(path)
        assert again == net
        assert again.names == net.names


@pytest.mark.parametrize("suffix", ["bif", "net"])
@given(networks(ANY_TEXT))
def test_the_file_is_ascii_whatever_the_names(suffix, net):
    assert format_text(net, f".{suffix}", "net").isascii()


@pytest.mark.parametrize(
    ("suffix", "texts"),
    [
        ("dot", st.one_of(ANY_TEXT, NASTY_TEXT)),
        ("csv", st.one_of(ANY_TEXT, NASTY_TEXT)),
        ("adj", st.one_of(ANY_TEXT, NASTY_TEXT)),
        ("json", ANY_TEXT),
        ("graphml", XML_TEXT),
        ("modelstring", WORDS),
    ],
)
@given(st.data())
def test_structures_come_back(suffix, texts, data):
    names = data.draw(st.lists(texts.filter(bool), min_size=1, max_size=6, unique=True))
    pairs = [(a, b) for i, b in enumerate(names) for a in names[:i]]
    dag = dw.Dag(names, data.draw(st.lists(st.sampled_from(pairs))) if pairs else [])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"dag.{suffix}"
        dw.write_structure(dag, path)
        assert dw.read_structure(path) == dag


def valid_bytes(suffix):
    net = dw.load_network("asia")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"net.{suffix}"
        net.write(path)
        return path.read_bytes()


SUFFIXES = ["bif", "xmlbif", "net", "xdsl", "json", "dot", "graphml", "adj", "csv"]
SUFFIXES += ["modelstring", "bif.gz"]
VALID = {suffix: valid_bytes(suffix) for suffix in SUFFIXES}
TOKENS = (
    b'{ } ( ) " ; | , [ ] \\ /* // variable probability table default states asia yes -> nan 1e999 '
    b"-1 < & <!-- null 0 1 \xff"
).split()
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from([*TOKENS, b"\n", b" ", b"9" * 400]),
)
EDITS = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 30), PIECES), min_size=1, max_size=4
)


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=scaled(150))
@given(EDITS)
def test_a_damaged_file_is_a_network_or_a_clear_error(suffix, edits):
    content = VALID[suffix]
    for place, removed, added in edits:
        at = place % (len(content) + 1)
        content = content[:at] + added + content[at + removed :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"net.{suffix}"
        path.write_bytes(content)
        for read, kind in ((dw.read_network, dw.BayesianNetwork), (dw.read_structure, dw.Dag)):
            try:
                result = read(path)
            except dw.FormatError as error:
                result = error
            named = isinstance(result, dw.FormatError) and path.name in str(result)
            assert named or isinstance(result, kind)


@given(networks(WORDS), st.integers(0, 2**64 - 1))
def test_prediction_agrees_with_brute_force(net, seed):
    """Against the joint probability of each whole row."""
    data = net.sample(20, seed=seed)
    place = {name: i for i, name in enumerate(data.names)}
    rows = np.array([data.codes[place[name]] for name in net.names]).T

    def joint(row):
        code = dict(zip(net.names, row, strict=True))
        return np.prod(
            [net.cpts[n][tuple(code[m] for m in (*net.dag.parents(n), n))] for n in net.names]
        )

    for target in net.names:
        got = net.predict_probabilities(data, target)
        at = net.names.index(target)
        for row, line in zip(rows, got, strict=True):
            weights = np.array(
                [joint([*row[:at], code, *row[at + 1 :]]) for code in range(len(line))]
            )
            assert line == pytest.approx(weights / weights.sum(), rel=1e-9, abs=1e-12)


@given(networks(WORDS), st.integers(1, 50), st.integers(0, 1000), st.integers(1, 4))
def test_sampled_rows_are_possible_and_do_not_depend_on_threads(net, n, seed, threads):
    data = net.sample(n, seed=seed, threads=threads)
    assert net.log_likelihood(data) > -np.inf
    assert net.sample(n, seed=seed, threads=1) == data
