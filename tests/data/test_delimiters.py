"""What separates cells, given or guessed, and how files may be compressed."""

from __future__ import annotations

import bz2
import gzip
import lzma

import pytest

import dagwright as dw

ROWS = [["rain", "wet"], ["no", "0"], ["yes", "1"], ["yes", "1"]]
EXPECTED = dw.Dataset(["rain", "wet"], [["no", "yes"], [0, 1]], [[0, 1, 1], [0, 1, 1]])


def joined(delimiter, end="\n"):
    return "".join(delimiter.join(row) + end for row in ROWS)


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, name, **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return dw.read_data(path, **options)

    return write_and_read


@pytest.mark.parametrize(
    ("name", "delimiters"),
    [
        ("t.csv", ",;\t"),
        ("t.tsv", "\t"),
        ("t.tab", "\t"),
        ("t.dat", ",;\t "),
        ("t.data", ",;\t "),
        ("t.txt", ",;\t "),
    ],
)
def test_the_delimiter_is_found(read, name, delimiters):
    for delimiter in delimiters:
        assert read(joined(delimiter), name) == EXPECTED
        assert read("\ufeff\r\n\r\n" + joined(delimiter, "\r\n"), name) == EXPECTED


def test_any_run_of_blanks_separates_cells(read):
    text = "  rain   wet\nno \t0\n\n yes 1  \n\tyes\t\t1"
    assert read(text, "t.dat", delimiter=" ") == EXPECTED
    assert read(text.replace("\t", " "), "t.dat") == EXPECTED


def test_quoted_delimiters_do_not_count(read):
    data = read('"a,b" c\n"x;y" 1\nz 2\n', "t.dat")
    assert data.names == ("a,b", "c")
    assert data.states[0] == ("x;y", "z")


def test_a_delimiter_that_is_given_is_used(read):
    assert read(joined("|"), "t.csv", delimiter="|") == EXPECTED
    assert read("a;b\nx;y\n", "t.csv", delimiter=",").names == ("a;b",)


@pytest.mark.parametrize("delimiter", ["", ",,", '"', "\n", "\0", "é"])
def test_a_delimiter_that_cannot_be_is_refused(read, delimiter):
    with pytest.raises(dw.DataError, match="delimiter="):
        read(joined(","), "t.csv", delimiter=delimiter)


def test_empty_cells_between_tabs_are_missing_values_not_blanks(read):
    with pytest.raises(dw.DataError, match=r"missing values in 'b' \(1\)"):
        read("a\tb\tc\nx\t\tz\n", "t.tsv")


@pytest.mark.parametrize(
    ("suffix", "module"), [(".gz", gzip), (".bz2", bz2), (".xz", lzma)], ids=["gz", "bz2", "xz"]
)
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.dat", "t"])
def test_compressed_files_are_read(read, name, suffix, module):
    text = joined("\t" if name == "t.tsv" else ",").encode()
    assert read(module.compress(text), name + suffix) == EXPECTED
    whole = module.compress(text * 1000)
    for broken in (whole[: len(whole) // 2], text):
        with pytest.raises(dw.FormatError, match=r"is not a complete (gzip|bzip2|xz) file"):
            read(broken, name + suffix)
