"""XDSL as GeNIe writes it, and what is refused with line and reason."""

from __future__ import annotations

import pytest

import dagwright as dw

GOOD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- as GeNIe has it -->
<smile version="1.0" id="Network1" numsamples="10000" discsamples="10000">
	<nodes>
		<cpt id="rain">
			<state id="no" />
			<state id="yes" />
			<probabilities>0.75 0.25</probabilities>
		</cpt>
		<cpt id="season" diagtype="observation">
			<state id="dry" />
			<state id="wet" />
			<state id="cold" />
			<probabilities>0.5 0.25 0.25</probabilities>
			<property id="source">somebody; 'said' = so</property>
		</cpt>
		<cpt id="grass">
			<state id="green" />
			<state id="brown" />
			<parents>season rain</parents>
			<probabilities>0.1 0.9 0.2 0.8 0.3 0.7 0.4 0.6 0.5 0.5 0.6 0.4</probabilities>
		</cpt>
		<deterministic id="alarm">
			<state id="off" />
			<state id="on" />
			<parents>rain grass</parents>
			<resultingstates>off off on off</resultingstates>
		</deterministic>
	</nodes>
	<extensions>
		<genie version="1.0" app="GeNIe 4.1" name="Network1">
			<node id="rain"><name>Does it rain?</name><position>1 2 3 4</position></node>
		</genie>
	</extensions>
</smile>
"""


@pytest.fixture
def read(tmp_path):
    def write_and_read(text):
        path = tmp_path / "rain.xdsl"
        path.write_text(text, encoding="utf-8")
        return dw.read_network(path)

    return write_and_read


def test_the_last_parent_changes_fastest_and_names_are_the_ids(read):
    net = read(GOOD)
    assert net.names == ("rain", "season", "grass", "alarm")
    assert net.states["season"] == ("dry", "wet", "cold")
    assert net.dag.parents("grass") == ("rain", "season")
    assert net.cpts["grass"][:, :, 0].tolist() == [[0.1, 0.3, 0.5], [0.2, 0.4, 0.6]]


def test_a_deterministic_node_is_a_table_of_zeros_and_ones(read):
    table = read(GOOD).cpts["alarm"]
    assert table.tolist() == [[[1, 0], [1, 0]], [[0, 1], [1, 0]]]


def test_pyagrum_has_the_first_parent_fastest(read):
    net = read(GOOD.replace("GeNIe 4.1", "aGrUM 3.3.1"))
    assert net.cpts["grass"][:, :, 0].tolist() == [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("0.75 0.25", "0.75 0.26", 8, "add up to 1.01"),
        ("0.75 0.25", "0.75", 8, "1 probabilities for 'rain'"),
        ("0.75 0.25", "0.75 x", 8, "the probabilities of 'rain': could not convert"),
        ("<parents>season rain", "<parents>season snow", 21, "unknown variable 'snow'"),
        ("<parents>season rain", "<parents>rain rain", 21, "distinct parents"),
        ('<cpt id="season"', '<cpt id="rain"', 10, "declared twice (first on line 5)"),
        ('<cpt id="season"', '<cpt id="the season"', 10, "<cpt> needs an id without blanks"),
        ('<cpt id="season"', "<cpt", 10, "<cpt> needs an id without blanks"),
        ('<state id="wet" />', "<state />", 12, "<state> needs an id"),
        ("off off on off", "off on", 27, "2 resulting states for 'alarm' where 4 are needed"),
        ("off off on off", "off off up off", 27, "unknown state 'up' of 'alarm': it has off, on"),
        ("<resultingstates>off off on off</resultingstates>", "", 23, "0 <RESULTINGSTATES>"),
        ("<nodes>", "<knots>", 29, "mismatched tag"),
        ("<smile", "<smiles", 35, "mismatched tag"),
        ("<!-- as", '<!DOCTYPE smile [<!ENTITY a "aaaa">]><!-- as', 2, "entity 'a' is declared"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(read, old, new, line, message):
    assert old in GOOD
    with pytest.raises(dw.FormatError) as caught:
        read(GOOD.replace(old, new, 1))
    assert f"rain.xdsl, line {line}: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("noisymax", "a noisy-max node"),
        ("decision", "a decision"),
        ("utility", "a utility"),
        ("mau", "a multi-attribute utility"),
        ("equation", "an equation"),
        ("new", "of the kind <new>"),
    ],
)
def test_other_nodes_are_refused_by_name_and_kind(read, tag, kind):
    text = GOOD.replace("deterministic", tag)
    with pytest.raises(dw.FormatError, match=f"line 23: node 'alarm' is {kind}: only general"):
        read(text)


def test_dynamic_networks_and_other_files_are_refused(read):
    with pytest.raises(dw.FormatError, match="line 30: dynamic networks are not supported"):
        read(GOOD.replace("<extensions>", "<dynamic /><extensions>"))
    with pytest.raises(dw.FormatError, match="expected <smile>, but the file holds <bif>"):
        read("<BIF></BIF>")


def test_real_names_order_and_layout_are_in_the_file(tmp_path):
    names = ["Größe", "<b>", "age"]
    net = dw.BayesianNetwork(
        dw.Dag(names, [("age", "Größe"), ("<b>", "Größe")]),
        {"Größe": [0, 1], "<b>": ["<42", ">=42"], "age": ["x", "y"]},
        {"Größe": [[[0.1, 0.9]] * 2] * 2, "<b>": [0.25, 0.75], "age": [0.5, 0.5]},
    )
    net.write(tmp_path / "net.xdsl")
    text = (tmp_path / "net.xdsl").read_text()
    assert "<name>Größe</name>" in text
    assert "<name>&lt;b&gt;</name>" in text
    assert '<state id="ge_42" />' in text
    assert text.index('<cpt id="age">') < text.index('<cpt id="Groesse">')
    again = dw.read_network(tmp_path / "net.xdsl")
    assert again.names == net.names
    assert again.states["<b>"] == net.states["<b>"]
    assert again.states["Größe"] == ("0", "1")
