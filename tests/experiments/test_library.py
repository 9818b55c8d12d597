"""A paper is a folder: nothing else has to know it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dagwright as dw
from dagwright.experiments.library import import_part, list_plans

PLAN = """
title = "One climb"
paper = "S9"
shows = "Table 1"
kind = "search"
metrics = ["nine"]
instances = [{ kind = "random", name = "r", variables = 4, rows = 30 }]
methods = [{ name = "hc", method = "hill-climbing" }]
[sizes.smoke]
expected = "1 s"
"""
PAGE = """
from dagwright.experiments.pages.page import Page

def build(book, figures):
    (record,) = book.chapters["s9-climb"].records
    return Page(book, title=f"The ninth paper: {record['found']['nine']}", reference="")
"""
METRICS = 'METRICS = {"nine": lambda result, problem: {"nine": 9}}'


@pytest.fixture
def package(tmp_path):
    """Return a folder with the package and one paper more."""
    shutil.copytree(Path(dw.__file__).parent, tmp_path / "dagwright")
    folder = tmp_path / "dagwright" / "papers" / "s9"
    folder.mkdir()
    (folder / "s9-climb.toml").write_text(PLAN, encoding="utf-8")
    (folder / "page.py").write_text(PAGE, encoding="utf-8")
    (folder / "metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


def test_a_new_folder_is_listed_run_and_shown(package):
    def run(*words):
        command = (sys.executable, "-m", "dagwright", "experiment", *words, "--json")
        environment = {**os.environ, "PYTHONPATH": str(package)}
        done = subprocess.run(
            command, cwd=package, env=environment, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    assert "s9-climb" in [plan["name"] for plan in run("list")["plans"]]
    assert run("run", "s9", "--size", "smoke")["plans"]["s9-climb"]["ran"] == 1
    pages = run("report", "s9", "--size", "smoke")["pages"]
    assert pages["s9.md"].startswith("# The ninth paper: 9\n")


def test_what_a_paper_does_not_have_is_not_imported():
    assert import_part("s1", "page").build
    assert import_part("s1", "metrics") is None
    assert import_part("../experiments", "runner") is None
    assert list_plans("../experiments") == ()
