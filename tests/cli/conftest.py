import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "dagwright")
ROWS = [("no", "no", "0"), ("no", "no", "1"), ("yes", "yes", "0"), ("yes", "yes", "1")] * 10
# What would change colours, widths or kernels.
HIDDEN = {"COLUMNS", "DAGWRIGHT_CPU", "FORCE_COLOR", "NO_COLOR", "TERM"}


@pytest.fixture
def table(tmp_path):
    """A file in which `wet` follows `rain` and `coin` follows nothing."""
    path = tmp_path / "weather.csv"
    lines = [",".join(row) + "\n" for row in [("rain", "wet", "coin"), *ROWS]]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def environment():
    """The environment of a program that writes to a file."""
    return {key: value for key, value in os.environ.items() if key not in HIDDEN}


@pytest.fixture
def dagwright(environment):
    """Run the installed program to its end."""

    def run(*arguments, **more):
        return subprocess.run(
            [PROGRAM, *map(str, arguments)],
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env={**environment, **more},
            stdin=subprocess.DEVNULL,
        )

    return run
