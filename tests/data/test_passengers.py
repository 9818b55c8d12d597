"""Passengers: holes, a deck that is mostly missing, and three columns that repeat others."""

import csv

import pytest
from made_tables import make_table
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app

PAIRS = {"class": "pclass", "alive": "survived", "embark_town": "embarked"}


@pytest.fixture(scope="module")
def passengers(tmp_path_factory):
    return make_table("make_passengers", tmp_path_factory.mktemp("ship") / "passengers.csv")


@pytest.fixture(scope="module")
def result(passengers):
    return dw.learn(passengers, time_limit=20)


def test_the_script_writes_what_it_says(passengers):
    with passengers.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 891
    for copy, original in PAIRS.items():
        pairs = {(row[copy], row[original]) for row in rows}
        assert (
            len(pairs) == len({row[copy] for row in rows}) == len({row[original] for row in rows})
        )
    assert sum(row["deck"] == "" for row in rows) > 600
    assert 100 < sum(row["age"] == "" for row in rows) < 300


def test_the_three_pairs_are_named_and_one_of_each_is_used(result):
    columns = result.table.columns
    assert {name: c.same_as for name, c in columns.items() if c.same_as is not None} == PAIRS
    assert all(str(columns[name].treatment) == "same as another" for name in PAIRS)
    assert not set(PAIRS) & set(result.dag.names)
    assert set(PAIRS.values()) <= set(result.dag.names)


def test_numbers_are_cut_and_everything_else_is_kept(result):
    treated = {name: str(column.treatment) for name, column in result.table.columns.items()}
    assert {name for name, treatment in treated.items() if treatment == "cut"} == {"age", "fare"}
    assert "leave out" not in treated.values()


def test_no_row_is_lost_for_its_missing_deck(result):
    assert result.table.n_rows == 891
    states = dict(zip(result.table.names, result.table.states, strict=True))
    assert states["deck"][-1] == states["age"][-1] == "missing"


def test_the_network_says_who_survived(result):
    neighbours = {frozenset(edge) - {"survived"} for edge in result.dag.edges if "survived" in edge}
    assert neighbours & {frozenset({"who"}), frozenset({"adult_male"}), frozenset({"sex"})}


def test_keep_overrules_what_is_the_same_as_another(passengers):
    data = dw.read_data(passengers, keep="class")
    assert {"class", "pclass"} <= set(data.names)
    assert data.columns["class"].same_as is None


def test_one_command_learns_and_names_the_pairs(passengers, tmp_path):
    out = tmp_path / "passengers.bif"
    run = CliRunner().invoke(app, ["learn", str(passengers), "-o", str(out)])
    assert run.exit_code == 0, run.output
    assert dw.read_network(out).dag.edges
    words = " ".join(run.output.split())
    assert "12 of 15 columns used" in words
    for copy, original in PAIRS.items():
        assert f"{copy} = {original}" in words
