"""What a pipe gets: lines as long as what is in them, in any encoding, on any kind of terminal."""

import os
import subprocess

import pytest

import dagwright as dw

pty = pytest.importorskip("pty", reason="terminals of Unix")

NAMES = "Übergröße,männlich,a column with quite a long name that says what it is about"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with a table whose names need more than ASCII, and what comes of it."""
    monkeypatch.chdir(tmp_path)
    rows = [("nein", "nein", "→"), ("nein", "nein", "b"), ("ja", "ja", "→"), ("ja", "ja", "b")]
    lines = [NAMES, *(",".join(row) for row in rows * 15), "ja,nein,b", "nein,ja,→"]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    data = dw.read_data("t.csv")
    dw.find_parent_sets(dw.LocalScores(data), dw.Sequential()).write("sets.dwps")
    dw.write_structure(dw.Dag(data.names, [data.names[:2]]), "net.json")
    return tmp_path


COMMANDS = {
    "learn": ["learn", "t.csv"],
    "learn to standard output": ["learn", "t.csv", "-o", "-", "--format", "csv"],
    "plan": ["plan", "t.csv"],
    "parents": ["parents", "t.csv", "-o", "p.dwps"],
    "solve": ["solve", "sets.dwps"],
    "bootstrap": ["bootstrap", "t.csv", "--repetitions", "3"],
    "score": ["score", "net.json", "t.csv", "--by-family"],
    "compare": ["compare", "net.json", "net.json"],
    "info": ["info"],
    "info of a table": ["info", "t.csv"],
    "info of sets": ["info", "sets.dwps"],
    "experiment list": ["experiment", "list"],
    "help": ["learn", "--help"],
    "nothing": [],
    "mistake": ["learn", "t.csv", "--exclude", "Übergrösse"],
    "wrong usage": ["learn", "--nonsense"],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_ascii_is_enough_and_no_line_is_padded(program, environment, files, words):
    run = subprocess.run(
        [program, *words],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**environment, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "COLUMNS": "30"},
    )
    if "-" in words:
        assert "Übergröße".encode() in run.stdout  # a file, which is UTF-8
        run.stdout = b""
    printed = (run.stdout + run.stderr).decode("ascii")
    assert "Traceback" not in printed
    asked = "did you mean" in printed or "--help" in words
    assert "?" not in printed or asked  # not in the place of what cannot be shown
    assert printed
    assert [line for line in printed.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("words", [COMMANDS["learn"], COMMANDS["bootstrap"], COMMANDS["plan"]])
def test_names_are_whole_on_any_width(here, files, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "20")
    narrow = here(*words)
    assert narrow.returncode == 0
    assert max(map(len, narrow.stdout.splitlines())) > 20
    if words[0] != "plan":
        assert any(
            "Übergröße" in line and "männlich" in line for line in narrow.stdout.splitlines()
        )


def test_what_cannot_be_shown_is_escaped(program, environment, files):
    run = subprocess.run(
        [program, "learn", "t.csv"],
        capture_output=True,
        check=True,
        encoding="ascii",
        env={**environment, "PYTHONIOENCODING": "ascii"},
    )
    assert r"\xdcbergr\xf6\xdfe" in run.stdout


@pytest.mark.parametrize("kind", ["dumb", "xterm"])
def test_terminals_of_both_kinds_see_the_search(program, environment, files, kind):

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [program, "learn", "t.csv", "-o", "net.bif"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env={**environment, "TERM": kind},
    )
    os.close(slave)
    seen = b""
    try:
        while piece := os.read(master, 1 << 16):
            seen += piece
    except OSError:  # how a terminal says that its last writer has gone
        pass
    os.close(master)
    assert process.wait(60) == 0
    shown = seen.decode()
    assert "62 rows, 3 variables" in shown
    assert (" s  done: " in shown) == (kind == "dumb")
    assert ("\x1b[" in shown) == (kind != "dumb")
