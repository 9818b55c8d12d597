"""The first line of a file: names, data, or names with a fault."""

import pytest

import dagwright as dw


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, **options):
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return dw.read_data(path, **options)

    return write_and_read


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a,b,a\n0,1,1\n1,0,1\n", "columns 1 and 3 are both called 'a'"),
        ("smoker;sex;smoker\nyes;m;no\nno;f;no\n", "columns 1 and 3 are both called 'smoker'"),
        ("a,a,a\n0,1,1\n", "columns 1, 2 and 3 are all called 'a'"),
        ("a,,b\n0,1,1\n1,0,1\n", "column 2 has no name"),
        ("a,,\n0,1,1\n1,0,1\n", "columns 2 and 3 have no name"),
        (",a\nrow1,0\nrow2,1\n", "column 1 has no name"),
        (",a\n0,x\n2,y\n", "column 1 has no name"),
        ("fever,age,fever\nfever,30,no\nno,31,no\n", "columns 1 and 3 are both called 'fever'"),
    ],
    ids=[
        "numbers below",
        "text below",
        "three",
        "empty",
        "two empty",
        "row names",
        "gap in the numbers",
        "a name that is a state too",
    ],
)
def test_a_header_with_a_fault_is_refused_and_never_a_row(read, text, places):
    for options in ({}, {"header": True}):
        with pytest.raises(dw.DataError) as refusal:
            read(text, **options)
        assert "table.csv" in str(refusal.value)
        assert places in str(refusal.value)
    with pytest.raises(dw.DataError, match=r"header=False, --no-header"):
        read(text)


def test_a_refused_header_can_be_read_as_data(read):
    data = read("a,b,a\n0,1,1\n1,0,1\n", header=False)
    assert (data.n_rows, data.names) == (3, ("x0", "x1", "x2"))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("rows", [3, 1000])
@pytest.mark.parametrize("header", [None, True])
def test_an_exported_index_is_left_out_with_a_note(read, first, rows, header):
    text = ",a,b\n" + "".join(f"{i + first},{i % 2},{i % 3 % 2}\n" for i in range(rows))
    data = read(text, header=header)
    assert data.names == ("a", "b")
    assert data.n_rows == rows
    assert "column 1 has no name and counts the rows: left out as an index" in data.notes


def test_a_column_without_name_and_values_is_left_out_with_a_note(read):
    data = read("a;b;\nx;0;\ny;1;\n")
    assert data.names == ("a", "b")
    assert "column 3 has neither a name nor values: left out" in data.notes


@pytest.mark.parametrize(
    "text",
    [
        "yes,no,yes\nno,no,no\nyes,yes,no\n",
        "1,1,0\n0,1,0\n",
        "5.5,red,5.5\n1.5,red,2.5\n",
        "id1,0,0\nid2,0,1\nid3,1,0\n",
    ],
    ids=["text", "numbers", "numbers and text", "identifiers"],
)
def test_data_without_header_may_repeat_itself(read, text):
    data = read(text, discretize="mean")
    assert data.n_rows == text.count("\n")
    assert data.names == ("x0", "x1", "x2")


def test_data_without_header_may_begin_with_a_hole(read):
    data = read("1,,red\n0,1,red\n1,0,blue\n", missing="state")
    assert (data.n_rows, data.names) == (3, ("x0", "x1", "x2"))


def test_text_above_numbers_is_a_name_even_if_another_name_is_a_state_too(read):
    assert read("fever,age\nfever,30\nno,31\nno,30\n").names == ("fever", "age")


def test_a_guess_is_always_told(read):
    names, data = read("a,b\nx,y\n").notes, read("1,2\n3,4\n").notes
    assert "the first line was taken for names" in names[0]
    assert "the first line was taken for data" in data[0]
    assert read("a,b\nx,y\n", header=True).notes == ()
    assert read("1,2\n3,4\n", header=False).notes == ()
