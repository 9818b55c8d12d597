"""What a network knows about its table: kept by the network and by files that can hold it."""

from __future__ import annotations

import copy
import json
import pickle
import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recipe_cases import HOSTILE, network_of, plain_network

import dagwright as dw
from dagwright.data.columns.recipe import ColumnRecipe, Recipe, Values, read_recipe

KEEPING = ["json", "bif", "xmlbif", "xml", "xdsl", "net", "json.gz", "bif.gz"]


def without_recipe(net):
    return dw.BayesianNetwork(net.dag, net.states, net.cpts)


def through(net, path):
    net.write(path)
    return dw.read_network(path)


@pytest.mark.parametrize("suffix", KEEPING)
def test_files_keep_it_exactly(tmp_path, suffix):
    for net in (plain_network(), network_of(HOSTILE, HOSTILE)):
        again = through(net, tmp_path / f"net.{suffix}")
        assert again == net
        assert again.recipe == net.recipe
        assert repr(again.recipe) == repr(net.recipe)


@pytest.mark.parametrize("suffix", KEEPING)
def test_labels_keep_their_types_in_the_recipe_though_text_formats_lose_them(tmp_path, suffix):
    net = network_of(["a", "b", "c"], [3, 1, 20])
    again = through(net, tmp_path / f"net.{suffix}")
    assert again.recipe["b"].states == (3, 1, 20)
    assert again.states["b"] == ((3, 1, 20) if "json" in suffix else ("3", "1", "20"))


@pytest.mark.parametrize("suffix", ["json", "bif", "xmlbif", "net", "dot"])
def test_a_file_without_it_differs_by_nothing_but_its_lines(tmp_path, suffix):
    net = plain_network()
    net.write(tmp_path / f"with.{suffix}")
    without_recipe(net).write(tmp_path / f"without.{suffix}")
    text = (tmp_path / f"with.{suffix}").read_text()
    if suffix == "json":
        text = text[: text.index(',\n"table"')] + "}\n"
    text = re.sub(r"(?m)^.*dagwright_\d+ = .*\n", "", text)
    assert text == (tmp_path / f"without.{suffix}").read_text()


def test_files_of_networks_without_it_are_written_as_ever(tmp_path):
    net = dw.BayesianNetwork(dw.Dag(["a"], []), {"a": ["x", "y"]}, {"a": [0.5, 0.5]})
    for suffix, text in {
        "bif": "network unknown {\n}\nvariable a {\n  type discrete [ 2 ] { x, y };\n}\n"
        "probability ( a ) {\n  table 0.5, 0.5;\n}\n",
        "xmlbif": '<?xml version="1.0" encoding="UTF-8"?>\n<BIF VERSION="0.3">\n<NETWORK>\n'
        '<NAME>unknown</NAME>\n<VARIABLE TYPE="nature">\n\t<NAME>a</NAME>\n'
        "\t<OUTCOME>x</OUTCOME>\n\t<OUTCOME>y</OUTCOME>\n</VARIABLE>\n<DEFINITION>\n"
        "\t<FOR>a</FOR>\n\t<TABLE>0.5 0.5</TABLE>\n</DEFINITION>\n</NETWORK>\n</BIF>\n",
        "json": '{"variables": ["a"],\n"edges": [],\n"states": {\n"a": ["x", "y"]},\n'
        '"probabilities": {\n"a": [0.5, 0.5]}}\n',
    }.items():
        net.write(tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_text() == text
        assert dw.read_network(tmp_path / f"a.{suffix}").recipe is None


def test_the_file_of_a_network_serves_as_recipe(tmp_path):
    net = network_of(HOSTILE, HOSTILE)
    net.write(tmp_path / "net.json")
    assert read_recipe(tmp_path / "net.json") == net.recipe


def test_it_survives_pickling_and_copying_but_does_not_count_in_comparisons():
    net = plain_network()
    for again in (pickle.loads(pickle.dumps(net)), copy.copy(net), copy.deepcopy(net)):
        assert again == net
        assert again.recipe == net.recipe
    assert without_recipe(net) == net
    assert hash(without_recipe(net)) == hash(net)


def test_a_network_of_fewer_variables_keeps_what_concerns_them():
    whole = plain_network().recipe
    column = whole["town"]
    net = dw.BayesianNetwork(
        dw.Dag(["town"], []), {"town": column.states}, {"town": [0.25, 0.25, 0.5]}, whole
    )
    assert net.recipe.names == ("row", "town")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: "recipe", "recipe must be a Recipe, not str"),
        (lambda r: r.select(["age", "town", "fare"]), "'class', which is not a variable"),
        (lambda r: replace(r, columns=(
            *r.columns[:-1], ColumnRecipe("x", "text", "leave out"),
        )).select(["age", "town", "fare", "x"]), "'class', which is not a variable"),
        (lambda r: replace(r, columns=tuple(
            replace(c, states=("Ulm",)) if c.name == "town" else c for c in r.columns
        )), "'town' has the states 'Ulm', 'Bonn', 'Trier', but in its table it has 'Ulm'"),
    ],
)  # fmt: skip
def test_a_recipe_of_another_table_is_refused(change, message):
    net = plain_network()
    with pytest.raises(dw.DagwrightError, match=message):
        dw.BayesianNetwork(net.dag, net.states, net.cpts, change(net.recipe))


def damaged(tmp_path, suffix, pattern, replacement):
    """Write a network, damage the first match in its file, and return the error of reading it."""
    path = tmp_path / f"net.{suffix}"
    plain_network().write(path)
    text, count = re.subn(pattern, replacement, path.read_text(), count=1)
    assert count == 1
    path.write_text(text)
    with pytest.raises(dw.FormatError) as caught:
        dw.read_network(path)
    assert f"net.{suffix}" in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("suffix", ["bif", "xmlbif"])
@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r"dagwright_1 = %7B", "dagwright_1 = ", "are damaged"),
        (r"dagwright_1 = ", "dagwright_2 = ", "are incomplete"),
        (r"(?m)^.*dagwright_1 = .*'name':'age'.*\n", "", "incomplete|'age' has no such property"),
        (r"'name':'town'", "'name':'city'", "variable 'town' is about something else"),
        (r"'kind':'category'", "'kind':'cat'", "kind is 'cat'"),
        (r"'missing':'state'", "'missing':3", "'missing' must be a text, not 3"),
        (r"'Ulm'", "'Rom'", "'town' has the states 'Ulm', 'Bonn', 'Trier', but in its table"),
        (r"'rows':891", "'rows':[[[", "are damaged"),
    ],
)  # fmt: skip
def test_damaged_properties_are_refused_with_the_file(
    tmp_path, suffix, pattern, replacement, message
):
    if suffix == "bif":  # where values are quoted
        pattern, replacement = (t.replace("1 = %", '1 = "%') for t in (pattern, replacement))
        replacement = 'dagwright_1 = "' if replacement == "dagwright_1 = " else replacement
    assert re.search(message, damaged(tmp_path, suffix, pattern, replacement))


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r'"table": \{', '"table": 3, "x": {', 'in "table": the description of the table must be'),
        (r'"kind": "category"', '"kind": 3', "'town': 'kind' must be a text, not 3"),
        (r'"fingerprint"', '"print"', "unknown key 'print'"),
        (r'(?s)("table.*?)"Ulm"', r'\1"Rom"', "'town' has the states"),
    ],
)  # fmt: skip
def test_a_damaged_table_in_json_is_refused_with_the_file(tmp_path, pattern, replacement, message):
    assert message in damaged(tmp_path, "json", pattern, replacement)


def valid_bytes(suffix):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"net.{suffix}"
        plain_network(5).write(path)
        return path.read_bytes()


VALID = {suffix: valid_bytes(suffix) for suffix in ("bif", "xmlbif", "xdsl", "json")}
PIECES = st.one_of(
    st.binary(max_size=4),
    st.sampled_from(
        [b"%", b"%22", b"'", b'"', b"[", b"null", b"1e999", b"9" * 400, b"dagwright_1"]
    ),
)


@pytest.mark.parametrize("suffix", VALID)
@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 20), PIECES), min_size=1))
def test_any_damage_gives_a_network_or_a_clear_error(suffix, edits):
    content = VALID[suffix]
    for place, removed, added in edits:
        at = place % (len(content) + 1)
        content = content[:at] + added + content[at + removed :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"net.{suffix}"
        path.write_bytes(content)
        try:
            result = dw.read_network(path)
        except dw.FormatError as error:
            result = error
        named = isinstance(result, dw.FormatError) and path.name in str(result)
        assert named or isinstance(result, dw.BayesianNetwork)


def test_properties_of_others_are_passed_over(tmp_path):
    net = plain_network()
    net.write(tmp_path / "net.bif")
    text = (tmp_path / "net.bif").read_text()
    others = (
        '  property dagwright;\n  property "dagwright_1 = x; y";\n  property position = (1, 2);\n'
    )
    (tmp_path / "net.bif").write_text(text.replace("unknown {\n", "unknown {\n" + others))
    assert dw.read_network(tmp_path / "net.bif").recipe == net.recipe


def test_what_other_programs_leave_of_it_is_passed_over(tmp_path):
    """They may keep the properties of variables and lose those of the network."""
    path = tmp_path / "net.bif"
    plain_network().write(path)
    head, _, rest = path.read_text().partition("\n}\n")
    path.write_text(head.partition("\n")[0] + "\n}\n" + rest)
    assert dw.read_network(path).recipe is None


def test_every_number_is_strict_json(tmp_path):
    net = plain_network()
    net.write(tmp_path / "net.json")

    def refuse(constant):
        raise AssertionError(constant)

    content = json.loads((tmp_path / "net.json").read_text(), parse_constant=refuse)
    assert Recipe.from_json(content["table"]) == net.recipe
    with pytest.raises(dw.DataError, match="finite"):
        Values((float("inf"),), (float("inf"),), (1,))
