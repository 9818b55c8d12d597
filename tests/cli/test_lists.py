"""Lists of names and labels on the command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dagwright import DagwrightError
from dagwright.cli.lists import (
    match_names,
    possible_names,
    possible_owners,
    split_assignment,
    split_labels,
)

NAMES = ["a", "b", "a,b", "c, d", " e ", "x=y"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["a"], ["a"]),
        (["a,c"], ["a", "c"]),
        (["a, b"], ["a", "b"]),
        (["a,b"], ["a,b"]),
        (["a,b,a"], ["a,b", "a"]),
        (["b,c, d"], ["b", "c, d"]),
        (["a", "b"], ["a", "b"]),
        (["a,,b,"], ["a", "b"]),
        ([" e "], [" e "]),
        (["unknown,a"], ["unknown", "a"]),
        ([], []),
    ],
)
def test_a_whole_name_wins_over_splitting_at_commas(texts, expected):
    assert match_names(texts, NAMES) == expected


@given(st.lists(st.text("abc ", min_size=1).map(str.strip).filter(bool), unique=True, min_size=1))
def test_names_without_commas_come_back(names):
    assert match_names([",".join(names)], names) == names


def test_a_label_with_a_comma_is_quoted():
    assert split_labels('no,"yes, but", yes') == ["no", "yes, but", "yes"]
    assert split_labels("") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1,2", ("a", "1,2")),
        ("x=y=1", ("x=y", "1")),
        ("unknown=1=2", ("unknown", "1=2")),
        ("quantile", (None, "quantile")),
        (" a = 1 ", ("a", "1")),
    ],
)
def test_a_known_name_is_what_is_before_its_equals_sign(text, expected):
    assert split_assignment(text, NAMES) == expected


@given(st.lists(st.text("ab, =", min_size=1), max_size=4), st.lists(st.text("ab, ="), max_size=4))
def test_what_lists_mean_is_among_what_they_could_mean(texts, known):
    assert set(match_names(texts, known)) <= set(possible_names(texts))
    for text in texts:
        name, _ = split_assignment(text, known)
        assert name is None or name in possible_owners(text)


def test_long_lists_take_time_in_proportion_to_their_length():
    # A hundred thousand parts: minutes if each were tried together with all that follow.
    names = [f"v{i}" for i in range(100_000)]
    assert match_names([",".join(names)], names) == names
    assert len(match_names(["," * 100_000], names)) == 0
    assert split_assignment("=" * 100_000, names)[0] == ""
    assert len(possible_owners("=" * 100_000)) < 100


def test_a_name_of_many_commas_is_known_by_itself():
    name = ",".join("abcdefghijkl")
    assert match_names([name], [name, "a"]) == [name]


def test_a_line_break_outside_quotes_is_refused():
    assert split_labels('"two\nlines",one') == ["two\nlines", "one"]
    with pytest.raises(DagwrightError, match="is not a list of labels"):
        split_labels("two\nlines")
