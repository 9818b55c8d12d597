"""What the time limit of the command line includes."""

import importlib

import pytest
from typer.testing import CliRunner

import dagwright as dw
from dagwright.cli.app import app
from dagwright.cli.asked import Asked
from dagwright.strategy.settings import Settings

module = importlib.import_module("dagwright.cli.learn")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b\n" + "no,no\nyes,yes\n" * 20)
    return path


def test_the_clock_starts_before_the_file_is_read(table, monkeypatch):
    happened = []
    read, start = Asked.read_table, Settings.start_clock

    def note_reading(*given):
        happened.append("read")
        return read(*given)

    def note_clock(settings):
        happened.append("clock")
        return start(settings)

    monkeypatch.setattr(Asked, "read_table", note_reading)
    monkeypatch.setattr(Settings, "start_clock", note_clock)
    done = CliRunner().invoke(app, ["learn", str(table), "--time", "5"])
    assert done.exit_code == 0
    assert happened == ["clock", "read"]


def test_the_time_of_reading_is_part_of_the_account(table, monkeypatch):
    results = []

    learn = module.learn_table

    def note_result(*given):
        results.append(learn(*given))
        return results[-1]

    monkeypatch.setattr(module, "learn_table", note_result)
    CliRunner().invoke(app, ["learn", str(table), "--time", "5"])
    assert results[0].asked["time_limit"] == 5
    assert results[0].timings[0].name == "table"
    assert 0 < results[0].timings[0].seconds <= results[0].seconds
    assert isinstance(results[0], dw.Result)
