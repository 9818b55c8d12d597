"""Errors speak of the options of the command that was typed."""

import shlex
import sys

import pytest
from messages import library_texts

import dagwright as dw
from dagwright.cli import main
from dagwright.cli.app import whole_command
from dagwright.cli.typed import _OTHERWISE, Typed
from dagwright.cli.wording import _MENTION, as_options
from dagwright.errors import DagwrightError

COMMANDS = whole_command().commands
LEARN = Typed(COMMANDS["learn"], ["learn"], ["a.csv", "--exclude", "id", "--exclude=b", "--strict"])
COMPARE = Typed(COMMANDS["compare"], ["compare"], ["a.bif", "b.bif"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "leave it out (exclude=), or allow (max_states=)",
            "leave it out (--exclude), or allow (--max-states)",
        ),
        ("missing='guess': choose", "--missing guess: choose"),
        ("missing='drop' or missing='state'", "--missing drop or --missing state"),
        ("name it in cuts= or number=", "name it in --cut or --number"),
        ("give header=False", "give --no-header"),
        ("strict=True refuses", "--strict refuses"),
        ("bins=1: give 2 or more", "--bins 1: give 2 or more"),
        ("memory_limit='28M'", "--memory 28M"),
        ("HillClimbing(restarts=0): give a number", "--restarts 0: give a number"),
        (
            "threads=0: give a whole number from 1, or None",
            "--threads 0: give a whole number from 1",
        ),
        ("exclude=['ID', 'a b']", "--exclude ID --exclude 'a b'"),
        ("encoding='utf 8'", "--encoding 'utf 8'"),
        ("no column 'exclude=x'", "no column 'exclude=x'"),
        ("/tmp/header=2.csv: no rows", "/tmp/header=2.csv: no rows"),
        ("as in --cut age=30,60", "as in --cut age=30,60"),
        ("max_given=3 is small", "max given 3 is small"),
        ("does not apply here (executor=)", "does not apply here"),
    ],
)
def test_parameters_become_options(text, expected):
    assert as_options(text, LEARN) == expected


def test_a_command_without_the_option_says_it_in_words():
    assert as_options("name it in keep= (memory_limit=)", COMPARE) == "name it in keep"


def test_every_message_of_the_library_can_be_translated():
    for place, text in library_texts():
        if " " in text and not place.startswith(("report/", "graph/drawing", "network/formats")):
            spoken = as_options(text, LEARN)
            left = [m["name"] for m in _MENTION.finditer(spoken) if m["name"]]
            assert not left, (place, text)


def test_other_names_of_the_command_line_are_options_of_some_command():
    options = {
        each.name for command in COMMANDS.values() for each in getattr(command, "params", ())
    }
    assert set(_OTHERWISE.values()) <= options
    assert not set(_OTHERWISE) & options


@pytest.mark.parametrize(
    ("remedy", "expected"),
    [
        ({"exclude": ["ID", "a b"]}, "a.csv --strict --exclude ID --exclude 'a b'"),
        ({"strict": False}, "a.csv --exclude id --exclude=b"),
        ({"memory_limit": "28M"}, "a.csv --exclude id --exclude=b --strict --memory 28M"),
        ({"exclude": None, "header": False}, "a.csv --strict --no-header"),
    ],
)
def test_a_remedy_is_a_command(remedy, expected):
    assert LEARN.with_cure(DagwrightError(remedy=remedy)) == f"dagwright learn {expected}"


def test_a_remedy_stands_before_what_is_not_an_option():
    dashed = Typed(COMMANDS["learn"], ["learn"], ["-q", "--", "-dash.csv"])
    assert dashed.with_cure(DagwrightError(remedy={"method": "tabu"})) == (
        "dagwright learn -q --method tabu -- -dash.csv"
    )


def test_a_remedy_that_the_command_cannot_say_is_not_shown():
    assert COMPARE.with_cure(DagwrightError(remedy={"exclude": ["ID"]})) is None
    assert LEARN.with_cure(DagwrightError()) is None


@pytest.mark.parametrize(
    ("typed", "meant", "expected"),
    [
        ("a.csv --forbid 'raim->wet,x'", {"raim": "rain"}, "a.csv --forbid 'rain->wet,x'"),
        ("a.csv --tier=raim,coim", {"raim": "rain", "coim": "coin"}, "a.csv --tier=rain,coin"),
        ("il --target il", {"il": "ill"}, "il --target ill"),
        ("il --target il2", {"il": "ill"}, "ill --target il2"),
        ("a.csv --states il=il2,il", {"il": "ill"}, "a.csv --states ill=il2,ill"),
        ("example:wdb -q", {"wdb": "wdbc"}, "example:wdbc -q"),
        ("a.csv --scor bic", {"--scor": "--score"}, "a.csv --score bic"),
        ("a.csv --constraints raim.toml", {"raim": "rain"}, None),
    ],
)
def test_words_are_put_right(typed, meant, expected):
    command = Typed(COMMANDS["learn"], ["learn"], shlex.split(typed))
    expected = expected and f"dagwright learn {expected}"
    assert command.with_cure(DagwrightError(meant=meant)) == expected


def test_the_same_mistake_in_both_words(survey, monkeypatch, capsys):
    with pytest.raises(dw.DataError, match=r"exclude= or keep="):
        dw.learn(survey, strict=True)
    monkeypatch.setattr(sys, "argv", ["dagwright", "learn", str(survey), "--strict"])
    with pytest.raises(SystemExit):
        main()
    assert "--exclude or --keep" in capsys.readouterr().err
