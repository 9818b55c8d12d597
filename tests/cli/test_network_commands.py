"""score, sample, compare, convert, and learn -o: what they print, write and refuse."""

from __future__ import annotations

import csv
import sys

import pytest

import dagwright as dw
from dagwright.cli import main


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in an empty folder; return its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["dagwright", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return ended.value.code or 0, printed.out, printed.err

    return command


def test_sample_writes_rows_that_read_back(run, tmp_path):
    assert run("sample", "example:asia", "-n", 200, "-o", "rows.csv", "--seed", 3)[0] == 0
    data = dw.read_data(tmp_path / "rows.csv")
    net = dw.load_network("asia")
    assert data.names == net.names
    assert net.log_likelihood(data) == net.log_likelihood(net.sample(200, seed=3))
    assert run("sample", "example:asia", "-n", 200, "-o", "rows.csv.gz", "--seed", 3)[0] == 0
    assert dw.read_data(tmp_path / "rows.csv.gz") == data


def test_sample_quotes_labels_that_need_it(run, tmp_path):
    dag = dw.Dag(['a,"b"'], [])
    dw.BayesianNetwork(dag, {'a,"b"': ["x,y", " z "]}, {'a,"b"': [0.5, 0.5]}).write("odd.bif")
    assert run("sample", "odd.bif", "-n", 50, "-o", "rows.csv")[0] == 0
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        (name,), *rows = csv.reader(file)
    assert name == 'a,"b"'
    assert {label for (label,) in rows} == {" z ", "x,y"}


def test_score_prints_the_total_and_the_families(run):
    run("sample", "example:asia", "-n", 500, "-o", "rows.csv")
    data = dw.read_data("rows.csv")
    dag = dw.load_network("asia").dag
    code, out, _ = run("score", "example:asia", "rows.csv", "--score", "bdeu", "--ess", 10)
    assert code == 0
    assert float(out) == pytest.approx(dw.score_network(dag, data, dw.BDeu(ess=10)).total, abs=1e-6)
    _, out, _ = run("score", "example:asia", "rows.csv", "--by-family")
    lines = [line.split("\t") for line in out.splitlines()]
    assert [name for _, name in lines] == [*data.names, "total"]
    assert sum(float(part) for part, _ in lines[:-1]) == pytest.approx(float(lines[-1][0]))


def test_compare_prints_distances(run):
    dw.write_structure(dw.Dag(["a", "b", "c"], [("a", "b")]), "one.csv")
    dw.write_structure(dw.Dag(["a", "b", "c"], [("b", "a"), ("b", "c")]), "two.dot")
    code, out, _ = run("compare", "one.csv", "two.dot")
    assert code == 0
    assert dict(line.split() for line in out.splitlines()) == {
        "shd_cpdag": "1",
        "shd_dag": "2",
        "shd_skeleton": "1",
        "precision": "1.0000",
        "recall": "0.5000",
    }


def test_convert_goes_between_formats(run):
    net = dw.load_network("alarm")
    for source, target in [
        ("example:alarm", "a.bif"),
        ("a.bif", "a.net.gz"),
        ("a.net.gz", "a.json"),
    ]:
        assert run("convert", source, target)[0] == 0
        assert dw.read_network(target) == net
    for source, target in [("a.json", "a.dot"), ("a.dot", "b.json"), ("b.json", "a.modelstring")]:
        assert run("convert", source, target)[0] == 0
        assert dw.read_structure(target) == net.dag


def test_learn_writes_a_network_or_a_structure_by_suffix(run):
    words = ("learn", "example:wdbc", "--quiet", "--method", "hill-climbing")
    assert run(*words, "-o", "net.bif", "--pseudo-count", 0.5)[0] == 0
    assert run(*words, "-o", "net.csv")[0] == 0
    net = dw.read_network("net.bif")
    assert dw.read_structure("net.csv") == net.dag
    data = dw.load_dataset("wdbc")
    expected = dw.fit(net.dag, data, 0.5)
    assert net.log_likelihood(data) == pytest.approx(expected.log_likelihood(data), abs=1e-9)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("convert", "nowhere.bif", "x.bif"), 1, "nowhere.bif: cannot read"),
        (("convert", "example:asia", "x.exe"), 1, "unknown suffix"),
        (("convert", "example:asia", "no/x.bif"), 1, "cannot write"),
        (("convert", "chain.csv", "x.bif"), 1, "need probabilities"),
        (("convert", "broken.bif", "x.json"), 1, "broken.bif, line 1"),
        (("convert", "example:nothing", "x.bif"), 1, "there are alarm"),
        (("sample", "example:asia", "-n", "5", "-o", "x.xls"), 1, "written as .csv"),
        (("sample", "example:asia", "-n", "0", "-o", "x.csv"), 2, "--rows"),
        (("sample", "example:asia", "-o", "x.csv"), 2, "--rows"),
        (("compare", "example:asia", "example:alarm"), 1, "variables differ"),
        (("score", "example:asia", "example:wdbc"), 1, "differ in their variables"),
        (("score", "example:asia", "example:wdbc", "--ess", "1"), 1, "--ess belongs to"),
        (("learn", "example:wdbc", "-o", "x.exe"), 1, "unknown suffix"),
    ],
)
def test_mistakes_are_one_line_and_an_exit_code(run, tmp_path, words, code, message):
    (tmp_path / "chain.csv").write_text("a,b\n")
    (tmp_path / "broken.bif").write_text("network x {\n")
    got, _, error = run(*words)
    assert got == code
    assert message in error
    assert code == 2 or error.count("error: ") == 1
    assert not list(tmp_path.glob("x.*"))
