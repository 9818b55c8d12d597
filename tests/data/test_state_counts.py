"""Files for GOBNILP and BLIP: names, numbers of states, rows."""

import pytest

import dagwright as dw


def read(tmp_path, text, name="table.dat"):
    path = tmp_path / name
    path.write_text(text, encoding="ascii")
    return dw.read_data(path, as_is=True)


def test_a_line_of_numbers_of_states_is_no_row(tmp_path):
    data = read(tmp_path, "a b c\n2 4 3\n0 1 2\n1 0 0\n0 2 1\n")
    assert data.n_rows == 3
    assert data.states == ((0, 1), (0, 1, 2, 3), (0, 1, 2))
    assert "line 2 was taken for the numbers of states" in data.notes


def test_names_of_states_may_follow(tmp_path):
    data = read(tmp_path, "a b\n2 3\nyes red\nno green\nyes red\n")
    assert data.n_rows == 3
    assert data.arities == (2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "a b\n2 4\n0 1\n1 4\n",  # 4 comes again
        "a b\n2 4\n0 5\n1 0\n",  # 5 is more
        "a b\n2 4\n0 -1\n1 0\n",  # no code
        "a b\n2 x\n0 y\n1 z\n",  # no number
        "a b\n2 1\nyes red\nno green\n",  # more names than states
    ],
)
def test_a_first_row_that_may_be_one_stays(tmp_path, text):
    assert read(tmp_path, text).n_rows == text.count("\n") - 1


def test_other_files_have_no_such_line(tmp_path):
    assert read(tmp_path, "a,b\n2,3\n0,1\n1,0\n", "table.csv").n_rows == 3
    assert read(tmp_path, "2 3\n0 1\n1 0\n").n_rows == 3  # no header


def test_lines_in_messages_are_those_of_the_file(tmp_path):
    path = tmp_path / "table.dat"
    path.write_text("a b\n2 2\n0 1\n1 7\n", encoding="ascii")
    with pytest.raises(dw.DataError, match="line 4"):
        dw.read_data(path, states={"b": ["0", "1"]})
