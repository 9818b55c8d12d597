"""The first lines of a file: names, data, names with a fault, titles and comments."""

from __future__ import annotations

import pytest
from tests.support.raw import cells, raw, table_cells

import dagwright as dw


def names(text, **words):
    return list(raw(text, **words).columns)


@pytest.mark.parametrize(
    ("text", "expected", "fault"),
    [
        ("a,b,a\n0,1,1\n1,0,1\n", ["a", "b", "a_2"], "columns 1 and 3 are both called 'a'"),
        ("s;sex;s\nyes;m;no\nno;f;no\n", ["s", "sex", "s_2"], "columns 1 and 3 are both called"),
        ("a,a,a\n0,1,1\n", ["a", "a_2", "a_3"], "columns 1, 2 and 3 are all called 'a'"),
        ("a,a,a_2\n0,1,1\n", ["a", "a_3", "a_2"], "columns 1 and 2 are both called 'a'"),
        ("a,,b\n0,1,1\n1,0,1\n", ["a", "column_2", "b"], "column 2 has no name"),
        ("a,,\n0,1,1\n1,0,1\n", ["a", "column_2", "column_3"], "columns 2 and 3 have no name"),
        (
            "fever,age,fever\nfever,30,no\nno,31,no\n",
            ["fever", "age", "fever_2"],
            "columns 1 and 3",
        ),
    ],
    ids=["numbers below", "text below", "three", "taken", "empty", "two empty", "a state too"],
)
@pytest.mark.parametrize("header", [None, True])
def test_faulty_names_are_made_good_with_a_warning_and_refused_if_strict(
    text, expected, fault, header
):
    table = raw(text, header=header)
    assert list(table.columns) == expected
    assert table.n_rows == text.count("\n") - 1
    assert len(table.warnings) == sum(
        a != b for a, b in zip(expected, first_cells(text), strict=True)
    )
    with pytest.raises(dw.DataError) as refusal:
        raw(text, header=header, strict=True)
    assert fault in str(refusal.value)
    assert "table.csv" in str(refusal.value)
    assert ("header=False" in str(refusal.value)) == (header is None)


def first_cells(text):
    return text.splitlines()[0].replace(";", ",").split(",")


@pytest.mark.parametrize("text", [",a,b\n1,0,x\n2,1,y\n", ",a\nrow1,0\nrow2,1\n", ",a\n7,x\n3,x\n"])
def test_an_empty_first_name_is_noted_and_its_column_stays(text):
    table = raw(text)
    assert next(iter(table.columns)) == "column_1"
    assert not table.warnings
    assert "column 1 has no name: it is called 'column_1'" in table.notes
    assert raw(text, strict=True).n_rows == 2


def test_r_writes_no_name_above_row_names():
    table = raw('"x" "y"\n"1" 5.1 "a"\n"2" 4.9 "b"\n"3" 4.7 "a"\n', "t.txt")
    assert list(table.columns) == ["column_1", "x", "y"]
    assert cells(table.columns["column_1"]) == ["1", "2", "3"]
    rows = "".join(f"r{i},{i},a{i % 2},{i % 3}\n" for i in range(9))
    assert names(",x,y\n" + rows) == ["column_1", "column_2", "x", "y"]
    assert names("x\ty\na\t1\t2\nb\t3\t4\n", name="t.tsv") == ["column_1", "x", "y"]


@pytest.mark.parametrize(
    "text",
    [
        "yes,no,yes\nno,no,no\nyes,yes,no\n",
        "1,1,0\n0,1,0\n",
        "1,2,3\n4,5,6\n",
        "5.5,red,5.5\n1.5,red,2.5\n",
        "id1,0,0\nid2,0,1\nid3,1,0\n",
        "id1,5.5,7.25\nid2,3.5,1.5\nid3,2.25,8.5\n",
        "1,,red\n0,1,red\n1,0,blue\n",
        "NA,1,2\n3,4,5\n",
        "2020-01-01,3,a\n2020-01-02,4,b\n2020-01-03,4,a\n",
    ],
)
def test_data_without_header_stays_data(text):
    table = raw(text)
    assert list(table.columns) == ["x0", "x1", "x2"]
    assert table.n_rows == text.count("\n")
    assert "the first line was taken for data" in table.notes[0]


@pytest.mark.parametrize(
    "text",
    [
        "fever,age\nfever,30\nno,31\nno,30\n",
        "country,2000,2005\nA,3.5,4.5\nB,3.1,4.9\n",
        "day,text\n2020-01-01,aa\n2020-01-02,bb\n",
        "name,size\nUnknown,small\nAda,large\nBob,small\n",
        ",0,1\nr1,5,6\nr2,7,8\nr3,7,8\n",
        "a,b\nx,y\n",
        "only\n1\n2\n",
    ],
)
def test_names_are_never_a_row(text):
    table = raw(text)
    expected = first_cells(text)
    assert list(table.columns) == ([*expected] if expected[0] else ["column_1", *expected[1:]])
    assert table.n_rows == text.count("\n") - 1
    assert "the first line was taken for names" in table.notes[0]


def numbers_below(first_column, width, low, high, n_rows=60):
    """Return rows of whole numbers that look random, and are not."""
    span = high - low
    return "".join(
        ",".join(
            first_column[i % 3 :][:1]
            + [str(low + (i * 7919 + j * 104729) * 31 % span) for j in range(width)]
        )
        + "\n"
        for i in range(n_rows)
    )


@pytest.mark.parametrize(
    ("first", "rows"),
    [
        ("gender,2019,2020", numbers_below(["male", "female", "male"], 2, 1000, 3000)),
        ("region,2000,2010,2019", numbers_below(["a", "b", "c"], 3, 1000, 3000)),
        ("country,1990,1991,1992", numbers_below(["C1", "C2", "C3"], 3, 100, 2000)),
        ("1990,1991,1992", numbers_below([], 3, 300, 2000)),
        ("0,1,2", numbers_below([], 3, 0, 100)),
        ("0,1,2", "51.2,-0.38,-0.9\n48.6,0.04,0\n56.4,1.5,0.07\n"),
        ("0,1", "51.2,3\n48.6,0\n56.4,1\n"),
        ("0,1,2", "0,1,0\n0,0,1\n1,1,1\n" * 10),
        ("0,1,2", "x,1.5,a\ny,2.5,b\n"),
    ],
)
def test_names_may_be_years_or_counted(first, rows):
    table = raw(f"{first}\n{rows}")
    assert list(table.columns) == first.split(",")
    assert table.n_rows == rows.count("\n")
    assert not table.warnings


@pytest.mark.parametrize(
    "text",
    [
        "Ada,1990,1991\nBob,1985,1999\nEve,1970,1988\nDan,1950,1980\n",
        "1990,1991\n1992,1993\n1985,1986\n",
        "male,1990,1991\n" + numbers_below(["male", "female", "male"], 2, 1000, 3000),
    ],
)
def test_years_above_years_or_below_a_known_label_are_data(text):
    assert raw(text).n_rows == text.count("\n")


def test_a_line_that_counts_columns_but_may_be_a_row_is_data_with_a_warning():
    text = "0,1,2\n" + "1,1,1\n0,2,2\n2,1,0\n" * 10
    table = raw(text)
    assert (list(table.columns), table.n_rows) == (["x0", "x1", "x2"], 31)
    assert any("line 1 counts the columns from 0" in warning for warning in table.warnings)
    assert not raw(text, header=False).warnings
    assert not raw("0,1,1\n" + text).warnings


def test_what_the_user_says_is_not_judged_or_noted():
    told = raw("a,b\nx,y\n", header=False)
    assert (list(told.columns), told.n_rows, told.notes) == (["x0", "x1"], 2, [])
    told = raw("1,2\n3,4\n", header=True)
    assert (list(told.columns), told.n_rows, told.notes) == (["1", "2"], 1, [])


def test_names_are_verbatim_but_for_blanks_around_them():
    assert names('\ufeff a $%,"b,c","say ""hi""","two\nlines"\n1,2,3,4\n') == [
        "a $%",
        "b,c",
        'say "hi"',
        "two\nlines",
    ]


def test_a_line_of_units_is_left_out_and_told():
    text = "name,height,weight\n,cm,kg\nAda,170,60\nBob,180,75\nEve,165,55\nDan,190,90\n"
    table = raw(text)
    assert list(table.columns) == ["name", "height", "weight"]
    assert (table.n_rows, table.where(0)) == (4, "line 3")
    assert any("line 2 left out" in note and "cm kg" in note for note in table.notes)
    assert raw(text, header=True).n_rows == 5
    with pytest.raises(dw.DataError, match="line 2 looks like a second line of names"):
        raw(text, strict=True)


def test_a_single_unit_in_brackets_is_a_line_of_units():
    rows = "51.2,a\n48.6,c\n56.4,a\n" * 5
    table = raw(f"Length,Group\n(cm),\n{rows}")
    assert (list(table.columns), table.n_rows) == (["Length", "Group"], 15)
    assert raw(f"Length,Group\n(unknown),\n{rows}").n_rows == 16


def test_two_lines_of_names_are_joined_if_the_first_names_groups():
    rows = "".join(f"p{i},{i},{i + 1},{i * 2},{i * 3}\n" for i in range(1, 9))
    table = raw("person,before,,after,\n,low,high,low,high\n" + rows)
    assert list(table.columns) == ["person", "before low", "before high", "after low", "after high"]
    assert table.n_rows == 8


@pytest.mark.parametrize(
    "first", ["Smith,Unknown,5", "Smith,<0.1,<0.1", "Smith,NA,NA", "Smith,unknown,unknown7"]
)
def test_a_first_row_with_exceptions_is_not_a_line_of_units(first):
    rows = "".join(f"n{i},{i}.5,{i}.25\n" for i in range(20))
    assert raw("name,x,y\n" + first + "\n" + rows).n_rows == 21


@pytest.mark.parametrize(
    "above",
    [
        "# made by hand\n# in 2020\n",
        "% made by hand\n",
        "Table 1: people\n\n",
        "Table 1: people,,\nsecond line,,\n",
        '"sep=,"\n',
        "sep=,\r\n",
    ],
)
def test_comments_and_titles_above_are_left_out(above):
    table = raw(above + "name,age,sex\nAda,36,f\nBob,40,m\nEve,25,f\n")
    assert list(table.columns) == ["name", "age", "sex"]
    assert table.n_rows == 3
    assert table.where(0) == f"line {above.count(chr(10)) + 2}"
    assert "sep" in above or any("left out" in note for note in table.notes)


def test_a_header_may_be_written_as_a_comment():
    assert names("# a b c\n1 2 3\n4 5 6\n", name="t.dat") == ["a", "b", "c"]
    assert names("#CHROM\tPOS\n1\t5\n2\t6\n", name="t.tsv") == ["#CHROM", "POS"]
    assert names("#,Name\n1,Ada\n2,Bob\n") == ["#", "Name"]


@pytest.mark.parametrize("mark", ["# ", "#", "% ", "//"])
def test_a_comment_above_a_header_is_not_the_header(mark):
    rows = "51.2,a\n48.6,c\n56.4,a\n" * 5
    table = raw(f"{mark}Created 2020-01-01, by me\nx,g\n{rows}")
    assert (list(table.columns), table.n_rows) == (["x", "g"], 15)
    assert "1 line of comments at the start left out" in table.notes


def test_a_title_may_stand_above_two_columns():
    rows = "51.2,a\n48.6,c\n56.4,a\n" * 5
    table = raw(f"My great report,\nx,g\n{rows}")
    assert (list(table.columns), table.n_rows) == (["x", "g"], 15)
    assert "1 line above the table left out: 'My great report'" in table.notes
    assert names(f"the size,\n{rows}") == ["the size", "column_2"]


def test_a_header_alone_is_refused():
    for text in ("a,b\n", "a,b"):
        with pytest.raises(dw.DataError, match=r"table\.csv: the file has a header and no rows"):
            raw(text)
    assert table_cells(raw("a,b\n", header=False)) == {"x0": ["a"], "x1": ["b"]}
    for text in ("", "\n\n", "\ufeff", " \n\t\n"):
        with pytest.raises(dw.DataError, match=r"table\.csv: the file is empty"):
            raw(text)


def test_more_names_than_cells_are_refused_with_the_line():
    with pytest.raises(dw.FormatError, match="line 2: 2 cells where the header has 3 names"):
        raw("a,b,c\n1,2\n3,4\n")
