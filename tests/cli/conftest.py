import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest
from forked import can_fork, run_forked

from dagwright.cli import main

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "dagwright")
ROWS = [("no", "no", "0"), ("no", "no", "1"), ("yes", "yes", "0"), ("yes", "yes", "1")] * 10
# Not always: columns that determine each other are taken for copies.
ROWS[-2:] = [("yes", "no", "0"), ("yes", "no", "1")]
# What would change colours, widths or kernels.
HIDDEN = {"COLUMNS", "DAGWRIGHT_CPU", "FORCE_COLOR", "NO_COLOR", "TERM"}


@pytest.fixture
def table(tmp_path):
    """A file in which `wet` follows `rain` and `coin` follows nothing."""
    path = tmp_path / "weather.csv"
    lines = [",".join(row) + "\n" for row in [("rain", "wet", "coin"), *ROWS]]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _person(i):
    age = 18 + i * 37 % 70
    ill = "yes" if age + i * 13 % 21 > 60 else "no"
    smoker = i * 7 % 5 < 2
    deck = "AB"[i % 2] if i % 3 == 0 else ""
    told = f"said {i * 31 % 997} things and {i} more on that day"
    return (i + 1, age, "yes" if smoker else "no", int(smoker), ill, deck, told, i * 7 % 3)


@pytest.fixture
def survey(tmp_path):
    """A file with something to decide: row numbers, ages, a copy, holes, free text, a small code.

    `ill` follows `age`; `smokes` says the same as `smoker`; two of three decks are missing.
    """
    path = tmp_path / "people.csv"
    lines = ['nr,age,smoker,smokes,ill,deck,told,"ward, old"']
    lines += [",".join(map(str, _person(i))) for i in range(300)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def program():
    """Where the installed program is."""
    return PROGRAM


@pytest.fixture
def environment():
    """The environment of a program that writes to a file."""
    return {key: value for key, value in os.environ.items() if key not in HIDDEN}


@pytest.fixture
def dagwright(environment):
    """Run the program to its end: the installed one when the environment is part of the test."""

    def run(*arguments, **more):
        arguments = [str(argument) for argument in arguments]
        if can_fork() and not more:
            return run_forked(arguments, environment)
        return subprocess.run(
            [PROGRAM, *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env={**environment, **more},
            stdin=subprocess.DEVNULL,
        )

    return run


@pytest.fixture
def here(monkeypatch, capsys):
    """Run the program in this process, which is quicker."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["dagwright", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return SimpleNamespace(
            returncode=ended.value.code or 0, stdout=printed.out, stderr=printed.err
        )

    return run
