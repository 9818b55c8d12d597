import csv
import json
import re

import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app
from dagwright.cli.learn import learn

CLIMB = ("--method", "hill-climbing")


def invoke(*arguments):
    return CliRunner().invoke(app, ["learn", *map(str, arguments)])


def edges_of(path):
    return [tuple(edge) for edge in json.loads(path.read_text(encoding="utf-8"))["edges"]]


def test_the_summary_says_what_was_found_and_how_good_it_is(table):
    run = invoke(table)
    assert run.exit_code == 0, run.output
    words = " ".join(run.output.split())
    result = dw.learn(table)
    assert "40 rows, 3 variables" in words
    assert f"score {result.score:.4f} (BIC; natural log, higher is better)" in words
    assert "optimal over all networks" in words
    assert "1 edge, at most 1 parent" in words
    assert "0 compelled (->), 1 could point either way (--)" in words
    assert "exact, seed 0" in words
    assert re.search(r"(rain -- wet|wet -- rain) \d+\.\d\d", words)


def test_an_embedded_example_needs_no_file():
    assert "569 rows, 31 variables" in invoke("example:wdbc", "--method", "hill-climbing").output


def test_a_network_without_edges_has_no_table_of_edges(table):
    run = invoke(table, "--max-parents", 0)
    assert "0 edges, at most 0 parents" in run.output
    assert "strongest" not in run.output


def test_quiet_prints_nothing(table, tmp_path):
    run = invoke(table, "--quiet", "-o", tmp_path / "net.json")
    assert (run.exit_code, run.output) == (0, "")
    assert (tmp_path / "net.json").exists()


def test_names_that_look_like_markup_are_printed_as_they_are(tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("[red]a,:smile:\n" + "0,0\n1,1\n" * 20, encoding="utf-8")
    run = invoke(path)
    assert "[red]a" in run.output
    assert ":smile:" in run.output


def test_dot_names_every_variable_and_edge(table, tmp_path):
    out = tmp_path / "net.dot"
    assert invoke(table, "--require", "rain->wet", "-o", out).exit_code == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("digraph {")
    assert '"coin";' in text
    assert '"rain" -> "wet";' in text


def test_json_names_every_variable_and_edge(table, tmp_path):
    out = tmp_path / "net.json"
    assert invoke(table, "--require", "rain->wet", "-o", out).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))
    network = dw.read_network(out)
    assert network.dag == dw.Dag(["rain", "wet", "coin"], [("rain", "wet")])


def test_csv_lists_the_edges(table, tmp_path):
    out = tmp_path / "net.csv"
    assert invoke(table, "--require", "rain->wet", "-o", out).exit_code == 0
    with out.open(encoding="utf-8", newline="") as lines:
        # A variable without edges has a line of its own, so that nothing is lost.
        assert list(csv.reader(lines)) == [["parent", "child"], ["rain", "wet"], ["coin", ""]]


def test_the_output_is_what_the_library_learns(tmp_path):
    out = tmp_path / "net.json"
    invoke(
        "example:wdbc",
        "--score",
        "bdeu",
        "--ess",
        5,
        *CLIMB,
        "--restarts",
        20,
        "--seed",
        3,
        "-o",
        out,
    )
    result = dw.learn(
        dw.load_dataset("wdbc"),
        score=dw.BDeu(ess=5),
        method=dw.HillClimbing(restarts=20),
        seed=3,
    )
    assert tuple(edges_of(out)) == result.dag.edges


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_does_not_change_the_network(tmp_path, threads):
    out, other = tmp_path / "net.json", tmp_path / "other.json"
    invoke("example:wdbc", *CLIMB, "--restarts", 30, "--threads", threads, "-o", out)
    invoke("example:wdbc", *CLIMB, "--restarts", 30, "--threads", 4, "-o", other)
    assert out.read_bytes() == other.read_bytes()


def test_required_and_forbidden_edges_and_tiers_are_respected(table, tmp_path):
    out = tmp_path / "net.json"
    invoke(
        table, "--require", "coin -> wet", "--forbid", "rain->wet", "--tier", "wet,coin", "-o", out
    )
    edges = edges_of(out)
    assert ("coin", "wet") in edges
    assert ("rain", "wet") not in edges

    invoke(table, "--tier", "wet", "--tier", "rain, coin", "-o", out)
    assert edges_of(out) == [("wet", "rain")]


def test_a_missing_header_can_be_said(table):
    assert "41 rows" in invoke(table, "--no-header").output
    assert "40 rows" in invoke(table, "--header").output


def test_a_time_limit_ends_the_search_and_says_so():
    run = invoke("example:wdbc", *CLIMB, "--restarts", 10**9, "--time", 0.2)
    assert run.exit_code == 0
    assert "stopped by the time limit" in run.output
    assert "another run may find another network" in run.output


@pytest.mark.parametrize("option", ["--score", "--method", "--time", "--restarts", "--output"])
def test_help_names_every_option(option):
    run = CliRunner().invoke(app, ["learn", "--help"], env={"COLUMNS": "100", "TERM": "dumb"})
    assert run.exit_code == 0
    assert option in run.output


def test_help_states_defaults_that_are_decided_later():
    run = CliRunner().invoke(app, ["learn", "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    for default in ("half of what is free", "one a core", "guessed"):
        assert default in run.output


def test_learn_says_what_ctrl_c_does():
    assert "Ctrl-C" in learn.__doc__


def test_learning_goes_on_from_a_checkpoint_and_starts_from_a_file(dagwright, table, tmp_path):
    state, net = tmp_path / "state", tmp_path / "net.bif"
    options = ["--method", "hill-climbing", "--checkpoint", state]
    assert dagwright("learn", table, *options, "-o", net).returncode == 0
    assert dagwright("learn", table, "--start", net, "--method", "tabu").returncode == 0
    refused = dagwright("learn", table, "--checkpoint", state)
    assert refused.returncode == 1
    assert "name one" in refused.stderr
