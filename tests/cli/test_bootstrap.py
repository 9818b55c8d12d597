import csv

import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app


def invoke(*arguments):
    return CliRunner().invoke(app, ["bootstrap", *map(str, arguments)])


def test_it_shows_and_writes_what_bootstrap_finds(table, tmp_path):
    run = invoke(
        table, "--repetitions", 8, "--seed", 3, "--table", tmp_path / "t.csv",
        "-o", tmp_path / "net",
    )  # fmt: skip
    assert run.exit_code == 0, run.output
    confidence = dw.bootstrap(table, 8, seed=3)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            dw.EdgeShare(row["parent"], row["child"], *map(float, list(row.values())[2:]))
            for row in csv.DictReader(file)
        ]
    assert rows == confidence.table()
    assert dw.read_network(tmp_path / "net.bif").dag == confidence.average()
    assert "8 of resampled rows" in run.output
    assert "rain" in run.output
    assert "100%" in run.output


def test_names_with_commas_and_quotes_are_quoted(tmp_path):
    names = ['a,"b', "c"]
    codes = [[0, 1] * 20 + [0], [0, 1] * 20 + [1]]  # not quite the same, or one would go
    data = dw.Dataset(names, [["u", "v"]] * 2, codes)
    data.to_frame("pandas").to_csv(tmp_path / "data.csv", index=False)
    run = invoke(tmp_path / "data.csv", "--repetitions", 2, "--table", tmp_path / "t.csv", "-q")
    assert run.exit_code == 0, run.output
    assert run.output == ""
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        row = next(csv.DictReader(file))
    assert {row["parent"], row["child"]} == set(names)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--threshold", 0], "threshold=0.0"),
        (["--method", "luck"], "unknown method 'luck'"),
        (["-o", "net.xyz"], "unknown suffix"),
        (["--table", "nowhere/t.csv"], "no directory"),
    ],
)
def test_mistakes_are_refused_before_any_work(table, options, message):
    run = invoke(table, *options)
    assert run.exit_code == 1
    assert message in str(run.exception)
