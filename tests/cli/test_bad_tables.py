"""Tables that cannot be used end the command line with one line and exit code 1 or 2."""

from __future__ import annotations

import sys

import pytest

from dagwright.cli import main

CONTINUOUS = "h,c\n" + "".join(f"{i / 7},{i % 2}\n" for i in range(1, 40))
HOLES = "a,b\n" + "1,2\n2,3\n" * 20 + "1,\n"
NAMES = "id,x\n" + "".join(f"r{i},{i % 2}\n" for i in range(999))
NUMBERS = "n,x\n" + "".join(f"{i},{i % 2}\n" for i in range(999))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run `dagwright learn` on a file with the given content; return code and what was printed."""

    def learn(content, *options, name="t.csv"):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        monkeypatch.setattr(sys, "argv", ["dagwright", "learn", str(path), *options])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err + printed.out
        return caught.value.code or 0, printed.err if caught.value.code else printed.out

    return learn


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (None, [], "cannot read {}: No such file"),
        ("", [], "{}: the file is empty"),
        ("a,b\n", [], "{}: the file has a header and no rows"),
        ("a,b\n1,2\n1\n2,2\n1,1\n", [], "{}, line 3: 1 cell where 2 were expected"),
        ("a,b\n1,2\n1\n", ["--strict"], "from line 3 on: '1', with 1 cell instead of 2"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [], "{} is a picture, not a table"),
        (HOLES, ["--missing", "error"], "missing values in 'b' (1)"),
        (HOLES, ["--as-is"], "missing values in 'b' (1)"),
        (HOLES, ["--strict"], "'b' has 1 missing value: say what becomes of it (--missing drop"),
        (CONTINUOUS, ["--as-is"], "column 'h' looks continuous: cut the numbers"),
        (CONTINUOUS, ["--strict"], "'h' would be cut into intervals (39 different numbers"),
        (NAMES, ["--as-is"], "column 'id' holds more than 256 different values"),
        (NAMES, ["--strict"], "'id' would be left out (identifier"),
        (NUMBERS, ["--as-is"], "256 different whole numbers"),
        (NAMES.replace(",0", "").replace(",1", "").replace(",x", ""), [], "no column is left"),
        ("a,a\n" + "1,2\n1,3\n" * 9, ["--strict"], "'a'"),
    ],
)
def test_the_message_names_the_place_and_the_exit_code_is_1(
    run, tmp_path, content, options, message
):
    code, printed = run(content, *options)
    assert code == 1
    assert message.format(tmp_path / "t.csv") in printed
    assert printed.startswith("error: ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--weights", "z"], "no column 'z' for the weights"),
        (["--missing", "guess"], "--missing guess: choose one of"),
        (["--bins", "3"], "--bins and --target belong to a method"),
        (["--discretize", "magic"], "--discretize magic: unknown; choose one of auto, mean"),
        (["--discretize", "mdl"], "--target"),
        (["--discretize", "mdl", "--target", "z"], "no column 'z' as target"),
        (["--discretize", "z=mean"], "no column 'z' to discretise"),
        (["--exclude", "z"], "no column 'z' to exclude"),
        (["--cut", "z=3"], "no column 'z' to cut"),
        (["--cut", "a=x"], "'x' is not a list of numbers; give them as in --cut a=30,45,60"),
        (["--cut", "a=3,2"], "cuts of 'a' must ascend"),
        (["--states", "a=1"], "which is not one of its declared states"),
        (["--as-is", "--keep", "a"], "leave --keep out"),
        (["--number", "a", "--exclude", "a"], "'a' cannot be in both --number and --exclude"),
        (["--like", "no.toml"], "no.toml"),
        (["--sheet", "2"], "--sheet 2 is for workbooks"),
    ],
)
def test_options_that_do_not_fit_are_refused(run, options, message):
    code, printed = run("a,b\n" + "1,2\n2,3\n" * 9, *options)
    assert code == 1
    assert message in printed


def test_a_file_that_is_not_what_its_name_says_is_refused(run):
    code, printed = run("a,b\n1,2\n", name="t.xlsx")
    assert code == 1
    assert "not a readable workbook" in printed


def test_an_unreadable_file_is_refused(run, tmp_path):
    # Not a file without permissions: the superuser may read those.
    (tmp_path / "t.csv").mkdir()
    code, printed = run(None)
    assert code == 1
    assert "cannot read" in printed


@pytest.mark.parametrize(
    "content",
    [
        "a,b\n1,2\n",
        "a\n1\n2\n",
        '"a, b","c ""d"" {e}"\n' + '"x, y",{z}\n"""q""", p q \n' * 20,
        "größe,名前\n" + "klein,太郎\ngroß,花子\n" * 20,
        "day,x\n" + "2020-01-01,a\n2020-01-02,b\n2020-01-01,b\n" * 20,
        "a,b\n" + "1,x\ntwo,y\n3.5,x\n" * 20,
        "a,b\n" + "None,x\nNone,y\nsome,x\n" * 20,
        "a,a\n" + "1,2\n1,3\nb,c\n" * 20,
        CONTINUOUS,
        CONTINUOUS + "?,1\n",
        NAMES,
        NUMBERS,
        HOLES,
        ("a,b\n" + "ja,été\nnein,hiver\n" * 20).encode("cp1252"),
        ("a,b\n" + "ja,été\nnein,hiver\n" * 20).encode("utf-16"),
    ],
    ids=[
        "one row",
        "one column",
        "punctuation",
        "unicode",
        "dates",
        "mixed",
        "None",
        "repeated names",
        "continuous",
        "continuous with a hole",
        "identifiers",
        "row numbers",
        "a hole",
        "cp1252",
        "utf-16",
    ],
)
def test_unusual_tables_that_can_be_used_are(run, content):
    assert run(content)[0] == 0


def test_continuous_columns_and_missing_values_can_be_dealt_with(run):
    holes = CONTINUOUS + "?,1\n"
    code, printed = run(holes, "--discretize", "quantile", "--bins", "4", "--missing", "drop")
    assert code == 0
    assert "39 of 40 rows used: 1 (2 %) has missing values and was dropped (1 in 'h')" in printed
    assert run(holes, "--discretize", "mdl", "--target", "c", "--missing", "state")[0] == 0
    assert run(CONTINUOUS, "--exclude", "h")[0] == 0


def test_the_limit_on_states_can_be_raised_or_lifted(run):
    content = "id,x\n" + "".join(f"r{i},{i % 2}\n" for i in range(300))
    assert run(content, "--as-is", "--max-states", "300")[0] == 0
    assert run(content, "--as-is", "--max-states", "0")[0] == 0
    assert run(content, "--as-is", "--max-states", "299")[0] == 1
    assert "300 rows, 2 variables" in run(content, "--keep", "id")[1]
