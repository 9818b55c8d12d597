"""Every example runs, at its small size, and says what it promises."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.examples

EXAMPLES = Path(__file__).parents[2] / "examples"
# What must be in the output, and which files must be there afterwards.
SURVEY = "umfrage.csv"
SCRIPTS = {
    "analyst.sh": (
        ["Alter", "number", "Optimal", "Krankheit", "open umfrage.html"],
        [SURVEY, "umfrage.bif", "umfrage.html", "edges.csv"],
    ),
    "batch_engineer.sh": (
        ["january: ", "february: ", "reproducible", "its log has", "march: ", "march.csv"],
        [
            *(f"{month}.{kind}" for month in ("january", "february") for kind in ("bif", "csv")),
            *(f"{month}.{kind}" for month in ("january", "february") for kind in ("json", "jsonl")),
            *("changes.json", "march.json", "march.err"),
        ],
    ),
    "domain_expert.sh": (
        ["Optimal", "open with_knowledge.html"],
        [SURVEY, "knowledge.toml", "data_alone.bif", "with_knowledge.bif", "with_knowledge.html"],
    ),
    "coming_from_pgmpy.py": (
        ["Optimal", "by pgmpy", "nats below the best", "model2network('[asia]"],
        ["asia.bif", "asia.modelstring"],
    ),
    "researcher.py": (
        ["6,421 candidate sets", "added up again from plain counts: -6632.3521", "compelled"],
        ["wdbc.jkl", "records.jsonl"],
    ),
    "five_hundred_variables.py": (
        ["Before the search: hill climbing on the data", "at most", "score of the truth"],
        ["five_hundred.html"],
    ),
    "make_survey.py": ([f"written: {SURVEY}"], [SURVEY]),
    "make_passengers.py": (["written: passengers.csv"], ["passengers.csv"]),
}


def test_every_script_is_tried():
    assert {path.name for path in EXAMPLES.glob("*.[ps][yh]")} == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(name, tmp_path):
    words, files = SCRIPTS[name]
    program = sys.executable if name.endswith(".py") else "sh"
    run = subprocess.run(
        [program, str(EXAMPLES / name), "--small"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
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

    notebook = nbformat.read(EXAMPLES / "data_scientist.ipynb", as_version=4)
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
    assert sum("<svg" in page for page in pages) == 3  # result, CPDAG, network
    texts = [*pages, *(output.get("text", "") for output in outputs)]
    assert not any("\x1b" in text for text in texts)
    assert any("What would be chosen" in text for text in texts)
    # The progress was there, and is gone.
    assert not any("<progress" in page for page in pages)
    assert {path.name for path in tmp_path.iterdir()} == {"child.bif", "child.html"}
