"""Run the program in a process of its own without importing everything again.

A server that has imported the program forks for every run: descriptors, exit codes, streams and
signals are real, but a run costs a tenth of a start.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_PRELOADED = [
    "dagwright.cli.app",
    "typer._adapters",
    "highspy",
    "narwhals.stable.v1",
    "rich.live",
    "pytest",  # which a child of `python -m pytest` imports again
]


def can_fork():
    """Whether this system has such a server."""
    return "forkserver" in multiprocessing.get_all_start_methods()


def run_forked(arguments, environment, timeout=120):
    """Return what the program printed and its exit code, as `subprocess.run` does."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    with tempfile.TemporaryDirectory(prefix="forked-") as folder:
        streams = [str(Path(folder) / name) for name in ("stdout", "stderr")]
        child = context.Process(target=_child, args=(arguments, dict(environment), *streams))
        child.start()
        child.join(timeout)
        if child.exitcode is None:
            child.kill()
            child.join()
            raise subprocess.TimeoutExpired(arguments, timeout)
        printed = [Path(path).read_text(encoding="utf-8", errors="strict") for path in streams]
        code = child.exitcode
        child.close()
    return subprocess.CompletedProcess(arguments, code, *printed)


def _child(arguments, environment, stdout, stderr):
    _redirect(0, os.devnull, os.O_RDONLY)
    _redirect(1, stdout, os.O_WRONLY | os.O_CREAT)
    _redirect(2, stderr, os.O_WRONLY | os.O_CREAT)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as we live
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["dagwright", *arguments]
    from dagwright.cli import main  # noqa: PLC0415 - the server has it

    sys.exit(main())


def _redirect(descriptor, path, flags):
    file = os.open(path, flags, 0o600)
    os.dup2(file, descriptor)
    os.close(file)
