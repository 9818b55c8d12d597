"""What was decided about a table stands at the top of summaries, records and pages."""

import html
import json
import re
import subprocess

import pytest

import dagwright as dw
from dagwright.cli.output import default_outputs


@pytest.fixture
def learned(here, survey, tmp_path):
    """What `learn` printed about the survey, and its page."""
    page = tmp_path / "page.html"
    done = here("learn", survey, "--report", page, "-o", tmp_path / "net.json")
    assert done.returncode == 0, done.stderr
    return done.stdout, page.read_text(encoding="utf-8")


def lines_of(survey):
    return [
        "5 of 8 columns used",
        "cut: age",
        "left out: nr (row number), told (free text)",
        "same as another: smokes = smoker",
        "missing values are a state of their own in: deck",
        f"`dagwright info {survey}` shows every column",
    ]


def test_the_summary_says_what_was_decided_before_anything_else(learned, survey):
    printed, _ = learned
    lines = [line.strip() for line in printed.strip().splitlines()]
    words = [line.removeprefix("columns").strip() for line in lines]
    first = words.index("5 of 8 columns used")
    assert words[first : first + 6] == lines_of(survey)
    assert all(line.startswith("warning") for line in lines[:first])
    assert re.search(r"cuts +cut by learning, to follow the network *\n +age: below_", printed)
    assert "over all networks given the cuts" in " ".join(printed.split())


def test_the_page_says_the_same_and_shows_every_column(learned, survey):
    _, page = learned
    decided = html.unescape(re.search(r'<p class="decided">(.*?)</p>', page)[1])
    assert decided.split("<br>") == lines_of(survey)
    assert page.index('class="decided"') < page.index('class="quality')
    folded = re.search(r"<details>(.*?)</details>", page, re.DOTALL)[1]
    assert "<summary>What was decided about each column, and why</summary>" in folded
    data = dw.read_data(survey)
    assert folded.count("<tr>") == 1 + len(data.columns)
    for column in data.columns.values():
        assert html.escape(column.reason) in folded
    assert "cut at " in folded


def test_the_record_has_every_decision(here, survey, tmp_path):
    done = here("learn", survey, "--json", "-o", tmp_path / "net.json")
    record = json.loads(done.stdout)
    columns = {column["name"]: column for column in record["data"]["columns"]}
    assert columns["nr"]["treatment"] == "leave out"
    assert columns["age"]["cut_by"] == "learner"
    network = dw.read_network(tmp_path / "net.json")
    assert tuple(columns["age"]["states"]) == network.states["age"]
    assert record["scope"]["given_cuts"]


def test_a_table_of_states_has_nothing_to_be_said_about(here, table, tmp_path):
    page = tmp_path / "page.html"
    done = here("learn", table, "--report", page)
    assert "columns" not in done.stdout.split()
    assert "cuts" not in done.stdout.split()
    text = page.read_text(encoding="utf-8")
    assert 'class="decided"' not in text
    assert "<details>" not in text
    assert "What the table holds" not in dw.learn(table).explain()


def test_other_commands_say_it_too(here, survey, tmp_path):
    for command in (
        ("plan", survey),
        ("bootstrap", survey, "--repetitions", 2),
        ("parents", survey, "-o", tmp_path / "sets.jkl"),
    ):
        printed = here(*command).stdout
        assert "left out: nr (row number), told (free text)" in printed, command


def test_the_network_that_is_written_has_the_cuts_that_were_found(here, survey, tmp_path):
    out = tmp_path / "net.bif"
    assert here("learn", survey, "-o", out).returncode == 0
    result = dw.learn(survey)
    age = result.table.names.index("age")
    assert dw.read_network(out).states["age"] == result.table.states[age]


def test_standard_input_is_read_and_written_only_where_said(survey, tmp_path, environment, program):
    def run(*more):
        return subprocess.run(
            [program, "learn", "-", *map(str, more)],
            input=survey.read_bytes(),
            capture_output=True,
            env=environment,
            cwd=tmp_path,
            check=False,
        )

    before = set(tmp_path.iterdir())
    done = run()
    assert done.returncode == 0, done.stderr
    assert b"not written, since standard input has no name: say where by -o FILE" in done.stdout
    assert set(tmp_path.iterdir()) == before
    assert run("-o", "net.bif").returncode == 0
    assert (tmp_path / "net.bif").exists()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.csv.xz", "a.bif"),
        ("a.zip", "a.bif"),
        ("a.csv.bz2", "a.bif"),
        ("a.2024.xlsx", "a.2024.bif"),
        ("a.sav", "a.bif"),
        ("a.DTA", "a.bif"),
        ("a.ods", "a.bif"),
    ],
)
def test_suffixes_of_tables_are_not_part_of_their_names(tmp_path, name, expected):
    names, remark = default_outputs(str(tmp_path / name))
    assert next(names) == tmp_path / expected
    assert remark is None
