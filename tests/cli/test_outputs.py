"""No output replaces what is read or another output, and no result is lost for want of space."""

import gzip
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import dagwright as dw
import dagwright.cli.learn as learn_command
from dagwright.cli.outputs import NETWORKS, PAGES, Outputs

QUICK = ["--method", "hill-climbing"]
linux = pytest.mark.skipif(sys.platform != "linux", reason="devices of Linux")


@pytest.fixture
def files(table, tmp_path):
    """Everything that a command may read, each with its content."""
    dw.load_network("asia").write(tmp_path / "net.bif")
    dw.write_structure(dw.Dag(["rain", "wet", "coin"], [("rain", "wet")]), tmp_path / "start.csv")
    scores = dw.LocalScores(dw.read_data(table), "bic")
    dw.find_parent_sets(scores).write(tmp_path / "sets.jkl")
    (tmp_path / "columns.toml").write_text('[columns.rain]\nkind = "category"\n')
    names = ["weather.csv", "net.bif", "start.csv", "sets.jkl", "columns.toml"]
    return {name: (tmp_path / name).read_bytes() for name in names}


REPLACING = {
    "learn -o": "learn weather.csv -o weather.csv",
    "learn --format": "learn weather.csv -o weather.csv --format bif",
    "learn --report": "learn weather.csv -o x.bif --report weather.csv",
    "learn --start": "learn weather.csv --start start.csv -o start.csv",
    "learn --like": "learn weather.csv --like columns.toml -o columns.toml --format json",
    "learn --checkpoint": "learn weather.csv --method minobs --checkpoint weather.csv",
    "solve -o": "solve sets.jkl -o sets.jkl --format csv",
    "solve --data": "solve sets.jkl --data weather.csv -o weather.csv",
    "solve --start": "solve sets.jkl --start start.csv -o start.csv",
    "solve --checkpoint": "solve sets.jkl --checkpoint sets.jkl",
    "parents -o": "parents weather.csv -o weather.csv --format jkl",
    "bootstrap -o": "bootstrap weather.csv --repetitions 2 -o weather.csv",
    "bootstrap --table": "bootstrap weather.csv --repetitions 2 --table weather.csv",
    "sample -o": "sample net.bif -n 5 -o net.csv",
    "convert": "convert net.bif net.bif",
    "convert --format": "convert net.bif net.bif --format json",
    "info --write": "info weather.csv --like columns.toml --write columns.toml",
}
"""net.csv is a link to net.bif."""


@pytest.mark.parametrize("words", REPLACING.values(), ids=REPLACING)
def test_no_output_replaces_an_input(here, files, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.csv").symlink_to("net.bif")
    run = here(*words.split())
    assert run.returncode == 1
    assert " would replace " in run.stderr or "unknown suffix" in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    assert not (tmp_path / "x.bif").exists()


@pytest.mark.parametrize("kind", ["link", "hard link", "folder link", "dots"])
def test_links_do_not_hide_an_input(here, table, tmp_path, kind):
    before = table.read_bytes()
    output = tmp_path / "other.csv"
    if kind == "link":
        output.symlink_to(table)
    elif kind == "hard link":
        output.hardlink_to(table)
    elif kind == "folder link":
        (tmp_path / "folder").symlink_to(tmp_path)
        output = tmp_path / "folder" / table.name
    else:
        (tmp_path / "below").mkdir()
        output = tmp_path / "below" / ".." / table.name
    run = here("learn", table, *QUICK, "-o", output)
    assert run.returncode == 1
    assert f"-o {output} would replace DATA ({table}, the same file)" in run.stderr
    assert table.read_bytes() == before


TWICE = {
    "learn": "learn nowhere.csv -o net.html --format bif --report net.html",
    "by a link": "learn nowhere.csv -o folder/net.html --format bif --report net.html",
    "completed": "learn nowhere.csv -o net.html --format bif --report net",
    "checkpoint": "learn nowhere.csv -o net.bif --checkpoint net.bif",
    "solve": "solve nowhere.jkl -o net.dot --checkpoint net.dot",
    "bootstrap": "bootstrap nowhere.csv --table net.csv -o net.csv",
    "standard output": "learn nowhere.csv -o - --format bif --report -",
}


@pytest.mark.parametrize("words", TWICE.values(), ids=TWICE)
def test_no_output_replaces_another(here, tmp_path, monkeypatch, words):
    # Nothing is read: that would be another error.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").symlink_to(tmp_path)
    run = here(*words.split())
    assert run.returncode == 1
    assert "are the same file: give them different names" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


REFUSED = {
    "page": ("learn nowhere.csv --report x.pdf", "x.pdf: unknown suffix; pages for the browser"),
    "network": ("learn nowhere.csv -o x.pdf", "or say the format by --format"),
    "format": ("learn nowhere.csv -o x.bif --format pdf", "unknown format 'pdf'; known: bif"),
    "format of nothing": ("learn nowhere.csv --format bif", "say where to write, by -o FILE"),
    "shares": ("bootstrap nowhere.csv --table x.pdf", "x.pdf: unknown suffix; tables"),
    "sets": ("parents nowhere.csv -o x.pdf", "x.pdf: unknown suffix; parent sets"),
    "sample": ("sample nowhere.bif -n 1 -o x.pdf", "x.pdf: unknown suffix; tables"),
    "decisions": ("info nowhere.csv --write x.pdf", "x.pdf: unknown suffix; decisions"),
    "converted": ("convert nowhere.bif x.pdf", "x.pdf: unknown suffix; networks"),
    "folder": ("learn nowhere.csv -o d", "name a file, such as d/name.bif"),
    "folder of pages": ("learn nowhere.csv --report d", "name a file, such as d/name.html"),
    "folder of shares": ("bootstrap nowhere.csv --table d", "it is a directory"),
    "folder of rows": ("sample nowhere.bif -n 1 -o d", "it is a directory"),
    "folder to convert to": ("convert nowhere.bif d", "it is a directory"),
    "standard output": ("learn nowhere.csv -o -", "say it by --format, one of bif, xmlbif"),
    "sets to standard output": ("parents nowhere.csv -o -", "--format, one of jkl, jaa, pss, dwps"),
    "converted to standard output": ("convert nowhere.bif -", "say it by --format"),
    "pipe": ("learn nowhere.csv -o pipe", "a pipe or a device has no suffix"),
    "two texts": ("learn nowhere.csv -o - --format bif --json", "both go to standard output"),
    "page of a paper": ("experiment report s1 -o file", "this is a file: name a folder"),
}


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_written_is_refused_before_any_work(
    here, tmp_path, monkeypatch, words, message
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    run = here(*words.split())
    assert run.returncode == 1
    assert message in run.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d", "file", "pipe"]


@linux
def test_a_device_needs_a_format(here, table):
    run = here("learn", table, *QUICK, "-o", "/dev/null")
    assert run.returncode == 1
    assert "say it by --format" in run.stderr
    assert here("learn", table, *QUICK, "-o", "/dev/null", "--format", "bif").returncode == 0


def test_standard_output_gets_the_network_and_nothing_else(dagwright, table, tmp_path):
    file = tmp_path / "net.bif"
    named = dagwright("learn", table, *QUICK, "-o", file)
    run = dagwright("learn", table, *QUICK, "-o", "-", "--format", "bif")
    assert run.returncode == 0, run.stderr
    assert run.stdout == file.read_text(encoding="utf-8")
    assert "strongest edges" in run.stderr
    assert "written to standard output" in run.stderr
    assert "strongest edges" in named.stdout
    quiet = dagwright("convert", file, "-", "--format", "dot")
    assert quiet.stdout.startswith("digraph {")
    assert quiet.stderr == ""


def test_sets_and_rows_go_to_standard_output(dagwright, table, tmp_path, program, environment):
    file = tmp_path / "sets.jkl"
    assert dagwright("parents", table, "-o", file).returncode == 0
    run = dagwright("parents", table, "-o", "-", "--format", "jkl", "-q")
    assert run.stdout == file.read_text()
    packed = subprocess.run(
        [program, "parents", table, "-o", "-", "--format", "jkl.gz", "-q"],
        stdout=subprocess.PIPE,
        check=True,
        env=environment,
    )
    assert gzip.decompress(packed.stdout) == file.read_bytes()
    rows = dagwright("sample", "example:asia", "-n", "3", "-o", "-")
    assert len(rows.stdout.splitlines()) == 4


@linux
def test_a_pipe_gets_the_network(here, table, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    run = here("learn", table, *QUICK, "-o", pipe, "--format", "dot")
    reader.join(timeout=20)
    assert run.returncode == 0, run.stderr
    assert received[0].startswith("digraph {")
    assert pipe.is_fifo()


def test_the_format_wins_over_the_suffix(here, table, tmp_path):
    file = tmp_path / "net.txt"
    assert here("learn", table, *QUICK, "-o", file, "--format", "dot").returncode == 0
    assert file.read_text().startswith("digraph {")


@linux
@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_a_network_that_cannot_be_written_is_printed(here, table, quiet):
    run = here("learn", table, *QUICK, "-o", "/dev/full", "--format", "bif", *quiet)
    assert run.returncode == 1
    assert ("strongest edges" in run.stdout) == (not quiet)
    printed = run.stdout.partition("as a .csv file would have it:\n")[2]
    assert printed.splitlines()[:2] in (["parent,child", "rain,wet"], ["parent,child", "wet,rain"])
    assert "written to" not in run.stdout
    assert "error: /dev/full: cannot write (No space left on device)" in run.stderr


@linux
def test_a_network_is_printed_to_standard_error_if_standard_output_cannot_be_written(
    table, program, environment
):
    command = [program, "learn", str(table), *QUICK, "-o", "-", "--format", "bif", "-q"]
    environment.pop("PYTHONUNBUFFERED", None)  # what is left in a buffer must do no harm
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False
        )
    assert run.returncode == 1
    printed = run.stderr.partition("as a .csv file would have it:\n")[2].splitlines()
    assert printed[0] == "parent,child"
    assert printed[-1] == "error: standard output: cannot write (No space left on device)"
    assert "Traceback" not in run.stderr


@linux
def test_one_output_that_fails_does_not_take_the_other_with_it(here, table, tmp_path):
    page = tmp_path / "page.html"
    run = here("learn", table, *QUICK, "-o", "/dev/full", "--format", "bif", "--report", page, "-q")
    assert run.returncode == 1
    assert page.exists()
    words = ["--repetitions", "2", "--table", "/dev/full", "-q"]
    shares = here("bootstrap", table, *words)
    assert shares.returncode == 1
    assert "parent,child,share,forward,backward" in shares.stdout


@linux
def test_the_record_for_scripts_is_printed_whatever_the_disk_does(here, table):
    run = here("learn", table, *QUICK, "-o", "/dev/full", "--format", "bif", "--json")
    assert run.returncode == 1
    assert '"written": []' in run.stdout
    assert "No space left" in run.stderr


@linux
@pytest.mark.parametrize("command", ["solve", "parents"])
def test_other_commands_say_what_they_found(here, files, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    if command == "solve":
        run = here("solve", "sets.jkl", "--iterations", 9, "-o", "/dev/full", "--format", "csv")
        assert "as a .csv file would have it:\nparent,child\n" in run.stdout
    else:
        run = here("parents", "weather.csv", "-o", "/dev/full", "--format", "jkl")
        assert "sets" in run.stdout
    assert run.returncode == 1
    assert "No space left" in run.stderr


def test_a_name_that_the_format_cannot_hold_does_not_lose_the_network(here, tmp_path):
    file = tmp_path / "blanks.csv"
    file.write_text("rain today,wet\n" + "no,no\nyes,yes\n" * 20 + "no,yes\nyes,no\n")
    run = here("learn", file, *QUICK, "-o", tmp_path / "net.modelstring")
    assert run.returncode == 1
    assert "rain today" in run.stdout.partition("as a .csv file would have it:\n")[2]
    assert "a model string cannot hold the name 'rain today'" in run.stderr


def test_standard_streams_that_are_files_count(program, environment, table, tmp_path):
    before = table.read_bytes()
    out = tmp_path / "out.bif"
    with table.open("rb") as read, out.open("wb") as write:
        given = {"env": environment, "stderr": subprocess.PIPE}
        over_input = subprocess.run(
            [program, "learn", "-", "-o", table, "--format", "bif"],
            check=False,
            stdin=read,
            **given,
        )
        over_output = subprocess.run(
            [program, "learn", table, "-o", out, "--json"],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=write,
            **given,
        )
    assert b"would replace DATA" in over_input.stderr
    assert b"is the file that standard output goes into" in over_output.stderr
    assert over_input.returncode == over_output.returncode == 1
    assert table.read_bytes() == before


def test_examples_and_devices_are_not_files_to_lose(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outputs = Outputs({"DATA": "example:wdbc", "--start": None})
    assert outputs.declare("-o", "example:wdbc.bif", NETWORKS) is not None
    assert outputs.declare("--report", None, PAGES) is None
    if sys.platform == "linux":
        outputs.declare("-o", "/dev/null", NETWORKS, said="bif")
        outputs.declare("--report", "/dev/null", PAGES)


@linux
@pytest.mark.parametrize("stem", ["y" * 250, "\u00e4" * 120 + "y" * 11], ids=["ascii", "two bytes"])
def test_a_table_with_the_longest_name_loses_nothing(here, table, tmp_path, stem):
    long = table.rename(tmp_path / f"{stem}.csv")
    for _ in range(2):
        run = here("learn", str(long), *QUICK)
        assert run.returncode == 0, run.stderr
    assert len(list(tmp_path.glob("*.bif"))) == 2


@linux
def test_a_name_that_is_too_long_is_refused_before_any_work(here, table, tmp_path):
    long = tmp_path / ("x" * 300 + ".html")
    for words in (["-o"], ["-o", "x.bif", "--report"], ["--method", "minobs", "--checkpoint"]):
        run = here("learn", str(table), "--time", "1", *words, str(long))
        assert run.returncode == 1
        assert run.stderr.count("error: ") == 1
        assert "too long" in run.stderr or "unknown suffix" in run.stderr


def test_a_network_of_another_run_that_came_meanwhile_is_not_replaced(
    here, table, tmp_path, monkeypatch
):
    """Two runs on the same table, started together, end together."""
    rival = tmp_path / "weather.bif"
    text = learn_command.network_text

    def slow_text(*arguments, **more):
        rival.write_text("of the other run")
        return text(*arguments, **more)

    monkeypatch.setattr(learn_command, "network_text", slow_text)
    run = here("learn", str(table), *QUICK)
    assert run.returncode == 0, run.stderr
    assert rival.read_text() == "of the other run"
    assert dw.read_network(tmp_path / "weather-2.bif").dag.n_edges == 1
    assert f"written to {tmp_path / 'weather-2.bif'}" in run.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_parent_sets_that_cannot_be_written_are_printed(here, table, tmp_path):
    run = here("parents", table, "-o", "/dev/full", "--format", "jkl", "--quiet")
    assert run.returncode == 1
    assert "No space left on device" in run.stderr
    first, *lines = run.stdout.splitlines()
    assert first == "the sets, as a .jkl file would have them:"
    copy = tmp_path / "copy.jkl"
    copy.write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert dw.read_parent_sets(copy).names == ("rain", "wet", "coin")
