"""Ctrl-C is a wish to have the best network so far, not an error."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import dagwright as dw

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import pty

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "dagwright")
FOREVER = ["--method", "hill-climbing", "--restarts", "1000000000", "--time", "60"]
PATIENCE = 30  # seconds until a test gives up; nothing is asserted about time


class Terminal:
    """The program with a terminal as its standard error, where it shows its progress."""

    def __init__(self, arguments, environment):
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=slave,
            encoding="utf-8",
            env={**environment, "TERM": "xterm", "COLUMNS": "120"},
        )
        os.close(slave)
        self.shown = ""

    def read(self):
        """Take in what was shown meanwhile; tell whether the terminal is still in use."""
        if not select.select([self._master], [], [], 0.05)[0]:
            return True
        try:
            piece = os.read(self._master, 65536)
        except OSError:  # Linux says so when the program has closed its side
            return False
        self.shown += piece.decode("utf-8", "replace")
        return bool(piece)

    def read_until(self, pattern):
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.shown):
            assert time.monotonic() < deadline, f"never shown: {pattern}"
            assert self.read(), f"ended without showing {pattern}: {self.shown}"

    def read_to_the_end(self):
        deadline = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < deadline, "the program does not end"
        return self.process.communicate(timeout=PATIENCE)[0]

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self._master)


@pytest.fixture
def terminal(environment):
    opened = []

    def start(*arguments):
        opened.append(Terminal(arguments, environment))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def test_ctrl_c_ends_the_search_with_the_best_network_so_far(terminal, tmp_path):
    out = tmp_path / "net.json"
    running = terminal("learn", "example:wdbc", *FOREVER, "-o", str(out))
    running.read_until(r"best -\d+\.\d+")
    running.process.send_signal(signal.SIGINT)
    summary = running.read_to_the_end()

    assert running.process.returncode == 0
    assert "interrupted after" in summary
    assert "SIGINT ended the search" in " ".join(summary.split())
    assert f"written to {out}" in summary
    content = json.loads(out.read_text(encoding="utf-8"))
    dag = dw.Dag(content["variables"], content["edges"])
    score = dw.score_network(dag, dw.load_dataset("wdbc"), "bic").total
    assert f"{score:.4f}" in summary


def test_the_panel_shows_method_clock_best_score_work_and_rate(terminal):
    running = terminal("learn", "example:wdbc", *FOREVER)
    for pattern in (
        r"╭.*hill-climbing.*╮",
        r"\d+\.\d s .*\d+ s left",
        r"best -\d+\.\d{4}",
        r"[\d,]+ of 1,000,000,000 local optima   [\d,]+ moves/s",
    ):
        running.read_until(pattern)
    running.process.send_signal(signal.SIGINT)
    running.read_to_the_end()
    assert running.process.returncode == 0


def test_what_was_chosen_and_why_is_said_before_the_search(terminal):
    running = terminal("learn", "example:wdbc", *FOREVER)
    running.read_until(r"569 rows, 31 variables[^╭]*Method: hill-climbing, as asked\.[^╭]*╭")
    running.process.send_signal(signal.SIGINT)
    running.read_to_the_end()
    # Ctrl-C may come before there is a network.
    assert running.process.returncode in {0, 130}


def test_quiet_shows_no_progress(terminal):
    running = terminal(
        "learn",
        "example:wdbc",
        "--quiet",
        "--method",
        "hill-climbing",
        "--restarts",
        "1000000000",
        "--time",
        "0.5",
    )
    summary = running.read_to_the_end()
    assert (running.process.returncode, summary, running.shown) == (0, "", "")


def test_ctrl_c_before_the_search_exits_with_130_and_no_traceback(terminal, tmp_path):
    pipe = tmp_path / "slow.csv"
    os.mkfifo(pipe)
    running = terminal("learn", str(pipe))
    with pipe.open("w", encoding="utf-8"):  # returns when the program has begun to read
        running.process.send_signal(signal.SIGINT)
        summary = running.read_to_the_end()
    assert (running.process.returncode, summary) == (130, "")
    assert "Traceback" not in running.shown
