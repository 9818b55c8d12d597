"""`dagwright info FILE` for tables."""

import contextlib
import json
import os
import re
import subprocess

import pytest

import dagwright as dw

pty = pytest.importorskip("pty")  # there is none on Windows

WIDE = 300


def rows_of(printed):
    return {line.split()[0]: line for line in printed.splitlines() if line.strip()}


def test_every_column_has_a_row(here, survey):
    run = here("info", survey)
    assert (run.returncode, run.stderr) == (0, "")
    rows = rows_of(run.stdout)
    assert {"nr", "age", "smoker", "smokes", "ill", "deck", "told", "ward,"} <= set(rows)
    assert "index" in rows["nr"]
    assert "leave out" in rows["nr"]
    assert "number" in rows["age"]
    assert "cut while learning (now at " in rows["age"]
    assert "same as smoker" in rows["smokes"]
    assert "67 %" in rows["deck"]
    assert "A, B, missing" in rows["deck"]
    assert "no, yes" in rows["ill"]
    for name, column in dw.read_data(survey).columns.items():
        assert column.reason in rows[name.split()[0]]


def test_the_next_command_has_the_same_options(here, survey):
    run = here("info", survey, "--exclude", "age,ward, old", "--no-header", "--as-is")
    assert run.returncode == 1  # there is no such column without a header
    run = here("info", survey, "--exclude", "age,ward, old", "--cut", "nr=9")
    expected = f"next  dagwright learn {survey} --exclude 'age,ward, old' --cut nr=9"
    assert expected in run.stdout


def test_warnings_come_first_and_notes_are_there(here, survey):
    lines = here("info", survey, "--missing", "drop").stdout.splitlines()
    assert lines[0].startswith("warning")
    assert "100 of 300 rows used" in lines[0]
    notes = [line for line in lines if line.startswith("note")]
    assert len(notes) == len(dw.read_data(survey).notes) > 0
    assert "the first line was taken for names (if it is data: --no-header)" in notes[0]


def test_json_has_everything(here, survey):
    record = json.loads(here("info", survey, "--json").stdout)
    data = dw.read_data(survey)
    assert record["file"] == str(survey)
    assert (record["rows"], record["variables"]) == (300, data.n_variables)
    assert record["fingerprint"] == data.fingerprint
    assert [column["name"] for column in record["columns"]] == list(data.columns)
    by_name = {column["name"]: column for column in record["columns"]}
    age = data.numbers["age"]
    assert by_name["age"]["cuts"] == list(age.cuts.values)
    assert (by_name["age"]["cut_by"], by_name["age"]["states"]) == ("reader", list(age.states))
    assert by_name["smokes"]["same_as"] == "smoker"
    assert by_name["deck"]["missing"] == 200
    assert "states" not in by_name["told"]
    assert len(record["warnings"]) == len(data.warnings)
    assert data.notes == ("the first line was taken for names (if it is data: header=False)",)
    assert record["notes"] == ["the first line was taken for names (if it is data: --no-header)"]


def test_what_was_decided_is_written_and_applied(here, survey, tmp_path):
    file = tmp_path / "columns"
    run = here("info", survey, "--write", file, "--exclude", "told", "--cut", "age=40,60")
    assert run.returncode == 0, run.stderr
    written = tmp_path / "columns.toml"
    assert f"written to {written}" in run.stdout
    assert f"next  dagwright learn {survey} --like {written}" in run.stdout
    again = json.loads(here("info", survey, "--like", written, "--json").stdout)
    first = json.loads(
        here("info", survey, "--exclude", "told", "--cut", "age=40,60", "--json").stdout
    )
    assert again["fingerprint"] == first["fingerprint"]
    refused = here("info", survey, "--write", tmp_path / "columns.csv")
    assert refused.returncode == 1
    assert "decisions are written as .toml" in refused.stderr


@pytest.mark.parametrize("option", [("--write", "x.toml"), ("--exclude", "a")])
def test_without_a_table_there_is_nothing_to_say_about_one(here, tmp_path, option):
    run = here("info", *option)
    assert run.returncode == 1
    assert f"{option[0]} is about a table: name one" in run.stderr


def test_a_file_that_is_not_a_table_is_refused(here, tmp_path):
    run = here("info", tmp_path / "no.csv")
    assert run.returncode == 1
    assert "no.csv" in run.stderr


@pytest.fixture
def wide(tmp_path):
    path = tmp_path / "wide.csv"
    lines = [",".join(f"v{k}" for k in range(WIDE))]
    lines += [",".join(str((i * k) % 3) for k in range(WIDE)) for i in range(60)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def on_a_terminal(environment, program):
    """Run the program on a terminal of 80 columns and return what it shows, without colours."""

    def run(*arguments):
        leader, follower = pty.openpty()
        more = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
        process = subprocess.Popen(
            [program, *map(str, arguments)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**environment, **more},
        )
        os.close(follower)
        printed = b""
        with contextlib.suppress(OSError):  # which is how a terminal ends on Linux
            while chunk := os.read(leader, 65536):
                printed += chunk
        process.wait(timeout=10)
        os.close(leader)
        return re.sub(r"\x1b\[[0-9;]*m", "", printed.decode()).replace("\r", "")

    return run


def test_a_terminal_shows_the_first_columns_and_a_pipe_all(here, on_a_terminal, wide):
    shown = on_a_terminal("info", wide)
    assert f"and {WIDE - 60} more columns: --json shows all of them" in shown
    assert "v61 " not in shown
    piped = here("info", wide).stdout
    assert f"v{WIDE - 1} " in piped
    assert "more columns" not in piped


def test_no_line_is_wider_than_the_terminal(on_a_terminal, survey):
    shown = on_a_terminal("info", survey)
    table = shown[: shown.index("next")]
    assert max(map(len, table.splitlines())) <= 80


def test_a_network_of_another_format_says_what_was_decided(here, survey, tmp_path):
    file = tmp_path / "net.bif"
    assert here("learn", survey, "--time", "2", "-o", file).returncode == 0
    run = here("info", survey, "--like", file, "--json")
    assert run.returncode == 0, run.stderr
    assert {column["decided_by"] for column in json.loads(run.stdout)["columns"]} == {"like"}
