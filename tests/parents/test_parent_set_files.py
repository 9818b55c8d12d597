import gzip
import math

import pytest

import dagwright as dw
from dagwright.parents import check_parent_sets_suffix

SETS = dw.ParentSets.from_lists(
    ["rain", "wet"], {"rain": [(-7.5, ())], "wet": [(-9.0, ()), (-1 / 3, ("rain",))]}
)


@pytest.fixture
def read(tmp_path):
    def read_text(text, suffix=".jkl"):
        path = tmp_path / f"sets{suffix}"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return dw.read_parent_sets(path)

    return read_text


def test_numbers_are_positions_in_whatever_order_the_variables_come(read):
    sets = read("3\n2 1\n-3 0\n0 2\n-5 0\n-1.5 2 2 1\n1 1\n-2 0\n")
    assert sets.names == ("x0", "x1", "x2")
    assert list(sets["x0"]) == [(-1.5, ("x1", "x2")), (-5.0, ())]
    assert sets["x2"][0].score == -3.0


def test_numbers_from_one_are_names(read):
    sets = read("2\n1 1\n-3 0\n2 2\n-5 0\n-1 1 1\n")
    assert sets.names == ("1", "2")
    assert sets["2"][0].parents == ("1",)


def test_names_may_be_used_before_they_are_declared(read):
    sets = read("2\nwet 2\n-9 0\n-4 1 rain\nrain 1\n-7 0\n")
    assert sets.names == ("wet", "rain")
    assert sets["wet"][0].parents == ("rain",)


def test_comments_may_be_anywhere_as_in_blip_files(read):
    text = (
        "# Method: Independence selection \n# Max in-degree: 6 \n2\n# Time for variable: 6.47 \n"
        "0 1\n-5.0000 0\n\n# Time for variable: 0.1\n1 2\n   # 0 0\n-2.5000 1 0\n-6.0000 0\n"
    )
    sets = read(text)
    assert dict(sets.counts) == {"x0": 1, "x1": 2}


def test_a_file_of_urlearning(read):
    text = (
        "META pss_version = 0.1\nMETA input_file=iris.csv\nMETA num_records=150\n"
        "META parent_limit=3\nMETA score_type=bdeu\nMETA ess=2.000000\n\n"
        "VAR a\nMETA arity=2\nMETA values=x y \n-10.500000 \n-8.250000 b \n\n"
        "var b\nmeta arity=2\n-9.000000 \n"
    )
    sets = read(text, ".pss")
    assert list(sets["a"]) == [(-8.25, ("b",)), (-10.5, ())]
    assert (sets.rows, sets.score) == (150, dw.BDeu(ess=2))
    assert sets.pruned is None


@pytest.mark.parametrize(
    "line", ["META ess=x", "META score_type=fnml", "META", "META num_records="]
)
def test_meta_that_says_nothing_is_passed_over(read, line):
    sets = read(f"META score_type=bdeu\n{line}\nVAR a\n-1\n", ".pss")
    assert (sets.rows, sets.score) == (None, None)


def test_numbers_are_names_to_urlearning(read):
    assert read("VAR 1\n-1\nVAR 0\n-2\n-1 1\n", ".pss").names == ("1", "0")


def test_dominated_sets_of_a_file_are_kept_and_nothing_is_known_of_others(read):
    sets = read("2\na 1\n-1 0\nb 2\n-1 0\n-2 1 a\n")
    assert sets.n_sets == 3
    assert sets.pruned is None
    assert dict(sets.complete_size) == {"a": 0, "b": 0}
    assert set(sets.unseen_bound.values()) == {math.inf}


def test_required_parents_may_stand_for_the_empty_set(read):
    sets = read("3\na 1\n-1 0\nb 2\n-2 1 a\n-1 2 a c\nc 1\n-1 0\n")
    assert [one.parents for one in sets["b"]] == [("a", "c"), ("a",)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("x\n", "line 1: 'x' is no number of variables"),
        ("0\n", "line 1: the number of variables must be"),
        ("-1\n", "line 1: '-1' is no number of variables"),
        ("99999\n", "line 1: the number of variables must be"),
        ("2 2\n", "line 1: expected the number of variables alone"),
        ("1\na\n", "line 2: expected a variable and its number of sets"),
        ("1\na 1 1\n", "line 2: expected a variable and its number of sets"),
        ("1\na x\n", "line 2: 'x' is no number of sets"),
        ("1\na 0\n", "line 2: variable 'a' has no sets"),
        ("1\na 1\n-1 1\n", "line 3: the line announces 1 parents but has 0"),
        ("1\na 1\n-1 0 b\n", "line 3: the line announces 0 parents but has 1"),
        ("1\na 1\nabc 0\n", "line 3: 'abc' is no score"),
        ("1\na 1\n-1.5x 0\n", "line 3: '-1.5x' is no score"),
        ("1\na 1\nnan 0\n", "line 3: the score is no finite"),
        ("1\na 1\n-inf 0\n", "line 3: the score is no finite"),
        ("1\na 1\n-1 x\n", "line 3: 'x' is no number of parents"),
        ("1\na 2\n-1 0\n", "ends early: variable 'a' lacks 1 of the sets"),
        ("2\na 1\n-1 0\n", "ends early: it announces 2 variables but has 1"),
        ("2\na 2\n-1 0\nb 1\n-1 0\n", "line 4: 'b' is no score"),
        ("2\n0 2\n-1 0\n1 1\n-1 0\n", "line 4: the line announces 1 parents but has 0"),
        ("1\na 1\n-1 0\n-2 0\n", "line 4: there is more after the 1 variables"),
        ("2\na 1\n-1 0\na 1\n-1 0\n", "line 4: variable 'a' was already declared in line 2"),
        ("1\na 2\n-1 0\n# c\n-2 1 a\n", "line 5: 'a' is a parent of itself"),
        ("2\na 1\n-1 0\nb 2\n-1 0\n-2 2 a a\n", "line 6: parent 'a' is there twice"),
        ("2\na 1\n-1 0\nb 2\n-1 0\n-2 1 c\n", "line 6: unknown variable 'c'"),
        ("2\na 1\n-1 0\nb 2\n-1 0\n-2 0\n", "line 6: variable 'b' has the same set as in line 5"),
        (
            "3\na 1\n-1 0\nb 3\n-1 0\n-2 2 a c\n-3 2 c a\nc 1\n-1 0\n",
            "line 7: variable 'b' has the same set as in line 6",
        ),
        ("2\na 1\n-1 0\nb 1\n-1 1 a\n\n", None),
        (
            "3\na 1\n-1 0\nb 2\n-1 1 a\n-1 1 c\nc 1\n-1 0\n",
            "line 4: variable 'b' lacks the empty set",
        ),
        (b"1\n\xff\xfe 1\n-1 0\n", "not UTF-8"),
    ],
)
def test_faults_are_named_with_file_and_line(read, text, message):
    if message is None:
        assert read(text).n_sets == 2
        return
    with pytest.raises(dw.FormatError, match=message) as caught:
        read(text)
    assert "sets.jkl" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no variables"),
        ("META a=b\n", "no variables"),
        ("-1\nVAR a\n", "line 1: expected META or VAR"),
        ("VAR\n", "line 1: expected VAR and a name"),
        ("VAR a b\n", "line 1: expected VAR and a name"),
        ("VAR a\n", "line 1: variable 'a' has no sets"),
        ("VAR a\n-1\n-2 b\n", "line 3: unknown variable 'b'"),
        ("VAR a\n-1\n-2\n", "line 3: variable 'a' has the same set as in line 2"),
        ("VAR a\n-1\nb -2\n", "line 3: 'b' is no score"),
        ("VAR a\n-1\nVAR a\n-1\n", "line 3: variable 'a' was already declared"),
    ],
)
def test_faults_in_files_of_urlearning(read, text, message):
    with pytest.raises(dw.FormatError, match=message):
        read(text, ".pss")


@pytest.mark.parametrize("size", [1, 500])
def test_a_long_name_is_cut_in_a_message(read, size):
    with pytest.raises(dw.FormatError, match="unknown variable 'é") as caught:
        read(f"1\na 2\n-1 0\n-2 1 {'é' * size}\n")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("suffix", [".jkl", ".jkl.gz", ".pss", ".dwps", ".dwps.gz"])
def test_a_truncated_file_is_refused(tmp_path, suffix):
    path = tmp_path / f"sets{suffix}"
    SETS.write(path)
    whole = path.read_bytes()
    for stop in range(len(whole)):
        path.write_bytes(whole[:stop])
        with pytest.raises(dw.FormatError, match=r"sets\."):
            dw.read_parent_sets(path)


def test_scores_are_written_exactly_and_readably(tmp_path):
    path = tmp_path / "sets.jkl"
    SETS.write(path, comments=False)
    assert path.read_text() == "2\n0 1\n-7.5 0\n1 2\n-0.3333333333333333 1 0\n-9 0\n"
    SETS.write(tmp_path / "sets.pss", comments=False)
    text = (tmp_path / "sets.pss").read_text()
    assert text == (
        "META pss_version = 0.1\n\nVAR rain\n-7.5\n\nVAR wet\n-0.3333333333333333 rain\n-9\n"
    )


def test_names_with_blanks_survive_in_the_comment(tmp_path):
    sets = dw.ParentSets.from_lists(
        ["mean radius", "#x"], {"mean radius": [(-1, ())], "#x": [(-2, ())]}
    )
    for suffix in (".jkl", ".pss"):
        sets.write(tmp_path / f"sets{suffix}")
        assert dw.read_parent_sets(tmp_path / f"sets{suffix}").names == sets.names
        sets.write(tmp_path / f"sets{suffix}", comments=False)
        assert dw.read_parent_sets(tmp_path / f"sets{suffix}").names == ("x0", "x1")


def test_the_comment_must_fit_the_sets(read):
    with pytest.raises(dw.FormatError, match="line 1 announces None sets of 3 variables"):
        read('# dagwright {"names": ["a", "b", "c"]}\n1\n0 1\n-1 0\n')


def test_a_function_as_score_is_left_out_of_files(tmp_path):
    arrays = (SETS.child_starts, SETS.scores, SETS.set_starts, SETS.members)
    sets = dw.ParentSets.from_arrays(SETS.names, *arrays, score=lambda data, child, parents: 0.0)
    sets.write(tmp_path / "sets.dwps")
    assert dw.read_parent_sets(tmp_path / "sets.dwps").score is None


def test_packed_files_are_the_same_bytes_every_time(tmp_path):
    for name in ("a.jkl.gz", "b.jkl.gz"):
        SETS.write(tmp_path / name)
    assert (tmp_path / "a.jkl.gz").read_bytes() == (tmp_path / "b.jkl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.jkl.gz").read_bytes()).startswith(b"# dagwright {")


@pytest.mark.parametrize("name", ["sets", "sets.txt", "sets.gz", "sets.jkl.zip", ".jkl"])
def test_an_unknown_suffix_is_refused(tmp_path, name):
    with pytest.raises(dw.FormatError, match="unknown suffix"):
        SETS.write(tmp_path / name)
    with pytest.raises(dw.FormatError, match="unknown suffix"):
        dw.read_parent_sets(tmp_path / name)
    with pytest.raises(dw.FormatError, match="unknown suffix"):
        check_parent_sets_suffix(name)


@pytest.mark.parametrize("suffix", [".jkl", ".pss.gz", ".dwps"])
def test_a_file_that_is_not_there_is_named(tmp_path, suffix):
    with pytest.raises(dw.FormatError, match=r"cannot read .*No such file"):
        dw.read_parent_sets(tmp_path / f"none{suffix}")
    (tmp_path / f"folder{suffix}").mkdir()
    with pytest.raises(dw.FormatError, match="cannot read"):
        dw.read_parent_sets(tmp_path / f"folder{suffix}")


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "sets.jkl"
    path.write_text("old")
    with pytest.raises(dw.FormatError, match="cannot write"):
        SETS.write(tmp_path / "nowhere" / "sets.jkl")
    tmp_path.joinpath("folder.jkl").mkdir()
    with pytest.raises(dw.FormatError, match="cannot write"):
        SETS.write(tmp_path / "folder.jkl")
    assert path.read_text() == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder.jkl", "sets.jkl"]


def test_a_file_that_was_changed_behind_its_comment_is_refused(tmp_path):
    path = tmp_path / "sets.jkl"
    SETS.write(path)
    comment, rest = path.read_text().split("\n", 1)
    path.write_text(
        comment + "\n" + rest.replace("1 2", "1 1").replace("-0.3333333333333333 1 0\n", "")
    )
    with pytest.raises(dw.FormatError, match="the file was changed"):
        dw.read_parent_sets(path)
