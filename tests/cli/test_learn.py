import csv
import gzip
import json
import re

import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app
from dagwright.cli.learn import learn
from dagwright.cli.record import as_record

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
    assert "Optimal: no other network scores higher, over all networks." in words
    assert re.search(r"time table [\d.]+ s, candidate parent sets [\d.]+ s, exact [\d.]+ s", words)
    assert "1 edge, at most 1 parent" in words
    assert "0 compelled by the data (->), 1 either way (--)" in words
    assert "exact, seed 0" in words
    assert re.search(r"(rain -- wet|wet -- rain) \d+\.\d\d", words)


def test_the_network_is_written_beside_the_data(table):
    run = invoke(table)
    out = table.with_name("weather.bif")
    assert f"written to {out}" in run.output
    assert dw.read_network(out).dag.skeleton() == {frozenset({"rain", "wet"})}


@pytest.mark.parametrize(
    ("suffix", "said"),
    [
        ("bif", "3 names are written as identifiers; the real ones are in the file as properties"),
        ("xmlbif", None),
        ("xdsl", "4 names are written as identifiers; the real ones are in the file as properties"),
        ("dot", None),
    ],
)
def test_names_that_are_written_as_others_are_counted(tmp_path, suffix, said):
    path = tmp_path / "people.csv"
    path.write_text("größe,age\n" + "<5,a.b\n>=5,x\n" * 20 + "<5,x\n", encoding="utf-8")
    run = invoke(path, *CLIMB, "-o", tmp_path / f"net.{suffix}")
    assert run.exit_code == 0, run.output
    assert ("identifiers" in run.output) == (said is not None)
    assert said is None or said in run.output
    assert dw.read_structure(tmp_path / f"net.{suffix}").names == ("größe", "age")


def test_one_name_is_told_in_the_singular(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("größe,age\n" + "a,b\nc,d\n" * 20, encoding="utf-8")
    run = invoke(path, *CLIMB)
    assert "1 name is written as an identifier; the real one is in the file as a p" in run.output


@pytest.mark.parametrize("name", ["weather.csv.gz", "weather.2024.tsv"])
def test_only_the_suffixes_of_tables_are_left_out_of_its_name(table, tmp_path, name):
    text = table.read_text(encoding="utf-8")
    path = tmp_path / "other" / name
    path.parent.mkdir()
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text.replace(",", "\t"), encoding="utf-8")
    invoke(path)
    written = sorted(each.name for each in path.parent.iterdir() if each != path)
    assert written == [name.split(".csv")[0].split(".tsv")[0] + ".bif"]


def test_an_old_file_is_not_replaced_unless_it_is_named(table):
    out = table.with_name("weather.bif")
    out.write_text("mine", encoding="utf-8")
    run = invoke(table)
    assert run.exit_code == 0
    assert out.read_text(encoding="utf-8") == "mine"
    assert f"written to {table.with_name('weather-2.bif')}" in run.output
    assert invoke(table, "-o", out).exit_code == 0
    assert out.read_text(encoding="utf-8") != "mine"


def test_json_is_for_scripts(table, tmp_path):
    run = invoke(table, "--json", "-o", tmp_path / "net.bif", "--require", "rain->wet")
    record = json.loads(run.stdout)
    result = dw.learn(table, constraints=dw.Constraints(required=[("rain", "wet")]))
    assert record["score"] == result.score == pytest.approx(record["bound"], abs=1e-6)
    assert record["scope"]["text"] == "all networks that respect the constraints"
    assert record["scope"]["constraints"] == {"required": [["rain", "wet"]]}
    assert record["bounds"] == [{"bound": record["bound"], "scope": record["scope"]}]
    assert (record["status"], record["gap"], record["stop_reason"]) == ("optimal", 0, "completed")
    assert record["data"]["rows"] == 40
    assert [(edge["parent"], edge["child"]) for edge in record["edges"]] == [("rain", "wet")]
    assert record["edges"][0]["strength"] > 0
    assert record["edges"][0]["compelled"]
    assert record["edges"][0]["direction"] == "constraints"
    assert record["written"] == [str(tmp_path / "net.bif")]
    spent = sum(timing["seconds"] for timing in record["timings"])
    assert spent == pytest.approx(record["seconds"])


@pytest.fixture
def patients(tmp_path):
    """A table of the network asia, and what is known of it."""
    path = tmp_path / "patients.csv"
    dw.load_network("asia").sample(2000, seed=1).to_frame().to_csv(path, index=False)
    tiers = [["smoke"], ["bronc", "dysp", "either", "xray"]]
    return path, tiers, dw.learn(path, constraints=dw.Constraints(tiers=tiers)).cpdag()


def test_the_summary_tells_what_the_data_compels_from_what_constraints_do(patients):
    path, tiers, cpdag = patients
    run = invoke(path, *(f"--tier={','.join(tier)}" for tier in tiers))
    words = " ".join(run.output.split())
    by_data, by_constraints = len(cpdag.by_data), len(cpdag.by_constraints)
    assert by_data
    assert by_constraints
    arrows = f"{by_data} compelled by the data (->), {by_constraints} by your constraints (=>), "
    assert f"arrows {arrows}{len(cpdag.undirected)} either way (--)" in words
    for mark, edges in (("->", cpdag.by_data), ("=>", cpdag.by_constraints)):
        for parent, child in edges:
            assert f"{parent} {mark} {child}" in words
    for one, other in cpdag.undirected:
        assert re.search(f"{one} -- {other}|{other} -- {one}", words)


def test_json_tells_what_the_data_compels_from_what_constraints_do(patients, tmp_path):
    path, tiers, cpdag = patients
    options = (f"--tier={','.join(tier)}" for tier in tiers)
    record = json.loads(invoke(path, "--json", "-o", tmp_path / "net.bif", *options).stdout)
    for edge in record["edges"]:
        assert edge["direction"] == cpdag.direction(edge["parent"], edge["child"])
        assert edge["compelled"] == (edge["direction"] != "either")
    assert {edge["direction"] for edge in record["edges"]} == {"data", "constraints", "either"}


def test_json_has_no_number_for_a_bound_that_is_not_known():
    data = dw.Dataset.from_frame({"a": [0, 1] * 9})
    result = dw.learn(data, score=lambda data, child, parents: -float(len(parents)))
    record = as_record(result)
    assert (record["bound"], record["gap"]) == (None, None)
    json.dumps(record, allow_nan=False)


def test_a_report_is_written(table, tmp_path):
    run = invoke(table, "--report", tmp_path / "weather")
    page = tmp_path / "weather.html"
    assert f"written to {page}" in run.output
    text = page.read_text(encoding="utf-8")
    assert "weather.csv: Bayesian network of 3 variables" in text
    assert "$ dagwright" in text


def test_a_report_that_cannot_be_written_is_refused_before_any_work(tmp_path):
    run = invoke(tmp_path / "no.csv", "--report", tmp_path / "no" / "where.html")
    assert isinstance(run.exception, dw.FormatError)
    assert "there is no directory" in str(run.exception)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("dagwright le", {"learn"}),
        ("dagwright pl", {"plan"}),
        ("dagwright learn --meth", {"--method"}),
        ("dagwright learn --method hill", {"hill-climbing"}),
        ("dagwright learn --score b", {"bic", "bdeu"}),
    ],
)
def test_a_shell_can_complete_commands_options_and_values(dagwright, words, expected):
    run = dagwright(
        _DAGWRIGHT_COMPLETE="complete_bash",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split()) - 1),
    )
    assert set(run.stdout.split()) == expected


def test_plan_says_what_learn_would_do(table):
    run = CliRunner().invoke(app, ["plan", str(table), "--time", "9"])
    assert run.exit_code == 0, run.output
    words = " ".join(run.output.split())
    assert "Method: exact, since with at most 64 variables" in words
    assert "(with a proof)" in words
    assert sorted(path.name for path in table.parent.iterdir()) == ["weather.csv"]


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
    assert "the clock ended the search" in " ".join(run.output.split())


@pytest.mark.parametrize("option", ["--score", "--method", "--time", "--restarts", "--output"])
def test_help_names_every_option(option):
    run = CliRunner().invoke(app, ["learn", "--help"], env={"COLUMNS": "100", "TERM": "dumb"})
    assert run.exit_code == 0
    assert option in run.output


def test_help_states_defaults_that_are_decided_later():
    run = CliRunner().invoke(app, ["learn", "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    for default in ("half of what is free", "one per core", "decided from the text"):
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
    assert "the checkpoint of another run: its method is HillClimbing" in refused.stderr
