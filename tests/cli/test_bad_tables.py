"""Tables that cannot be used end the command line with one line and exit code 1 or 2."""

from __future__ import annotations

import sys

import pytest

from dagwright.cli import main

CONTINUOUS = "h,c\n" + "".join(f"{i / 7},{i % 2}\n" for i in range(1, 40))


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
    ("content", "message"),
    [
        (None, "cannot read {}: No such file"),
        ("", "{}: the file is empty"),
        ("a,b\n", "{}: the file has a header and no rows"),
        ("a,b\n1,2\n1\n", "{}, line 3: 1 cell where 2 were expected"),
        ("a,b\n1,2,3\n", "{}, line 2: 3 cells where 2 were expected"),
        (b"a,b\n1,\xe9t\xe9\n", "{}, line 2: not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "{}, line 1: not UTF-8"),
        (b"\0\1\2\3" * 50, "{}, line 1: a NUL byte"),
        ("a,a\n1,2\n1,3\nb,c\n", None),
        ("a,b\n1,\n2,3\n", "missing values in 'b' (1)"),
        ("a,b\n1,NA\n2,3\n", "missing values in 'b' (1)"),
        ("a,b\n1,NaN\n2,3\n", "missing values in 'b' (1)"),
        (CONTINUOUS, "column 'h' looks continuous: discretise"),
        ("id,x\n" + "".join(f"r{i},{i % 2}\n" for i in range(999)), "column 'id' holds more than"),
        ("n,x\n" + "".join(f"{i},{i % 2}\n" for i in range(999)), "256 different whole numbers"),
        ('a,b\n"1,2\n', "{}, line 2: a quote is opened and never closed"),
    ],
)
def test_the_message_names_the_place_and_the_exit_code_is_1(run, tmp_path, content, message):
    code, printed = run(content)
    if message is None:
        return  # usable after all: the names repeat, so the first row is taken for data
    assert code == 1
    assert message.format(tmp_path / "t.csv") in printed
    assert printed.startswith("error: ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--weights", "z"], "no column 'z' for the weights"),
        (["--missing", "guess"], "missing='guess': choose one of"),
        (["--bins", "3"], "--bins and --target belong to --discretize"),
        (["--discretize", "magic"], "no way to discretise is called 'magic'"),
        (["--discretize", "mdl"], "target="),
        (["--discretize", "mdl", "--target", "z"], "no column 'z' as target"),
        (["--exclude", "z"], "no column 'z' to exclude"),
    ],
)
def test_options_that_do_not_fit_are_refused(run, options, message):
    code, printed = run("a,b\n1,2\n1,3\n", *options)
    assert code == 1
    assert message in printed


@pytest.mark.parametrize("name", ["t.xlsx", "t", "t.zip"])
def test_unknown_kinds_of_files_are_refused(run, name):
    code, printed = run("a,b\n1,2\n", name=name)
    assert code == 1
    assert "supported are .csv" in printed


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
        '"a, b","c ""d"" {e}"\n"x, y",{z}\n"""q""", p q \n',
        "größe,名前\nklein,太郎\ngroß,花子\n",
        "day,x\n2020-01-01,a\n2020-01-02,b\n2020-01-01,b\n",
        "a,b\n1,x\ntwo,y\n3.5,x\n",
        "a,b\nNone,x\nNone,y\nsome,x\n",
    ],
    ids=["one row", "one column", "punctuation", "unicode", "dates", "mixed", "None"],
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
    assert run(content, "--max-states", "300")[0] == 0
    assert run(content, "--max-states", "0")[0] == 0
    assert run(content, "--max-states", "299")[0] == 1
