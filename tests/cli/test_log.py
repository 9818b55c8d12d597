"""Jobs without a terminal: lines while they run, and a log that alone tells what happened."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

import dagwright as dw

PATIENCE = 60  # seconds until a test gives up; nothing is asserted about time


def read_lines(path):
    """Return the lines of a log without their times, which must be times."""
    texts = []
    for line in path.read_text(encoding="utf-8").splitlines():
        moment, text = line.split(" ", 1)
        assert datetime.fromisoformat(moment).tzinfo is not None
        texts.append(text)
    return texts


def read_records(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def job(program, environment, tmp_path):
    """Start a search that would last for ten minutes; return it and its log when it searches."""
    running = []

    def start(log, *more):
        command = [program, "learn", "example:wdbc", "--exclude", "mean perimeter", "--time", "600"]
        command += ["--method", "hill-climbing", "--restarts", "1000000000"]
        process = subprocess.Popen(
            [*command, "--log", str(log), "-o", str(tmp_path / "net.bif"), *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
        )
        running.append(process)
        deadline = time.monotonic() + PATIENCE
        while not log.exists() or "best -" not in log.read_text(encoding="utf-8"):
            assert time.monotonic() < deadline, "the log never told of a network"
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


@needs_signals
def test_a_log_alone_tells_what_happened(job, tmp_path):
    log = tmp_path / "run.log"
    process = job(log)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    lines = read_lines(log)
    text = "\n".join(lines)
    net = tmp_path / "net.bif"
    assert lines[0].startswith(f"dagwright {dw.__version__}: dagwright learn example:wdbc ")
    assert "--restarts 1000000000" in lines[0]
    assert "data: 569 rows, 30 variables" in lines
    assert "columns: left out: mean perimeter (excluded)" in lines
    assert "Method: hill-climbing, as asked." in lines
    assert any(line.endswith(" s  hill-climbing: begins") for line in lines)
    assert " s  hill-climbing: best -" in text
    assert "signal: SIGTERM received" in lines
    assert " s  hill-climbing: ended, best -" in text
    assert lines.index("signal: SIGTERM received") < lines.index("result:")
    dag = dw.read_network(net).dag
    table = dw.Dataset.from_frame(dw.load_dataset("wdbc"), columns=dag.names)
    score = dw.score_network(dag, table, "bic").total
    assert f"score: {score:.4f} (BIC; natural log, higher is better)" in lines
    assert any(line.startswith("quality: ") for line in lines)
    assert any(line.startswith("search: interrupted after ") for line in lines)
    assert f"written to {net}" in lines
    assert lines[-1].startswith("end: exit code 0, after SIGTERM, memory at most ")


@needs_signals
def test_a_kill_loses_no_line(job, tmp_path):
    log = tmp_path / "run.jsonl"
    process = job(log)
    process.kill()
    process.communicate(timeout=PATIENCE)
    records = read_records(log)
    assert records[0]["arguments"][:2] == ["learn", "example:wdbc"]
    assert records[0]["process"] == process.pid
    known = [record for record in records if record["event"] == "progress"]
    assert known[-1]["stage"] == "hill-climbing"
    assert known[-1]["score"] < 0
    assert known[-1]["memory"] > 0


def test_a_log_in_json_has_the_result_as_values(here, table, tmp_path):
    log = tmp_path / "run.jsonl"
    run = here("learn", table, "-q", "--log", log, "--json")
    record = json.loads(run.stdout)
    events = {line["event"]: line for line in read_records(log)}
    assert events["data"]["rows"] == 40
    assert events["result"]["result"]["score"] == record["score"]
    assert events["result"]["result"]["status"] == "optimal"
    assert events["written"]["file"] == record["written"][0]
    assert (events["end"]["exit_code"], events["end"]["signal"]) == (0, None)
    assert "only 40 rows" in events["warning"]["message"]


@pytest.mark.parametrize(
    ("words", "event"),
    [
        (["plan", "DATA"], "plan"),
        (["parents", "DATA", "-o", "out.jkl"], "by size"),
        (["bootstrap", "DATA", "--repetitions", "3"], "networks"),
        (["solve", "out.pss"], "candidates"),
        (["experiment", "run", "s4-filters", "--size", "smoke"], "run"),
    ],
)
def test_every_command_that_searches_has_a_log(here, table, tmp_path, monkeypatch, words, event):
    monkeypatch.chdir(tmp_path)
    dw.find_parent_sets(dw.LocalScores(dw.read_data(table)), dw.Sequential()).write("out.pss")
    typed = [str(table) if word == "DATA" else word for word in words]
    run = here(*typed, "-q", "--log", "run.jsonl")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    events = [line["event"] for line in read_records(tmp_path / "run.jsonl")]
    assert (events[0], events[-1]) == ("command", "end")
    assert event in events


def test_runs_share_a_log(here, table, tmp_path):
    log = tmp_path / "run.log"
    for _ in range(2):
        here("learn", table, "-q", "--log", log)
    assert sum(line.startswith("end: exit code 0") for line in read_lines(log)) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["learn", "no.csv"],
        ["learn", "DATA", "--method", "luck"],
        ["learn", "DATA", "-o", "nowhere/net.bif"],
        ["learn", "DATA", "--tier", "rain", "--require", "snow->wet"],
    ],
)
def test_an_error_is_in_the_log(here, table, tmp_path, words):
    log = tmp_path / "run.jsonl"
    run = here(*(table if word == "DATA" else word for word in words), "--log", log)
    assert run.returncode == 1
    error, end = read_records(log)[-2:]
    assert (error["event"], error["exit_code"], end["exit_code"]) == ("error", 1, 1)
    assert error["message"] + "\n" == run.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_what_could_not_be_written_is_in_the_log(here, table, tmp_path):
    log = tmp_path / "run.log"
    run = here("learn", table, "-q", "-o", "/dev/full", "--format", "bif", "--log", log)
    assert run.returncode == 1
    *_, error, end = read_lines(log)
    assert error.startswith("error: /dev/full: cannot write (")
    assert end.startswith("end: exit code 1")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_log_on_a_full_disk_is_said_once_and_ends_nothing(here, table, tmp_path):
    out = tmp_path / "net.bif"
    run = here("learn", table, "-q", "-o", out, "--log", "/dev/full")
    assert run.returncode == 0
    assert run.stderr == ("warning: /dev/full: the log is not complete (No space left on device)\n")
    assert dw.read_network(out).dag.n_variables == 3


def refused(run, log, message):
    assert run.returncode == 1
    assert message in run.stderr
    return log.read_bytes() if log.is_file() else None


@pytest.mark.parametrize("link", [None, os.link, os.symlink], ids=["itself", "hard", "symbolic"])
def test_a_log_is_never_written_into_what_is_read(here, table, tmp_path, link):
    log, before = table, table.read_bytes()
    if link is not None:
        log = tmp_path / "run.log"
        link(table, log)
    run = here("learn", table, "-q", "--log", log)
    assert refused(run, table, "would write into DATA") == before


@pytest.mark.parametrize("option", ["-o", "--report", "--checkpoint"])
def test_a_log_is_no_other_output(here, table, tmp_path, option):
    log = tmp_path / ("page.html" if option == "--report" else "net.bif")
    log.write_text("old", encoding="utf-8")
    run = here("learn", table, "-q", option, log, "--log", log)
    assert refused(run, log, "are the same file: give them different names") == b"old"


def test_a_log_that_is_no_file_is_refused(here, table, tmp_path):
    run = here("learn", table, "--log", tmp_path)
    assert refused(run, tmp_path, f"name a file, such as {tmp_path / 'dagwright.log'}") is None
    run = here("learn", table, "--log", "-")
    assert refused(run, tmp_path, "--progress plain shows lines") is None
    run = here("learn", table, "--log", tmp_path / "nowhere" / "run.log")
    assert refused(run, tmp_path, "error: --log ") is None


def test_a_short_job_says_nothing_on_standard_error(dagwright, table):
    run = dagwright("learn", table)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "stage"),
    [
        (["learn", "DATA"], "exact"),
        (["parents", "DATA", "-o", "out.jkl"], "parent sets"),
        (["bootstrap", "DATA", "--repetitions", "3"], "bootstrap"),
        (["plan", "DATA"], "done: Plan"),
    ],
)
def test_plain_progress_is_lines_from_the_start(here, table, tmp_path, monkeypatch, words, stage):
    monkeypatch.chdir(tmp_path)
    typed = [str(table) if word == "DATA" else word for word in words]
    run = here(*typed, "--progress", "plain")
    lines = run.stderr.splitlines()
    assert "data: 40 rows, 3 variables" in lines
    assert stage in run.stderr
    assert " s  done: " in lines[-1]
    assert here(*typed, "--progress", "plain", "--quiet").stderr == ""
    assert here(*typed, "--progress", "none").stderr == ""


def test_a_live_panel_needs_a_terminal(here, table):
    run = here("learn", table, "--progress", "live")
    assert (run.returncode, run.stdout) == (1, "")
    assert "--progress live needs a terminal" in run.stderr


def test_runs_of_experiments_can_be_hidden(here, tmp_path):
    words = ("experiment", "run", "s4-filters", "--size", "smoke", "--records", tmp_path)
    assert here(*words, "--progress", "none").stderr == ""
    assert "s4-filters: 0 runs, 2 known" in here(*words).stderr
