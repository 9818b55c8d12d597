"""Encodings, decimal marks, footers and broken records of text files."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.raw import cells, raw, table_cells

import dagwright as dw
from dagwright.data.raw import Labels, Real, WideText

TEXT = "näme;größe\nJürgen;5\nŽofie;6\n".replace("Ž", "É")
EXPECTED = {"näme": ["Jürgen", "Éofie"], "größe": ["5", "6"]}


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_the_encoding_is_found_and_told(encoding, told):
    table = raw(TEXT.encode(encoding))
    assert table_cells(table) == EXPECTED
    notes = [note for note in table.notes if note.startswith("read as")]
    assert notes == ([f"read as {told} (if letters look wrong: encoding=)"] if told else [])
    assert table_cells(raw(TEXT.encode(encoding), encoding=encoding)) == EXPECTED


def test_bytes_that_mean_nothing_in_cp1252_make_it_latin_1():
    table = raw(b"a,b\nx\x81,\xe9\ny,z\n")
    assert cells(table.columns["b"]) == ["é", "z"]
    assert any("read as latin-1" in note for note in table.notes)


@pytest.mark.parametrize("last", [b"caf\xe9,1\n", b"caf\xe9\x81,1\n"])
def test_utf8_may_cease_behind_the_sample(last):
    text = b"a,b\n" + "é,0\n".encode() * 100_000 + last
    table = raw(text)
    assert table.n_rows == 100_001
    assert cells(table.columns["a"])[-1] == last.decode("latin-1")[:-3]


def test_an_encoding_that_is_given_is_used_or_refused():
    assert list(raw("é,b\n1,2\n".encode(), encoding="latin-1").columns) == ["Ã©", "b"]
    with pytest.raises(dw.FormatError, match=r"table\.csv.*not utf-8 text"):
        raw(b"a,b\n1,\xe9\n", encoding="utf-8")
    with pytest.raises(dw.FormatError, match=r"table\.csv.*not utf-16 text"):
        raw(b"a,b\n1,2\n3", encoding="utf-16")
    for unknown in ("klingon", "hex", "a\0b"):
        with pytest.raises(dw.DataError, match=r"encoding=.*is not known"):
            raw("a\n1\n", encoding=unknown)


@pytest.mark.parametrize("content", [b"a\0\0b\1\2\3", b"\0\1\2\3" * 10, b"a,b\n0,x\0y\n"])
def test_binary_files_are_told_apart(content):
    with pytest.raises(dw.FormatError, match="binary file, not a table"):
        raw(content)


def test_other_kinds_of_files_are_named():
    with pytest.raises(dw.FormatError, match=r"table\.csv is a PDF document, not a table"):
        raw(b"%PDF-1.7\n%\xff\xff\xff")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"a":[1,2,3],"b":[1,2,3]}', "JSON"),
        ('[{"a":1},{"a":2}]', "JSON"),
        ("<html><body><table></table></body></html>", "HTML"),
        ("<!DOCTYPE html>\n<p>", "HTML"),
        ("% made by hand\n@relation x\n@attribute a {0,1}\n@data\n0\n1\n", "ARFF"),
    ],
)
def test_texts_that_are_not_tables_are_named(text, name):
    with pytest.raises(dw.FormatError, match=rf"this is {name}, not a table of text"):
        raw(text)


def test_a_last_line_that_is_cut_off_is_a_warning():
    table = raw("g,x,y\n" + "a,1.5,2\nb,2.5,3\n" * 10 + "b,35")
    assert table.n_rows == 20
    assert any("the last line has 2 of 3 cells" in warning for warning in table.warnings)
    for footer in ("Total,35", "Source: a, b", "made by hand"):
        assert not raw("g,x,y\n" + "a,1.5,2\nb,2.5,3\n" * 10 + footer).warnings


def test_a_zero_byte_behind_the_sample_is_refused_with_its_line():
    with pytest.raises(dw.FormatError, match=r"line 100002: a NUL byte"):
        raw(b"a,b\n" + b"1,2\n" * 100_000 + b"1,\0\n")


def test_a_control_z_at_the_end_is_not_text():
    assert cells(raw(b"a,b\n1,2\n3,4\x1a\n").columns["b"]) == ["2", "4"]
    assert cells(raw(b"a,b\n1,2\n3,4\n\x1a").columns["b"]) == ["2", "4"]


@pytest.mark.parametrize(
    ("text", "decimal"),
    [
        ("a;b\n1,5;x\n2,25;y\n", ","),
        ("a\tb\n1,5\t2\n2\t3\n", ","),
        ("a;b\n1.5;x\n2.25;y\n", "."),
        ("a,b\n1.5,x\n", "."),
        ('a,b\n"1,5",x\n"2,75",y\n', ","),
        ('a,b\n"1,5",1.5\n"2,75",2.5\n', "."),
        ("a;b\n1,234;x\n5,678;y\n", "."),
        ("a;b\n1.234,5;x\n5,6;y\n", ","),
        ("codes;b\n1,2,3;x\n2,3;y\n1,2;z\n1,2,4;z\n", "."),
    ],
)
def test_the_decimal_mark_is_found(text, decimal):
    assert raw(text).decimal == decimal


def test_wide_columns_are_numbers_with_exceptions_text_or_kept():
    n = 6000
    rows = [f"{i / 8 if i % 100 else 'NA'},w{i} x,{i},2020-01-{i}" for i in range(n)]
    table = raw("real,text,whole,zip\n" + "\n".join(rows), category="zip")
    real, text, whole, kept = table.columns.values()
    assert isinstance(real, Real)
    assert isinstance(whole, Real)
    assert isinstance(text, WideText)
    assert np.isnan(real.values).sum() == n // 100
    assert {k: list(v) for k, v in real.exceptions.items()} == {"NA": list(range(0, n, 100))}
    assert np.array_equal(whole.values, np.arange(n))
    assert (text.n_cells, text.n_empty, text.n_words) == (n, 0, 2 * n)
    assert all(cell.startswith("w") for cell in text.sample)
    assert isinstance(kept, Labels)
    assert len(kept.labels) == n
    assert isinstance(
        raw("real\n" + "\n".join(map(str, range(n))), as_is=True).columns["real"], Labels
    )


def test_wide_numbers_may_have_decimal_commas_thousands_and_signs():
    text = "a;b;c\n" + "".join(f"{i},5;{i // 1000 + 1}.{i % 1000:03};{i} %\n" for i in range(5000))
    table = raw(text)
    assert table.decimal == ","
    a, b, c = (column.values for column in table.columns.values())
    i = np.arange(5000)
    assert np.array_equal(a, i + 0.5)
    assert np.array_equal(b, 1000 + i)
    assert np.array_equal(c, i)


def test_the_same_columns_come_of_any_order_of_rows():
    rng = np.random.default_rng(0)
    rows = [f"{i}.5,t{i},{i % 7},{'x' if i % 50 else i}" for i in range(5000)]
    tables = []
    for _ in range(2):
        tables.append(raw("a,b,c,d\n" + "\n".join(rows)))
        rng.shuffle(rows)
    first, second = (table.columns for table in tables)
    assert sorted(first["a"].values) == sorted(second["a"].values)
    assert first["b"] == second["b"]
    assert sorted(cells(first["c"])) == sorted(cells(second["c"]))
    assert sorted(first["d"].labels) == sorted(second["d"].labels)


@pytest.mark.parametrize(
    ("footer", "count", "told"),
    [
        ("Total\n", 1, "'Total', with 1 cell instead of 3"),
        ("Source: a, b\nNote\n", 2, "'Source: a b', with 2 cells instead of 3"),
        ("Total,40,50\n", 1, "'Total 40 50'"),
        ("Source: here,,\n", 1, "'Source: here'"),
        (",,\n\nmade by hand,,\nand checked,,\n", 2, "'made by hand'"),
        ("\n* estimated\n", 1, "'* estimated', with 1 cell instead of 3"),
    ],
)
def test_a_footer_is_left_out_told_and_refused_if_strict(footer, count, told):
    text = "town,x,y\n" + "Ulm,1,2\nBonn,3,4\n" * 10 + footer
    table = raw(text)
    assert table.n_rows == 20
    assert table.columns["town"].labels == ["Ulm", "Bonn"]
    noun = "line" if count == 1 else "lines"
    assert any(
        note.startswith(f"{count} {noun} at the end left out") and note.endswith(told)
        for note in table.notes
    ), table.notes
    with pytest.raises(dw.DataError, match=r"below the table|blank row"):
        raw(text, strict=True)


@pytest.mark.parametrize("last", ["Total,1,2\n", "Ulm,,\n", "Source,1,2\n", "Bonn,NA,NA\n"])
def test_a_last_row_that_may_be_data_stays(last):
    assert raw("town,x,y\nTotal,1,2\n" + "Ulm,1,2\nBonn,3,4\n" * 5 + last).n_rows == 12


def test_a_footer_of_a_large_file_is_left_out_as_well():
    text = "a,b,c\n" + "".join(f"{i},t{i},x\n" for i in range(50_000)) + "Total,,\nSource: y\n"
    table = raw(text)
    assert table.n_rows == 50_000
    assert len(table.columns["a"].values) == 50_000
    assert not table.columns["a"].exceptions
    assert table.columns["b"].n_cells + table.columns["b"].n_empty == 50_000
    assert table.columns["c"].labels == ["x"]
    assert table.where(49_999) == "line 50001"


def test_blank_rows_are_left_out_and_counted():
    table = raw('a,b\n1,2\n,\n \n"",""\n3,4\n')
    assert table_cells(table) == {"a": ["1", "3"], "b": ["2", "4"]}
    assert "2 blank rows left out" in table.notes
    assert (table.where(0), table.where(1)) == ("line 2", "line 6")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n0,1\n0\n2,3\n", "line 3: 1 cell where 2 were expected"),
        ('a,b\n"0\n",1\n\n0,1,2\n3,4\n', "line 5: 3 cells where 2 were expected"),
        ("a,b\n0,1\n2,3,\n", "line 3: 3 cells where 2 were expected"),
        ('a,b\n0,"1\n2,3\n', "line 2: a quote is opened and never closed"),
        ('a,b\n0,"1"2\n', "line 2: text after the closing quote of cell 2"),
        ("," * (1 << 18) + "x", "line 1: more than 262144 cells"),
    ],
)
def test_bad_records_are_refused_with_their_line(text, message):
    with pytest.raises(dw.FormatError, match=r"^table\.csv, ") as refusal:
        raw(text)
    assert message in str(refusal.value)


def test_cells_do_not_depend_on_quotes_line_ends_or_blanks_around_them():
    plain = table_cells(raw("a,b\nx,1\ny,2\n"))
    for other in (
        '"a","b"\r\n"x","1"\r\n"y","2"',
        " a , b\r x,1 \r y ,2\r",
        '"a",b\n" x ",1\ny,"2"\n',
    ):
        assert table_cells(raw(other)) == plain


def test_quoted_cells_may_hold_anything():
    table = raw('a,b\n"x,y","two\nlines"\n"say ""hi""",1\n')
    assert table_cells(table) == {"a": ["x,y", 'say "hi"'], "b": ["two\nlines", "1"]}


def test_very_wide_tables_are_read():
    width = 30_000
    names = ",".join(f"gene{j}" for j in range(width))
    row = ",".join(str(j % 3) for j in range(width))
    table = raw(f"{names}\n" + f"{row}\n" * 3)
    assert (len(table.columns), table.n_rows) == (width, 3)
