"""Errors speak of options on the command line."""

import sys

import pytest

import dagwright as dw
from dagwright.cli import main
from dagwright.cli.wording import as_options


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "leave it out (exclude=), or (max_states=)",
            "leave it out (--exclude), or (--max-states)",
        ),
        ("missing='guess': choose", "--missing guess: choose"),
        ("missing='drop' or 'state'", "--missing drop or 'state'"),
        ("name it in cuts= or number=", "name it in --cut or --number"),
        ("give header=False", "give --no-header"),
        ("strict=True refuses", "--strict refuses"),
        ("bins=1: give 2 or more", "--bins 1: give 2 or more"),
        ("no column 'exclude=x'", "no column 'exclude=x'"),
        ("my_number=3 and sub-number=2", "my_number=3 and sub-number=2"),
        ("if it is data: header=False, --no-header", "if it is data: --no-header"),
        ("encoding='utf 8'", "--encoding 'utf 8'"),
    ],
)
def test_parameters_become_options(text, expected):
    assert as_options(text) == expected


def test_the_same_mistake_in_both_words(survey, monkeypatch, capsys):
    with pytest.raises(dw.DataError, match=r"exclude= or keep="):
        dw.learn(survey, strict=True)
    monkeypatch.setattr(sys, "argv", ["dagwright", "learn", str(survey), "--strict"])
    with pytest.raises(SystemExit):
        main()
    assert "--exclude or --keep" in capsys.readouterr().err
