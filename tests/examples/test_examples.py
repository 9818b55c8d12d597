"""Every example runs, at its small size, and says what it promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.examples

EXAMPLES = Path(__file__).parents[2] / "examples"
# What must be in the output, and which files must be there afterwards.
SCRIPTS = {
    "survey_with_constraints": (
        ["What would be chosen", "Optimal: no other network scores higher", "smoker -> health"],
        ["survey.csv", "survey.bif", "survey.html"],
    ),
    "proof_of_optimality": (
        ["Optimal: no other network scores higher", "added up again from plain counts: -6632.3521"],
        [],
    ),
    "five_hundred_variables": (
        ["Before the search: hill climbing on the data", "at most", "score of the truth"],
        ["five_hundred.html"],
    ),
    "make_survey": (["written: umfrage.csv"], ["umfrage.csv"]),
    "make_passengers": (["written: passengers.csv"], ["passengers.csv"]),
}


def test_every_script_is_tried():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(name, tmp_path):
    words, files = SCRIPTS[name]
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), "--small"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for word in words:
        assert word in run.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)


def test_the_notebook_runs_draws_and_shows_no_terminal_codes(tmp_path):
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "commit it without outputs"
    client = NotebookClient(
        notebook,
        timeout=240,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute(env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [output["data"].get("text/html", "") for output in outputs if "data" in output]
    assert sum("<svg" in page for page in pages) == 3  # result, cpdag, network
    texts = [*pages, *(output.get("text", "") for output in outputs)]
    assert not any("\x1b" in text for text in texts)
    assert any("What would be chosen" in text for text in texts)
    # The progress was there, and is gone.
    assert not any("<progress" in page for page in pages)
    assert {path.name for path in tmp_path.iterdir()} == {"child.bif", "child.html"}
