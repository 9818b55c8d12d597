"""With --json, a command prints one JSON document and nothing else, whatever happens."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dagwright as dw

RUN = ["experiment", "run", "s4-filters", "--size", "smoke"]


@pytest.fixture
def files(table, tmp_path):
    """What commands read: a table, candidate sets and networks."""
    data = dw.read_data(table)
    dw.find_parent_sets(dw.LocalScores(data), dw.Sequential()).write(tmp_path / "sets.jkl")
    dw.write_structure(dw.Dag(["rain", "wet", "coin"], [("rain", "wet")]), tmp_path / "net.dot")
    return {"DATA": table, "SETS": tmp_path / "sets.jkl", "NET": tmp_path / "net.dot"}


# What is typed, what the document must have, and what is typed for it to fail.
COMMANDS = {
    "learn": (["learn", "DATA"], {"score", "edges", "written"}, ["learn", "no.csv"]),
    "learn to files": (
        ["learn", "DATA", "-o", "out.bif", "--report", "out.html"],
        {"score", "edges", "written"},
        ["learn", "DATA", "--method", "luck"],
    ),
    "plan": (["plan", "DATA"], {"stages", "memory", "reasons"}, ["plan", "no.csv"]),
    "parents": (
        ["parents", "DATA", "-o", "out.jkl"],
        {"sets", "complete_size", "written"},
        ["parents", "DATA", "-o", "out.xyz"],
    ),
    "solve": (["solve", "SETS"], {"score", "edges", "candidates"}, ["solve", "no.jkl"]),
    "solve from data": (
        ["solve", "SETS", "--data", "DATA", "-o", "out.bif"],
        {"score", "written"},
        ["solve", "SETS", "-o", "out.bif"],
    ),
    "bootstrap": (
        ["bootstrap", "DATA", "--repetitions", "3"],
        {"shares", "average", "repetitions"},
        ["bootstrap", "DATA", "--threshold", "7"],
    ),
    "score": (["score", "NET", "DATA"], {"score", "by_family"}, ["score", "no.dot", "DATA"]),
    "sample": (
        ["sample", "example:asia", "-n", "9", "-o", "out.csv"],
        {"rows", "seed", "written"},
        ["sample", "example:asia", "-n", "9", "-o", "-"],
    ),
    "compare": (["compare", "NET", "NET"], {"shd_dag", "recall"}, ["compare", "NET", "no.dot"]),
    "convert": (
        ["convert", "example:asia", "out.net"],
        {"edges", "has_probabilities", "written"},
        ["convert", "NET", "-", "--format", "dot"],
    ),
    "info": (["info"], {"threads", "free_memory", "methods"}, ["info", "--exclude", "a"]),
    "info of a table": (["info", "DATA"], {"columns", "rows"}, ["info", "no.csv"]),
    "info of sets": (["info", "SETS"], {"sets", "variables"}, ["info", "no.jkl"]),
    "experiment list": (["experiment", "list"], {"plans"}, ["experiment", "list", "--nothing"]),
    "experiment run": (RUN, {"plans"}, ["experiment", "run", "s9"]),
    "experiment report": (
        ["experiment", "report", "s4-filters", "--size", "smoke"],
        {"pages"},
        ["experiment", "report", "s9"],
    ),
}


def document(text):
    """Return the one document, which holds numbers as JSON knows them."""

    def refuse(word):
        raise AssertionError(word)

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def typed(files, here, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda words: here(*(files.get(word, word) for word in words), "--json")


@pytest.mark.parametrize(("words", "keys", "_"), COMMANDS.values(), ids=COMMANDS)
def test_a_command_prints_one_document(typed, words, keys, _):
    run = typed(words)
    assert run.returncode == 0, run.stderr
    found = document(run.stdout)
    assert keys <= set(found)
    assert found["dagwright"] == dw.__version__
    assert "error" not in found


@pytest.mark.parametrize(("_", "__", "words"), COMMANDS.values(), ids=COMMANDS)
def test_a_failure_is_a_document_too(typed, _, __, words):
    run = typed(words)
    assert run.returncode in {1, 2}
    found = document(run.stdout)
    assert set(found) == {"error"}
    assert set(found["error"]) == {"type", "message", "exit_code"}
    assert found["error"]["exit_code"] == run.returncode
    assert f"error: {found['error']['message']}\n" in run.stderr


USAGE = {
    "unknown option": ["learn", "DATA", "--nonsense"],
    "unknown command": ["nonsense"],
    "no argument": ["learn"],
    "number out of range": ["learn", "DATA", "--seed", "-1"],
    "unknown way to show progress": ["learn", "DATA", "--progress", "maybe"],
}


@pytest.mark.parametrize("words", USAGE.values(), ids=USAGE)
def test_wrong_usage_is_a_document_with_exit_code_2(typed, words):
    run = typed(words)
    assert run.returncode == 2
    error = document(run.stdout)["error"]
    assert (error["type"], error["exit_code"]) == ("UsageError", 2)
    assert "Usage: " in run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_what_could_not_be_written_is_in_the_document(typed, tmp_path):
    run = typed(["learn", "DATA", "-o", "/dev/full", "--format", "bif", "--report", "page.html"])
    assert run.returncode == 1
    found = document(run.stdout)
    assert found["score"] < 0
    assert found["written"] == ["page.html"]
    assert found["error"]["type"] == "FormatError"
    assert "No space left" in found["error"]["message"]


def test_words_behind_two_dashes_are_no_options(here):
    run = here("learn", "--", "--json")
    assert (run.returncode, run.stdout) == (1, "")
    assert "cannot read --json" in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_signal_before_the_search_is_a_document(program, environment, tmp_path):
    pipe = tmp_path / "slow.csv"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [program, "learn", pipe, "--json", "--log", tmp_path / "run.log"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
    )
    with pipe.open("w", encoding="utf-8"):  # returns when the program has begun to read
        process.send_signal(signal.SIGTERM)
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 143
    error = document(printed)["error"]
    assert (error["type"], error["exit_code"]) == ("Signal", 143)
    assert error["message"].startswith("ended by SIGTERM before the search had begun")
    lines = (tmp_path / "run.log").read_text(encoding="utf-8").splitlines()
    assert "signal: SIGTERM received" in lines[1]
    assert "end: exit code 143, after SIGTERM" in lines[-1]
