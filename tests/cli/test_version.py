import subprocess
import sys

import pytest

import dagwright as dw


@pytest.mark.parametrize("words", [["--version"], ["--version", "learn"]])
def test_the_version_is_one_line(here, words):
    run = here(*words)
    assert (run.returncode, run.stdout, run.stderr) == (0, f"dagwright {dw.__version__}\n", "")


def test_the_module_is_the_program(environment):
    run = subprocess.run(
        [sys.executable, "-m", "dagwright", "compare", "example:asia", "example:asia"],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment,
    )
    assert run.stdout.splitlines()[0].split() == ["shd_cpdag", "0"]


def test_the_version_takes_no_time(environment):
    code = "import sys; sys.argv[1:] = ['--version']\nfrom dagwright.cli import main\ntry: main()\n"
    code += "except SystemExit: print(sorted({'rich', 'typer', 'highspy'} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env=environment,
    )
    assert run.stdout.splitlines() == [f"dagwright {dw.__version__}", "[]"]
