"""Every format by its suffix; what cannot be held is refused."""

from __future__ import annotations

import pytest

import dagwright as dw

NETWORK_SUFFIXES = ["bif", "xmlbif", "bifxml", "xml", "net", "xdsl", "json"]
STRUCTURE_SUFFIXES = ["dot", "gv", "graphml", "adj", "csv", "edges", "modelstring", "json"]


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("suffix", NETWORK_SUFFIXES)
@pytest.mark.parametrize("name", ["asia", "sachs", "child", "insurance", "alarm"])
def test_networks_come_back_exactly(tmp_path, name, suffix, packed):
    net = dw.load_network(name)
    path = tmp_path / f"net.{suffix}{packed}"
    net.write(path)
    assert dw.read_network(path) == net
    assert dw.read_network(path).names == net.names
    assert dw.read_structure(path) == net.dag
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("suffix", STRUCTURE_SUFFIXES)
def test_structures_come_back(tmp_path, suffix, packed):
    dag = dw.Dag(["b", "a", "c", "alone"], [("a", "b"), ("c", "b")])
    path = tmp_path / f"dag.{suffix}{packed}"
    dw.write_structure(dag, path)
    assert dw.read_structure(path) == dag


def test_labels_keep_their_types_in_json_and_become_text_elsewhere(tmp_path):
    net = dw.BayesianNetwork(dw.Dag(["a"], []), {"a": [1, True, "x"][::2]}, {"a": [0.5, 0.5]})
    net.write(tmp_path / "a.json")
    assert dw.read_network(tmp_path / "a.json") == net
    net.write(tmp_path / "a.bif")
    assert dw.read_network(tmp_path / "a.bif").states["a"] == ("1", "x")


def test_a_network_in_a_structure_format_is_its_structure(tmp_path):
    net = dw.load_network("asia")
    net.write(tmp_path / "asia.dot")
    assert dw.read_structure(tmp_path / "asia.dot") == net.dag
    with pytest.raises(dw.FormatError, match=r"asia\.dot: .* use read_structure"):
        dw.read_network(tmp_path / "asia.dot")


def test_a_structure_needs_probabilities_to_be_a_network(tmp_path):
    dag = dw.Dag(["a"], [])
    with pytest.raises(dw.FormatError, match=r"a\.bif: such files need probabilities"):
        dw.write_structure(dag, tmp_path / "a.bif")
    dw.write_structure(dag, tmp_path / "a.json")
    with pytest.raises(dw.FormatError, match="without probabilities: use read_structure"):
        dw.read_network(tmp_path / "a.json")


@pytest.mark.parametrize("name", ["x", "x.gz", "x.txt", "x.bif.zip"])
def test_unknown_suffixes_list_the_known_ones(name):
    with pytest.raises(dw.FormatError, match=r"unknown suffix; supported are \.bif"):
        dw.read_network(name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.json", "{", "line 1: not JSON"),
        ("x.json", "[]", "expected an object"),
        ("x.json", '{"variables": ["a"]}', "lists"),
        ("x.json", "[" * 100_000, "not JSON"),
        ("x.dot", "graph { a -- b }", "line 1: expected 'digraph'"),
        ("x.dot", "digraph {\n a -> b\n", "line 1: this graph is never closed"),
        ("x.dot", "digraph {\n a -> b -> a }", "cycle"),
        ("x.dot", "digraph {\n subgraph x { a } }", "line 2: subgraphs"),
        ("x.dot", "digraph {\n a -- b }", "line 2: expected '->'"),
        ("x.dot", "digraph { a [x=1 }", "never closed"),
        ("x.dot", "digraph { }", "at least one variable"),
        ("x.csv", "parent,child\na,b,c\n", "line 2: expected 'parent,child'"),
        ("x.csv", 'parent,child\n"a', "line 2: not comma-separated"),
        ("x.csv", "a,b\nb,a\n", "cycle"),
        ("x.adj", ",a,b\na,0,1\nb,0,2\n", "line 3: expected 0 or 1, but found '2'"),
        ("x.adj", ",a,b\na,0\nb,0,0\n", "line 2: 1 cells where 2"),
        ("x.adj", ",a,b\nb,0,0\na,0,0\n", "first column"),
        ("x.adj", "", "line 1: expected a first line"),
        ("x.modelstring", "[a][b|a", "line 1: expected .* found '\\[b\\|a'"),
        ("x.modelstring", "[a][b|c]", "unknown variable 'c'"),
        ("x.graphml", "<graphml>", "networkx cannot read"),
        ("x.xml", "<BIF>", "line 1: not XML"),
        ("x.xml", "<FOO/>", "expected <BIF>"),
        ("x.xml", "<BIF><NETWORK>\n<VARIABLE/></NETWORK></BIF>", "line 2: <VARIABLE> has 0 <NAME>"),
        ("x.net", "net {}\nnode a { states = (\"x\"); }\npotential (a) { data = (2); }",
         "line 3: the probabilities of 'a' contain 2.0"),
        ("x.net", "node a { states = (\"x\");", "line 1: node 'a' block is never closed"),
        ("x.net", "continuous node a {}", "line 1: 'continuous' is not supported"),
    ],
)  # fmt: skip
def test_broken_files_are_refused_with_name_and_place(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(dw.FormatError, match=message) as caught:
        dw.read_structure(path)
    assert name in str(caught.value)


def test_names_that_a_format_cannot_hold_are_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(dw.FormatError, match="model string cannot hold the name 'a b'"):
        dw.write_structure(dw.Dag(["a b"], []), tmp_path / "x.modelstring")
    strange = dw.Dag(["a\x01"], [])
    with pytest.raises(dw.FormatError, match="XML cannot hold the character"):
        dw.write_structure(strange, tmp_path / "x.graphml")
    with pytest.raises(dw.FormatError, match="as UTF-8"):
        dw.write_structure(dw.Dag(["\ud800"], []), tmp_path / "x.dot")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(dw.FormatError, match=r"cannot write \(No such file"):
        dw.load_network("asia").write(tmp_path / "nowhere/asia.bif")


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "asia.bif"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(dw.FormatError, match=r"asia\.bif: cannot write \(No space left"):
        dw.load_network("asia").write(path)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["asia.bif"]


def test_graphviz_files_by_hand_are_read(tmp_path):
    path = tmp_path / "x.dot"
    path.write_text(
        'strict digraph "my graph" {\n  rankdir = LR; // left to right\n  node [shape=box]\n'
        '# a comment\n  a -> b -> c [color="red", label="x]"];\n  "d e" -> a;  1.5\n}\n'
    )
    dag = dw.read_structure(path)
    assert dag.names == ("a", "b", "c", "d e", "1.5")
    assert dag.edges == (("a", "b"), ("b", "c"), ("d e", "a"))
