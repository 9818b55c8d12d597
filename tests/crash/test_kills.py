"""Searches that are killed while they search, as often as `amount.KILLS` says."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from amount import KILLS
from crash.recording import needs_recorder, record, run_killed_at
from crash.replay import contents
from resumable import METHODS, make_problem

import dagwright as dw

pytestmark = pytest.mark.slow
SUPPORT = str(Path(__file__).parents[1] / "support")


@pytest.fixture(autouse=True)
def support(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SUPPORT, os.environ.get("PYTHONPATH", "")]))


def test_every_method_that_resumes_is_killed():
    resumes = {kind for kind in dw.METHODS.values() if getattr(kind, "resumes", False)}
    assert {type(method) for method, _ in METHODS.values()} == resumes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("name", METHODS)
def test_a_search_that_is_killed_inside_finds_what_one_that_was_not_finds(name, tmp_path):
    command = [sys.executable, "-m", "crash.kills", name, str(tmp_path), str(KILLS)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert f"{name}: {KILLS} kills" in ended.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_learn_that_is_killed_in_any_stage_finds_what_it_finds_without_kills(tmp_path):
    command = [sys.executable, "-m", "crash.learned", str(tmp_path), str(KILLS)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert f"learn: {KILLS} kills" in ended.stdout


# The command line keeps a state every five seconds; here it does so whenever it can.
COMMAND = """
import sys
from dagwright.cli import main
from dagwright.running import Checkpoint
home = sys.modules["dagwright.search.solve"]
home.resolve_checkpoint = lambda path: path and Checkpoint(path, every=0)
main()
"""


OPTIONS = {
    "inobs": "--method inobs --restarts 12",
    "hill-climbing": "--method hill-climbing --restarts 12",
    "auto": "--iterations 1500",
}


def learn(table, folder, method):
    options = f"learn {table} {OPTIONS[method]} --checkpoint {folder}/search -q"
    return [sys.executable, "-c", COMMAND, *options.split(), "-o", f"{folder}/net.bif"]


@needs_recorder
@pytest.mark.parametrize("method", OPTIONS)
def test_a_command_that_is_killed_while_it_writes_ends_as_one_that_was_not(method, tmp_path):
    table = tmp_path / "table.csv"
    make_problem("hill-climbing").data.to_frame("pandas").to_csv(table, index=False)
    whole, folder = tmp_path / "whole", tmp_path / "folder"
    whole.mkdir()
    folder.mkdir()
    changes = len(record(learn(table, whole, method), whole, tmp_path / "log"))
    assert "search" in contents(whole)
    draw, killed = random.Random(method), 0
    for _ in range(KILLS):
        # Half of them early: candidate sets are written first, once.
        change = draw.randint(1, draw.choice([8, changes]))
        killed += run_killed_at(learn(table, folder, method), folder, change) == -9
        assert contents(folder).get("net.bif") in {None, (whole / "net.bif").read_bytes()}
    assert killed > 0
    subprocess.run(learn(table, folder, method), check=True)
    assert sorted(contents(folder)) == sorted(contents(whole))
    assert (folder / "net.bif").read_bytes() == (whole / "net.bif").read_bytes()
