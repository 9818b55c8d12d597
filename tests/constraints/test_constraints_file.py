"""Constraints as TOML."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dagwright as dw

NAMES = st.one_of(
    st.sampled_from(["age", "p->q", " blank ", "a,b", 'say "no"', "tab\there", "é", "lab_*", "->"]),
    st.text(min_size=1, max_size=5).filter(lambda text: text.isprintable()),
)
EDGES = st.lists(st.tuples(NAMES, NAMES).filter(lambda e: e[0] != e[1]), max_size=3, unique=True)


@st.composite
def constraints(draw):
    names = draw(st.lists(NAMES, unique=True, max_size=5))
    cut = draw(st.integers(0, len(names)))
    tiers = [names[:cut], names[cut:]] if names else []
    within = draw(st.sampled_from([False, True, [1]])) if tiers else False
    required, forbidden = draw(EDGES)[:1], draw(EDGES)
    limit = draw(st.sampled_from([None, 1, 7]))
    try:
        return dw.Constraints(required, forbidden, tiers, limit, forbid_within=within, roots=names)
    except dw.ConstraintError:
        return dw.Constraints((), forbidden, tiers, limit, forbid_within=within, leaves=names)


@given(known=constraints())
def test_what_is_written_is_read_again(known, tmp_path_factory):
    path = tmp_path_factory.mktemp("toml") / "knowledge.toml"
    known.write(path)
    assert dw.Constraints.read(path) == known


def test_edges_are_texts_or_pairs(tmp_path):
    path = tmp_path / "k.toml"
    path.write_text('required = ["a -> b", ["p->q", "r"]]\nforbid_within = true\ntiers = [["a"]]\n')
    known = dw.Constraints.read(path)
    assert known.required == (("a", "b"), ("p->q", "r"))
    assert known.forbid_within == (0,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("roots = [", "not TOML"),
        ('\nroots = ["a",\n"b"\nleaves = []', "at line 4"),
        ("root = []", "unknown key 'root' (did you mean 'roots'?): known are required, "),
        ('required = "a -> b"', "required is 'a -> b': give an array of edges, as in [\"a -> b\"]"),
        ('required = ["a b"]', "required holds 'a b': write an edge as \"parent -> child\""),
        ('forbidden = ["a->b->c"]', "forbidden holds 'a->b->c', with several arrows"),
        ('forbidden = [["a", "b", "c"]]', "forbidden holds ['a', 'b', 'c']: write an edge as"),
        ('required = [["a", 1]]', "required holds ('a', 1): give pairs of names"),
        ('roots = "a"', "roots is 'a': give a list of names"),
        ('tiers = ["a"]', "tiers holds 'a': give lists of names"),
        ("max_parents = 1.5", "max_parents = 1.5"),
        (f"max_parents = {2**64}", "more than the core can count to"),
        ("max_parents = " + "9" * 5000, "not TOML"),
        ("forbid_within = true", "forbid_within is about tiers"),
        ('required = ["a -> b"]\nroots = ["b"]', "a -> b is required, but 'b' is a root"),
    ],
)
def test_mistakes_name_the_file_and_the_place(tmp_path, text, message):
    path = tmp_path / "k.toml"
    path.write_text(text)
    with pytest.raises(dw.DagwrightError, match=re.escape(message)) as caught:
        dw.Constraints.read(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_not_there_is_named_once(tmp_path):
    with pytest.raises(dw.FormatError) as caught:
        dw.Constraints.read(tmp_path / "none.toml")
    assert str(caught.value).count("none.toml") == 1
