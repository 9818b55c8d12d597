"""Files into datasets."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

import dagwright as dw


@pytest.fixture
def read(tmp_path):
    """Write text to a file of the given name and read it, by default as it is."""

    def write_and_read(text, name="table.csv", **options):
        path = tmp_path / name
        content = text if isinstance(text, bytes) else text.encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return dw.read_data(path, **{"as_is": True, **options})

    return write_and_read


TEXT = "rain,wet\nno,0\nyes,1\nyes,1\n"
EXPECTED = dw.Dataset(["rain", "wet"], [["no", "yes"], [0, 1]], [[0, 1, 1], [0, 1, 1]])


@pytest.mark.parametrize(
    "name", ["t.csv", "t.CSV", "t.data", "t.dat", "t.txt", "t.csv.gz", "t.data.gz", "t.gz"]
)
def test_every_supported_suffix_is_read(read, name):
    assert read(TEXT, name) == EXPECTED


@pytest.mark.parametrize("name", ["t", "t.log", "v1.2", "v1.2.gz"])
def test_other_names_are_judged_by_the_content(read, name):
    assert read(TEXT, name) == EXPECTED


def test_a_workbook_by_its_name_only_is_refused(read):
    with pytest.raises(dw.FormatError, match=r"t\.xlsx is not a readable workbook"):
        read(TEXT, "t.xlsx")


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.rstrip("\n"),
        "\ufeff" + TEXT,
        "\n\r\n  \n" + TEXT.replace("\n", "\n\n") + " \t\n",
        " rain ,\twet\nno , 0\n  yes,1 \nyes\t,1",
        '"rain","wet"\n"no",0\n "yes" ,"1"\nyes,1',
    ],
    ids=["crlf", "cr", "no last line end", "byte order mark", "blank lines", "blanks", "quotes"],
)
def test_variants_of_the_format_read_alike(read, text):
    assert read(text) == EXPECTED


def test_quoted_cells_may_hold_delimiters_line_ends_quotes_and_blanks(read):
    data = read('a,b\n"x,y"," y z "\n"two\nlines","say ""hi"""\n')
    assert data.states == (("two\nlines", "x,y"), ('say "hi"', "y z"))


def test_a_quote_inside_an_unquoted_cell_is_an_ordinary_character(read):
    assert read('a\n5" disc\n').states == (('5" disc',),)


def test_labels_longer_than_a_machine_word_are_told_apart(read):
    data = read("a\nabcdefgh1\nabcdefgh2\nabcdefg\nabcdefgh1\n")
    assert data.states == (("abcdefg", "abcdefgh1", "abcdefgh2"),)
    assert data.codes[0].tolist() == [1, 2, 0, 1]


@pytest.mark.parametrize("n_labels", [256, 257, 65536, 65537])
def test_codes_grow_with_the_number_of_labels(read, n_labels):
    text = "a,b\n" + "".join(f"{i},s{i:06d}\n" for i in range(n_labels))
    data = read(text, max_states=None)
    assert data.arities == (n_labels, n_labels)
    assert all(np.array_equal(column, np.arange(n_labels)) for column in data.codes)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a,b\nx,y\n", ("a", "b")),
        ("a,1\nx,y\n", ("a", "1")),
        ("1,2\n3,4\n", ("x0", "x1")),
        ("x,b\nx,y\n", ("x0", "x1")),
        ("b,x\nx,y\n", ("b", "x")),
    ],
    ids=["names", "a number among names", "numbers", "recurs", "recurs elsewhere"],
)
def test_the_header_is_guessed(read, text, names):
    assert read(text).names == names


def test_header_true_takes_the_first_record_as_names(read):
    data = read("1,2\n1,4\n", header=True)
    assert data == dw.Dataset(["1", "2"], [[1], [4]], [[0], [0]])


def test_header_false_takes_the_first_record_as_data(read):
    data = read("a,b\nx,y\n", header=False)
    assert data == dw.Dataset(["x0", "x1"], [["a", "x"], ["b", "y"]], [[0, 1], [0, 1]])


def test_integers_are_sorted_by_value(read):
    assert read("10\n9\n-1\n0\n").states == ((-1, 0, 9, 10),)


def test_spellings_of_one_integer_are_one_state(read):
    data = read("v\n1.0\n1\n0\n-0\n2.\n")
    assert data == dw.Dataset(["v"], [[0, 1, 2]], [[1, 1, 0, 0, 2]])


@pytest.mark.parametrize("labels", [["007", "1"], ["true", "false"], ["+1", "2"], ["1" * 19, "2"]])
def test_other_labels_stay_text(read, labels):
    assert read("\n".join(labels), header=False).states == (tuple(sorted(labels)),)


def test_continuous_columns_are_all_named(read):
    with pytest.raises(
        dw.DataError, match=r"table\.csv: columns 'a', 'c' and 'd' look continuous: cut"
    ):
        read("a,b,c,d\n0.5,x,1e-3,inf\n1,y,-2,3\n")


def test_by_default_numbers_are_cut_and_holes_are_filled(read):
    rows = "".join(
        f"{i * 7 % 40 + 0.5},{'xyz'[i % 3]},{'' if i % 5 == 0 else i % 2}\n" for i in range(60)
    )
    data = read("height,place,won\n" + rows, as_is=False)
    assert data.provisional == ("height",)
    assert data.states[0][0].startswith("below_")
    assert data.states[1:] == (("x", "y", "z"), ("0", "1", "missing"))


def test_numbers_among_words_are_labels(read):
    assert read("a\n0.5\nmany\n").states == (("0.5", "many"),)


def test_missing_values_are_counted_for_every_column(read):
    text = "a,b,c\n?,x,NA\n,y,nan\nNaN,z,1\n1,w,2\n"
    with pytest.raises(dw.DataError, match=r"missing values in 'a' \(3\), 'c' \(2\): drop"):
        read(text)


@pytest.mark.parametrize("label", ["None", "none", "null", "-", "n/a"])
def test_words_that_only_resemble_missing_values_are_states(read, label):
    assert label in read(f"v\n{label}\nsome\n").states[0]


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_is_refused(read, text):
    with pytest.raises(dw.DataError, match=r"table\.csv: the file is empty"):
        read(text)


@pytest.mark.parametrize("options", [{}, {"header": True}])
def test_a_header_without_rows_is_refused(read, options):
    with pytest.raises(dw.DataError, match="a header and no rows"):
        read("a,b\n", **options)


def test_a_single_row_is_enough(read):
    assert read("1,2").n_rows == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a,b\n0,1\n0\n0,1\n", "line 3: 1 cell where 2 were expected"),
        (b"a,b\n0,1\n0,1,2\n0,1\n", "line 3: 3 cells where 2 were expected"),
        (b'a,b\n"0\n",1\n\n0,1,2\n0,1\n', "line 5: 3 cells where 2 were expected"),
        (b"a,b\r0,1\r\n0\r0,1", "line 3: 1 cell where 2 were expected"),
        (b'a,b\n0,"1\n2,3\n', "line 2: a quote is opened and never closed"),
        (b'a,b\n0,"1"2\n', "line 2: text after the closing quote of cell 2"),
        (b"a,b\n" + b"0,1\n" * 90_000 + b"0,1\0\n0,1", "line 90002: a NUL byte"),
    ],
)
def test_bad_text_is_refused_with_its_line(read, text, message):
    with pytest.raises(dw.FormatError, match=rf"table\.csv, {message}"):
        read(text)


def test_text_that_is_not_utf8_is_read_and_said(read):
    data = read(b"a,b\n0,Z\xfcrich\n1,Bonn\n")
    assert data.states[1] == ("Bonn", "Zürich")
    assert any("cp1252" in note for note in data.notes)
    with pytest.raises(
        dw.FormatError, match=r"table\.csv: this is not utf-8 text.*or give another"
    ):
        read(b"a,b\n0,\xff\n", encoding="utf-8")


def test_a_binary_file_is_refused(read):
    with pytest.raises(dw.FormatError, match=r"table\.csv: this is a binary file, not a table"):
        read(b"a,b\n0,1\n" + bytes(range(256)))


def test_a_missing_file_is_a_format_error_that_names_it(tmp_path):
    with pytest.raises(dw.FormatError, match=r"cannot read .*absent\.csv: No such file"):
        dw.read_data(tmp_path / "absent.csv")


def test_a_directory_is_refused(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(dw.FormatError, match=r"cannot read .*folder\.csv"):
        dw.read_data(tmp_path / "folder.csv")


@pytest.mark.parametrize("cut", [0.5, None], ids=["truncated", "not compressed"])
def test_a_broken_gzip_file_is_refused(tmp_path, cut):
    path = tmp_path / "t.csv.gz"
    whole = gzip.compress(TEXT.encode() * 100)
    path.write_bytes(TEXT.encode() if cut is None else whole[: int(len(whole) * cut)])
    with pytest.raises(dw.FormatError, match=r"t\.csv\.gz is not a complete gzip file"):
        dw.read_data(path)


def test_a_path_may_be_text(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TEXT)
    text = dw.read_data(str(path), as_is=True)
    assert text == dw.read_data(Path(path), as_is=True) == EXPECTED


def test_a_weight_column_is_not_a_variable(read):
    data = read("a,n\nx,3\ny,0\nx,2.0\n", weights="n")
    assert data == dw.Dataset(["a"], [["x", "y"]], [[0, 1, 0]], [3, 0, 2])


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["1", "-1"], "negative"),
        (["1", "0.5"], "not a whole number"),
        (["1", "many"], "column 'n' holds no weights"),
        (["1", "NA"], "column 'n' holds no weights: 'NA' is not a number in line 3"),
    ],
)
def test_bad_weights_are_refused(read, column, message):
    with pytest.raises(dw.DataError, match=rf"table\.csv: .*{message}"):
        read("a,n\n" + "".join(f"x,{cell}\n" for cell in column), weights="n")


def test_an_unknown_weight_column_is_named(read):
    with pytest.raises(
        dw.DataError, match="no column 'm' for the weights: there are 'rain', 'wet'"
    ):
        read(TEXT, weights="m")


def test_files_larger_than_one_piece_are_read_whole(read):
    rows = 300_000
    data = read("a,b\n" + "yes,10\nno,2\n" * rows)
    assert data.n_rows == 2 * rows
    assert data.codes[0].tolist() == [1, 0] * rows
