"""Identifiers: readable, distinct, the same every time, and nothing is changed without need."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw
from dagwright.network.formats.identifiers import identify
from dagwright.network.formats.portable import BIF, EVERYWHERE, NET, XDSL, XMLBIF, make_portable

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def words(*texts, ignore_case=False):
    return identify(texts, lambda text: bool(WORD.fullmatch(text)), "v", ignore_case)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("männlich", "maennlich"),
        ("Größe (cm)", "Groesse_cm"),
        ("Crème brûlée", "Creme_brulee"),
        ("Łódź", "Lodz"),
        ("<42", "lt_42"),
        (">=66", "ge_66"),
        ("≥ 66", "ge_66"),
        ("42..66", "v_42_66"),
        ("-3.5", "minus_3_5"),
        ("5-12", "v_5_12"),
        ("100%", "v_100_percent"),
        ("a->b", "a_to_b"),
        ("R&D", "R_and_D"),
        ("C++", "C_plus_plus"),
        ("two\tlines\n", "two_lines"),
        ("", "v"),
        ("年齢", "v"),
        ("ab" * 200, "ab" * 200),
        ("a b" * 200, ("a_b" + "a_b" * 19)[:60]),
    ],
)
def test_an_identifier_looks_like_its_text(text, word):
    assert words(text) == [word]


def test_a_clash_is_numbered_and_words_keep_themselves():
    assert words("a b", "a_b", "a-b", "a_b_2") == ["a_b_3", "a_b", "a_b_4", "a_b_2"]
    assert words("", "?", "v") == ["v_2", "v_3", "v"]


def test_case_counts_only_where_readers_mind_it():
    assert words("Age", "age", "AGE") == ["Age", "age", "AGE"]
    assert words("Age", "age", "AGE", ignore_case=True) == ["Age", "age_2", "AGE_3"]


@given(st.lists(st.text(max_size=5), unique=True, max_size=12), st.booleans())
def test_they_are_distinct_words_in_any_case(texts, ignore_case):
    found = words(*texts, ignore_case=ignore_case)
    assert all(WORD.fullmatch(word) for word in found)
    keys = [word.lower() if ignore_case else word for word in found]
    assert len(set(keys)) == len(texts)
    assert found == words(*texts, ignore_case=ignore_case)


@pytest.mark.parametrize("rule", [BIF, NET, XDSL, XMLBIF, EVERYWHERE])
@pytest.mark.parametrize(
    "text", ["variable", "net", "a b", " a", "é\x01", "", "//", "1e5", "\ud800"]
)
def test_what_a_rule_writes_it_holds(rule, text):
    names = [text or "a", "other"]
    net = dw.BayesianNetwork(
        dw.Dag(names, []),
        {name: [text, "x"] for name in names},
        {name: [0.5, 0.5] for name in names},
    )
    written = make_portable(net, rule).net
    assert all(map(rule.holds_name, written.names))
    assert all(rule.holds_label(label) for labels in written.states.values() for label in labels)


@pytest.mark.parametrize("name", ["asia", "alarm", "sachs", "insurance"])
@pytest.mark.parametrize("rule", [BIF, NET, XMLBIF, EVERYWHERE])
def test_published_networks_are_written_as_they_are(rule, name):
    assert make_portable(dw.load_network(name), rule).n_changed == 0
