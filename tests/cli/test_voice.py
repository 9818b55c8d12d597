"""What the program says to typical mistakes, word by word: mistakes.txt reads as a sample."""

import shlex
from pathlib import Path

import pytest

SAMPLE = (Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8")
PROMPT = "$ dagwright "
EXIT = "exit code "
FILES = {
    "star.csv": "*,rain\n" + "a,no\nb,yes\n" * 20,
    "cycle.toml": 'required = ["rain -> wet", "wet -> rain"]\n',
    "limit.toml": 'max_parents = "2"\n',
    "within.toml": 'tiers = [["rain"], ["wet"]]\nforbid_within = 0\n',
    "key.toml": 'rots = ["rain"]\n',
    "pair.csv": "parent,child\nrain,wet\n",
    "other.csv": "parent,child\nrain,snow\n",
}


def mistakes():
    """Yield each command with what it prints on standard error and its exit code."""
    for block in SAMPLE.split(PROMPT)[1:]:
        command, *lines, code = block.strip().splitlines()
        yield pytest.param(command, lines, int(code.removeprefix(EXIT)), id=command)


@pytest.fixture
def folder(table, survey, tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(("command", "lines", "code"), list(mistakes()))
def test_a_mistake_is_told_like_this(command, lines, code, folder, here, tmp_path):
    run = here(*shlex.split(command))
    assert run.stderr.splitlines() == lines
    assert run.returncode == code
    assert {path.name for path in tmp_path.iterdir()} == folder


def test_there_are_enough_of_them():
    assert len(list(mistakes())) >= 40
