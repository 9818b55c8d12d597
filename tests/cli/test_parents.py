import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app


def invoke(*arguments):
    return CliRunner().invoke(app, ["parents", *map(str, arguments)])


@pytest.mark.parametrize("suffix", [".jkl", ".pss", ".dwps", ".jkl.gz"])
def test_sets_are_written_as_the_library_finds_them(tmp_path, suffix):
    out = tmp_path / f"sets{suffix}"
    run = invoke("example:wdbc", "-o", out, "--max-parents", 2)
    assert run.exit_code == 0, run.output
    assert "6,421" in run.output
    scores = dw.LocalScores(dw.load_dataset("wdbc"))
    expected = dw.find_parent_sets(scores, dw.Sequential(max_parents=2))
    assert dw.read_parent_sets(out) == expected


def test_selections_and_scores_are_named(tmp_path):
    out = tmp_path / "sets.dwps"
    options = ["--selection", "independence", "--score", "bdeu", "--ess", 2]
    run = invoke("example:wdbc", "-o", out, *options, "--max-evaluations", 100, "--quiet")
    assert run.exit_code == 0
    assert run.output == ""
    sets = dw.read_parent_sets(out)
    assert sets.score == dw.BDeu(ess=2)
    assert max(sets.evaluations.values()) == 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "sets.xyz"], "sets.xyz"),
        (["-o", "sets.jkl", "--selection", "best"], "unknown selection"),
        (["-o", "nowhere/sets.jkl"], "no directory"),
        (["-o", "sets.jkl", "--ess", "2"], "--ess"),
    ],
)
def test_mistakes_are_told_before_any_work(tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    run = invoke("example:wdbc", *options)
    assert isinstance(run.exception, dw.DagwrightError)
    assert message in str(run.exception)
    assert list(tmp_path.iterdir()) == []
