"""What separates cells, given or guessed."""

from __future__ import annotations

import pytest
from tests.support.raw import raw, table_cells

import dagwright as dw

ROWS = [["rain", "wet"], ["no", "0"], ["yes", "1"], ["yes", "1"]]
EXPECTED = {"rain": ["no", "yes", "yes"], "wet": ["0", "1", "1"]}


def joined(delimiter, end="\n"):
    return "".join(delimiter.join(row) + end for row in ROWS)


@pytest.mark.parametrize(
    ("name", "delimiters"),
    [
        ("t.csv", ",;\t|"),
        ("t.tsv", "\t,"),
        ("t.tab", "\t"),
        ("t.dat", ",;\t| "),
        ("t.data", ",;\t "),
        ("t.txt", ",;\t "),
        ("t.unheard", ",;\t "),
        ("t", ","),
    ],
)
def test_the_delimiter_is_found(name, delimiters):
    for delimiter in delimiters:
        assert table_cells(raw(joined(delimiter), name)) == EXPECTED
        more = "\ufeff\r\n\r\n" + joined(delimiter, "\r\n")
        assert table_cells(raw(more, name)) == EXPECTED


def test_any_run_of_blanks_separates_cells():
    text = "  rain   wet\nno \t0\n\n yes 1  \n\tyes\t\t1"
    assert table_cells(raw(text, "t.dat", delimiter=" ")) == EXPECTED
    assert table_cells(raw(text.replace("\t", " "), "t.dat")) == EXPECTED


def test_the_delimiter_that_divides_evenly_wins():
    text = "name;genre;size\nA, B and C;x|y;1,5\nD;x;2,25\nE, F;y|z|x;3,5\n"
    assert list(raw(text).columns) == ["name", "genre", "size"]
    assert list(raw('"a,b" c\n"x;y" 1\nz 2\n', "t.dat").columns) == ["a,b", "c"]
    assert raw("1,5;2,5;3,5\n2,5;1,5;0,5\n").decimal == ","


def test_a_comma_in_every_name_does_not_win_over_a_bar():
    text = "name|age\n" + "Doe, Jane|30\nRoe, Joe|40\n" * 3 + "Cher|70\n"
    assert list(raw(text).columns) == ["name", "age"]


def test_text_without_delimiter_is_one_column():
    sentences = "text\nHello, world\nthis is it\nwell, yes, no; maybe\n"
    assert table_cells(raw(sentences)) == {
        "text": ["Hello, world", "this is it", "well, yes, no; maybe"]
    }
    assert raw("New York\nLos Angeles\nSan Jose\nNew York\n").n_rows == 4


def test_a_delimiter_that_is_given_is_used():
    assert table_cells(raw(joined("+"), delimiter="+")) == EXPECTED
    assert list(raw("a;b\nx;y\n", delimiter=",").columns) == ["a;b"]


@pytest.mark.parametrize("delimiter", ["", ",,", '"', "\n", "\0", "é"])
def test_a_delimiter_that_cannot_be_is_refused(delimiter):
    with pytest.raises(dw.DataError, match="delimiter="):
        raw(joined(","), delimiter=delimiter)


def test_empty_cells_between_tabs_stay_cells():
    assert table_cells(raw("a\tb\tc\nx\t\tz\n", "t.tsv")) == {"a": ["x"], "b": [""], "c": ["z"]}


@pytest.mark.parametrize(
    "text", ["a;b;\nx;0;\ny;1;\n", "a;b\nx;0;\ny;1;\n", "a;b;;\nx;0;;\ny;1;;\n"]
)
def test_delimiters_at_the_ends_of_lines_make_no_columns(text):
    table = raw(text)
    assert table_cells(table) == {"a": ["x", "y"], "b": ["0", "1"]}
    assert not table.warnings


def test_a_sep_line_that_is_wrong_is_overruled_and_told():
    table = raw("sep=,\na;g\n51.2;a\n48.6;c\n56.4;a\n")
    assert list(table.columns) == ["a", "g"]
    assert any("line 1 says that ',' separates" in note for note in table.notes)
