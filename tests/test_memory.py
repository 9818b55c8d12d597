"""How much memory and how many threads the process has, and how amounts are written."""

import os
import subprocess
import sys

import pytest

import dagwright as dw
from dagwright.memory import format_memory, free_memory, parse_memory
from dagwright.running import available_threads, resolve_threads

MB = 2**20
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")


def run_python(*lines):
    """Return what a fresh process prints."""
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def make_container(root, *, memory="max", cpu="max 100000", free_kb=8 * 2**20):
    for path, content in {
        "proc/meminfo": f"MemTotal: 9999999 kB\nMemAvailable:   {free_kb} kB\n",
        "proc/self/cgroup": "0::/\n",
        "proc/self/mountinfo": "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
        "sys/fs/cgroup/memory.max": f"{memory}\n",
        "sys/fs/cgroup/memory.current": "0\n",
        "sys/fs/cgroup/cpu.max": f"{cpu}\n",
    }.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="ascii")


def test_free_memory_is_what_the_machine_has_left(tmp_path):
    make_container(tmp_path, free_kb=3 * 2**10)
    assert free_memory(tmp_path).size == 3 * MB
    assert free_memory(tmp_path).limited_by == ""


def test_free_memory_is_what_a_container_has_left(tmp_path):
    make_container(tmp_path, memory=5 * MB)
    assert free_memory(tmp_path).size == 5 * MB
    assert "container" in free_memory(tmp_path).limited_by


def test_a_container_that_may_have_more_than_the_machine_has_does_not_count(tmp_path):
    make_container(tmp_path, memory=50 * MB, free_kb=3 * 2**10)
    assert free_memory(tmp_path).size == 3 * MB


@needs_linux
@pytest.mark.parametrize(("kind", "option"), [("RLIMIT_AS", "-v"), ("RLIMIT_DATA", "-d")])
def test_a_limit_of_the_process_counts_without_what_it_has_taken(kind, option):
    size, words = run_python(
        "import resource",
        "from dagwright.memory import free_memory",
        f"resource.setrlimit(resource.{kind}, (3 << 30, 3 << 30))",
        "free = free_memory()",
        "print(free.size, free.limited_by, sep=';')",
    ).split(";")
    assert 0 < int(size) < 3 * 2**30
    assert words == f"limit of the process, ulimit {option}"


@needs_linux
def test_by_default_learning_keeps_to_the_limit_of_the_process():
    edges = run_python(
        "import resource",
        "from pathlib import Path",
        "import dagwright as dw",
        "table = dw.load_dataset('wdbc')",
        "taken = int(Path('/proc/self/statm').read_text().split()[0]) * resource.getpagesize()",
        "resource.setrlimit(resource.RLIMIT_AS, (taken + (600 << 20),) * 2)",
        "print(dw.learn(table, time_limit=2, threads=1).dag.n_edges)",
    )
    assert int(edges) > 0


@needs_linux
def test_threads_are_those_that_the_process_may_run_on():
    assert run_python(
        "import os",
        "from dagwright.running import available_threads, resolve_threads",
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})",
        "print(available_threads().number, resolve_threads(None), resolve_threads(7))",
    ) == ("1 1 7")


@pytest.mark.parametrize(("cpu", "number"), [("50000 100000", 1), ("100000 100000", 1)])
def test_threads_are_as_many_as_the_quota_of_a_container(tmp_path, cpu, number):
    make_container(tmp_path, cpu=cpu)
    assert available_threads(tmp_path).number == number
    if resolve_threads(None) > 1:
        assert "quota" in available_threads(tmp_path).limited_by


def test_a_quota_is_rounded_up(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    make_container(tmp_path, cpu="250000 100000")
    assert available_threads(tmp_path).number == 3
    make_container(tmp_path)
    assert available_threads(tmp_path).number == 16
    assert "affinity" in available_threads(tmp_path).limited_by


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2"])
def test_threads_that_are_no_number_of_threads_are_refused(threads):
    with pytest.raises(dw.DagwrightError, match="threads="):
        resolve_threads(threads)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1 KB"),
        (1023 * 1024, "1023 KB"),
        (1.5 * 2**30, "1.5 GB"),
        (2**52, "4096 TB"),
    ],
)
def test_amounts_are_written_with_few_digits(size, words):
    assert format_memory(size) == words


@pytest.mark.parametrize("size", [1, 900, 1023, 5000, 999.9 * MB, 1023 * MB, 7e12])
def test_what_is_written_can_be_read(size):
    assert parse_memory(format_memory(size)) == pytest.approx(size, rel=0.01)
