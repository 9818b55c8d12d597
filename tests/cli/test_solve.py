import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app

NAMES = ["rain", "wet", "coin"]
LISTS = {
    "rain": [(-7, []), (-3, ["wet"])],
    "wet": [(-9, []), (-4, ["rain"])],
    "coin": [(-2, [])],
}


@pytest.fixture
def sets(tmp_path):
    path = tmp_path / "sets.jkl"
    dw.ParentSets.from_lists(NAMES, LISTS).write(path)
    return path


def invoke(*arguments):
    return CliRunner().invoke(app, ["solve", *map(str, arguments)])


@pytest.mark.parametrize("method", sorted(n for n, m in dw.METHODS.items() if m.needs != "data"))
def test_every_method_finds_a_network_of_a_file(sets, tmp_path, method):
    out = tmp_path / "net.csv"
    run = invoke(sets, "--method", method, "--iterations", 200, "-o", out)
    assert run.exit_code == 0, run.output
    assert "-13.0000" in run.output or (method == "ges" and "-14.0000" in run.output)
    assert "5 sets of 3 variables" in run.output
    assert len(dw.read_structure(out).edges) == 1


@pytest.mark.parametrize("method", sorted(n for n, m in dw.METHODS.items() if m.needs == "data"))
def test_methods_that_test_independence_refuse_a_file_of_sets(sets, method):
    run = invoke(sets, "--method", method)
    assert isinstance(run.exception, dw.DagwrightError)
    assert "give solve the LocalScores" in str(run.exception)


def test_the_output_has_a_suffix_by_what_is_known(sets, table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert invoke(sets, "--iterations", 50, "-o", "net").exit_code == 0
    assert dw.read_structure("net.dot").names == tuple(NAMES)
    run = invoke(sets, "--iterations", 50, "-o", "net", "--data", table)
    assert run.exit_code == 0, run.output
    assert "written to net.bif" in run.output
    assert dw.read_network("net.bif").dag.edges == dw.read_structure("net.dot").edges


def test_constraints_and_limits_are_passed_on(sets):
    run = invoke(sets, "--iterations", 50, "--forbid", "wet->rain", "--forbid", "rain->wet")
    assert "-18.0000" in run.output
    run = invoke(sets, "--max-parents", 0, "--target", -18)
    assert "0 edges" in run.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "net.bif"], "need --data"),
        (["-o", "net.xyz"], "unknown suffix"),
        (["-o", "nowhere/net.dot"], "no directory"),
        (["--method", "luck"], "unknown method 'luck'"),
        (["--method", "minobs", "--restarts", 3], "method='minobs' does not take restarts="),
        (["--require", "coin->wet"], "cannot be required"),
        (["--data", "example:wdbc"], "differ in their variables"),
    ],
)
def test_mistakes_are_told_before_any_work(sets, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    run = invoke(sets, *options)
    assert isinstance(run.exception, dw.DagwrightError)
    assert message in str(run.exception)
    assert list(tmp_path.iterdir()) == [sets]


def test_quiet_prints_nothing(sets):
    run = invoke(sets, "--iterations", 50, "--quiet")
    assert (run.exit_code, run.output) == (0, "")


def test_a_search_goes_on_from_its_checkpoint(sets, tmp_path):
    options = [sets, "--method", "minobs", "--iterations", 100, "--checkpoint", tmp_path / "state"]
    problem = dw.read_parent_sets(sets)
    keep = dw.Checkpoint(tmp_path / "state", every=0)
    dw.solve(problem, dw.MINOBS(), iterations=50, checkpoint=keep)
    run = invoke(*options)
    assert run.exit_code == 0, run.output
    assert "resumed from" in run.output
    run = invoke(*options, "--seed", 1)
    assert run.exit_code == 1
    assert "checkpoint of another run" in str(run.exception)


def test_a_search_starts_from_a_network_in_a_file(sets, tmp_path):
    start = tmp_path / "start.csv"
    dw.write_structure(dw.Dag(NAMES, [("wet", "rain")]), start)
    # With nothing else to do: after other methods, work on a bound finds the best network.
    options = ["--method", "ilp", "--iterations", 0, "-o", tmp_path / "net.csv"]
    run = invoke(sets, *options, "--start", start)
    assert run.exit_code == 0, run.output
    assert dw.read_structure(tmp_path / "net.csv").edges == (("wet", "rain"),)
