"""Runs a process under `record_files.cpp`."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

__all__ = ["Change", "needs_recorder", "record", "run_killed_at"]

SOURCE = Path(__file__).with_name("record_files.cpp")
COMPILER = os.environ.get("CXX", "g++")
needs_recorder = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which(COMPILER) is None,
    reason="the recorder needs Linux and the compiler that built the core",
)


@dataclass(frozen=True)
class Change:
    """A change to a file: `name` and `other` are relative to the folder, which is "." itself."""

    kind: str
    inode: int
    offset: int
    name: str
    other: str
    data: bytes


@functools.cache
def _library() -> str:
    folder = Path(tempfile.mkdtemp(prefix="dagwright-recorder-"))
    library = folder / "record_files.so"
    # Fortified calls would have other names.
    flags = ["-std=c++20", "-O1", "-shared", "-fPIC", "-U_FORTIFY_SOURCE"]
    subprocess.run([COMPILER, *flags, str(SOURCE), "-o", str(library), "-ldl"], check=True)
    return str(library)


def _environment(folder: Path, **more: str) -> dict[str, str]:
    # Sanitizers insist on being loaded first.
    loaded = [os.environ.get("LD_PRELOAD", ""), _library()]
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(filter(None, loaded)),
        "RECORD_FOLDER": str(folder),
        **more,
    }


def record(command: list[str], folder: Path, log: Path) -> list[Change]:
    """Run a command to its end and return what it changed in the folder, in order."""
    log.unlink(missing_ok=True)
    log.touch()
    environment = _environment(folder, RECORD_LOG=str(log))
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return _parsed(log.read_bytes())


def run_killed_at(command: list[str], folder: Path, change: int) -> int:
    """Run a command that is killed before its change of this number; return its exit code."""
    environment = _environment(folder, RECORD_KILL_AT=str(change))
    return subprocess.run(
        command, env=environment, check=False, stdout=subprocess.DEVNULL
    ).returncode


def _parsed(content: bytes) -> list[Change]:
    changes, at = [], 0
    while at < len(content):
        end = content.index(b"\n", at)
        kind, inode, offset, length, name, other = content[at:end].decode().split("\t")
        at = end + 1 + int(length)
        changes.append(Change(kind, int(inode), int(offset), name, other, content[end + 1 : at]))
    return changes
