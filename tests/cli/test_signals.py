"""Signals end a command with what it has found; exit codes say the rest."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dagwright as dw
from dagwright.experiments.records import read_records

if sys.platform == "win32":
    pytest.skip("signals of Unix", allow_module_level=True)

PATIENCE = 60  # seconds until a test gives up; nothing is asserted about time
FOREVER = ["--method", "hill-climbing", "--restarts", "1000000000", "--time", "600"]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU]
every_signal = pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)


@pytest.fixture
def start(program, environment):
    """Start the program; what still runs at the end is killed."""
    running = []

    def begin(*arguments, **more):
        process = subprocess.Popen(
            [program, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
            **more,
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def wait_until(condition, process):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came to this"
        assert process.poll() is None, f"it ended early: {process.communicate()}"
        time.sleep(0.02)


def cpu_seconds(process):
    """How long a process has worked; a search is what it works on for long."""
    text = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii")
    fields = text.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@pytest.fixture
def searching(start, tmp_path):
    """A search that has kept a state of its own, so that it is certainly under way."""

    def begin(*arguments, **more):
        state = tmp_path / "state"
        process = start(
            "learn", "example:wdbc", *FOREVER, "--checkpoint", state, *arguments, **more
        )
        wait_until(state.exists, process)
        return process

    return begin


@every_signal
def test_a_signal_ends_a_search_with_the_best_network_and_exit_code_0(searching, tmp_path, number):
    out, page = tmp_path / "net.json", tmp_path / "page.html"
    process = searching("--json", "-o", out, "--report", page)
    process.send_signal(number)
    printed, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    record = json.loads(printed)
    assert record["stop_reason"] == "interrupted"
    content = json.loads(out.read_text(encoding="utf-8"))
    dag = dw.Dag(content["variables"], content["edges"])
    assert dag.n_edges > 0
    assert dw.score_network(dag, dw.load_dataset("wdbc"), "bic").total == pytest.approx(
        record["score"]
    )
    assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")


@every_signal
def test_a_signal_before_the_search_says_so_and_exits_with_its_number(start, tmp_path, number):
    pipe, out = tmp_path / "slow.csv", tmp_path / "net.bif"
    out.write_text("old", encoding="utf-8")
    os.mkfifo(pipe)
    process = start("learn", pipe, "-o", out)
    with pipe.open("w", encoding="utf-8"):  # returns when the program has begun to read
        process.send_signal(number)
        printed, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert printed == ""
    assert (
        errors == f"ended by {number.name} before the search had begun: nothing more is written\n"
    )
    assert out.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_that_was_ignored_on_entry_stays_ignored(searching, number):
    process = searching("--quiet", preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
    process.send_signal(number)
    process.send_signal(number)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_the_processor_time_that_is_used_up_is_told_again_and_again(searching, tmp_path):
    process = searching("-o", tmp_path / "net.json")
    for _ in range(3):
        process.send_signal(signal.SIGXCPU)
    printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "SIGXCPU ended the search" in printed
    assert "a person or a callback" not in printed


def test_a_second_signal_ends_a_command_that_is_still_writing(start, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    process = start("sample", "example:alarm", "-n", 20_000, "-o", pipe)
    try:
        wait_until(lambda: select.select([reader], [], [], 0)[0], process)  # and never read
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        os.close(reader)
    assert process.returncode in {130, 143}
    assert "ended by SIG" in errors
    assert "Traceback" not in errors


@pytest.fixture
def alarm(tmp_path):
    path = tmp_path / "alarm.csv"
    dw.load_network("alarm").sample(3000, seed=1).to_frame().to_csv(path, index=False)
    return path


@needs_proc
def test_sets_found_before_a_signal_are_written_whole(start, alarm, tmp_path):
    out = tmp_path / "sets.jkl"
    process = start("parents", alarm, "-o", out, "--time", 600, "--threads", 1)
    wait_until(lambda: cpu_seconds(process) > 3, process)
    process.send_signal(signal.SIGTERM)
    printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "an interrupt ended" in " ".join(printed.split())
    assert dw.read_parent_sets(out).n_variables == 37


def test_a_signal_ends_solve_with_the_best_network(start, tmp_path):
    sets, out, state = (tmp_path / name for name in ("sets.dwps", "net.json", "state"))
    scores = dw.LocalScores(dw.load_dataset("wdbc"))
    dw.find_parent_sets(scores, dw.Sequential(max_parents=2)).write(sets)
    process = start(
        "solve", sets, "--method", "minobs", "--time", 600, "--checkpoint", state, "-o", out
    )
    wait_until(state.exists, process)
    process.send_signal(signal.SIGHUP)
    printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "interrupted after" in printed
    assert json.loads(out.read_text(encoding="utf-8"))["edges"]


@needs_proc
def test_bootstrap_ends_with_the_networks_that_are_finished(start, tmp_path):
    out = tmp_path / "shares.csv"
    process = start("bootstrap", "example:wdbc", "--repetitions", 100_000, "--table", out)
    wait_until(lambda: cpu_seconds(process) > 4, process)
    process.send_signal(signal.SIGTERM)
    printed, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "error" not in errors  # but a line of progress every 30 seconds, on a busy machine
    assert "of 100000 repetitions" in " ".join(printed.split())
    assert out.read_text(encoding="utf-8").startswith("parent,child,share")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_experiment_keeps_its_records_and_continues(start, dagwright, tmp_path, jobs):
    command = ["experiment", "run", "s1", "--size", "smoke", "--records", tmp_path / "records"]
    process = start(*command, "--jobs", jobs)
    files = (tmp_path / "records").glob
    wait_until(lambda: any(file.stat().st_size for file in files("*.jsonl")), process)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    assert "Traceback" not in errors
    known = sum(len(read_records(file)) for file in (tmp_path / "records").glob("*.jsonl"))
    continued = dagwright(*command)
    assert continued.returncode == 0
    assert sum(map(int, re.findall(r"(\d+) known", continued.stderr))) == known > 0


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_reader_that_leaves_neither_fails_nor_ends_the_command(
    program, environment, tmp_path, unbuffered
):
    out = tmp_path / "net.bif"
    process = subprocess.Popen(
        [program, "learn", "example:wdbc", "--max-parents", "1", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**environment, "PYTHONUNBUFFERED": unbuffered},
    )
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(PATIENCE), errors) == (0, b"")
    assert dw.read_network(out).dag.n_edges > 0


def test_a_reader_of_the_messages_that_leaves_does_not_end_the_command(
    program, environment, tmp_path
):
    process = subprocess.Popen(
        [program, "learn", "nowhere.csv"], stderr=subprocess.PIPE, env=environment
    )
    process.stderr.close()
    assert process.wait(PATIENCE) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_behind_standard_output_is_one_line(program, environment, tmp_path):
    out = tmp_path / "net.bif"
    with Path("/dev/full").open("w", encoding="ascii") as full:
        ended = subprocess.run(
            [program, "learn", "example:wdbc", "--max-parents", "1", "-o", str(out)],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == "error: standard output: cannot write (No space left on device)\n"
    assert dw.read_network(out).dag.n_edges > 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_short_answer_on_a_full_disk_is_an_error_too(
    program, environment, table, tmp_path, unbuffered
):
    dw.write_structure(dw.Dag(["rain", "wet", "coin"], []), tmp_path / "net.csv")
    with Path("/dev/full").open("w", encoding="ascii") as full:
        ended = subprocess.run(
            [program, "score", str(tmp_path / "net.csv"), str(table)],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**environment, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == "error: standard output: cannot write (No space left on device)\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors as a shell does")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed_lose_nothing(program, environment, table, tmp_path, closed):
    out = tmp_path / "net.bif"
    line = f'"$0" learn "$1" --method hill-climbing -o "$2" {closed}'
    ended = subprocess.run(
        ["sh", "-c", line, program, str(table), str(out)],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert dw.read_network(out).dag.n_edges == 1


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors as a shell does")
def test_a_network_is_not_sent_to_a_closed_stream(program, environment, table):
    line = '"$0" learn "$1" --method hill-climbing -o - --format bif >&-'
    ended = subprocess.run(
        ["sh", "-c", line, program, str(table)],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == "error: -o -: standard output is closed: name a file\n"
