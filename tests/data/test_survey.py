"""A survey as a spreadsheet exports it opens without a word about it."""

import csv

import pytest
from made_tables import make_table
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app

AGE_AND_DISEASE = frozenset({"Alter", "Krankheit"})
LEFT_OUT = {"ID": "identifier", "Datum": "date", "Bemerkung": "text"}
CUT = {"Alter", "BMI", "Blutdruck"}


@pytest.fixture(scope="module")
def survey(tmp_path_factory):
    return make_table("make_survey", tmp_path_factory.mktemp("survey") / "umfrage.csv")


@pytest.fixture(scope="module")
def result(survey):
    return dw.learn(survey, time_limit=20)


@pytest.fixture(scope="module")
def rows(survey):
    with survey.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def test_the_script_writes_what_it_says(survey, tmp_path):
    content = survey.read_bytes()
    assert content.startswith(b"\xef\xbb\xbfID;Alter;")
    assert content.count(b"\r\n") == content.count(b"\n") == 601
    assert make_table("make_survey", tmp_path / "again.csv").read_bytes() == content


def test_age_and_disease_are_connected(result):
    assert AGE_AND_DISEASE in result.dag.skeleton()


def test_every_column_is_treated_as_an_analyst_would(result):
    columns = result.table.columns
    treated = {name: str(column.treatment) for name, column in columns.items()}
    assert {name for name, treatment in treated.items() if treatment == "leave out"} == set(
        LEFT_OUT
    )
    assert {name: str(columns[name].kind) for name in LEFT_OUT} == LEFT_OUT
    assert {name for name, treatment in treated.items() if treatment == "cut"} == CUT
    assert set(result.dag.names) == set(columns) - set(LEFT_OUT)


def test_numbers_have_few_states_and_words_keep_theirs(result):
    states = dict(zip(result.table.names, result.table.states, strict=True))
    assert all(2 <= len(states[name]) <= 17 for name in CUT)
    assert {"männlich", "weiblich"} <= set(states["Geschlecht"])
    assert {"Hauptschule", "Realschule", "Abitur", "Universität"} <= set(states["Bildung"])


def test_holes_are_counted_and_no_row_is_lost(result, rows):
    for name, column in result.table.columns.items():
        assert column.n_missing == sum(row[name] == "" for row in rows), name
    # Two fifths of all rows have a hole: too many to drop.
    assert result.table.n_rows == len(rows)


def test_a_frame_with_the_same_cells_gives_the_same_network(result, rows):
    frame = {name: [row[name] for row in rows] for name in rows[0]}
    assert dw.learn(frame, time_limit=20).dag.edges == result.dag.edges


def test_the_command_line_connects_them_too(survey, tmp_path):
    out = tmp_path / "umfrage.bif"
    run = CliRunner().invoke(app, ["learn", str(survey), "-o", str(out)])
    assert run.exit_code == 0, run.output
    assert AGE_AND_DISEASE in dw.read_network(out).dag.skeleton()
    words = " ".join(run.output.split())
    assert "10 of 13 columns used" in words
    assert all(name in words for name in LEFT_OUT)


def test_a_repeated_name_is_renamed_and_the_header_stays_a_header(survey, tmp_path):
    text = survey.read_text(encoding="utf-8-sig").replace("Sport", "Raucher", 1)
    repeated = tmp_path / "repeated.csv"
    repeated.write_text(text, encoding="utf-8")
    data = dw.read_data(repeated)
    assert "Raucher_2" in data.names
    assert data.n_rows == 600
    assert any("Raucher_2" in warning for warning in data.warnings)
    with pytest.raises(dw.DataError, match="Raucher"):
        dw.read_data(repeated, strict=True)


def test_own_cut_points_are_used_as_they_are(survey):
    result = dw.learn(survey, cuts={"Alter": [40, 65]}, time_limit=20)
    ages = result.table.states[result.table.names.index("Alter")]
    assert ages[:3] == ("below_40", "from_40_to_65", "from_65")
    assert AGE_AND_DISEASE in result.dag.skeleton()
