"""The process ends in peace while daemon threads search."""

import subprocess
import sys

import pytest

SEARCHES = {
    "minobs": "dw.solve(sets, 'minobs', time_limit=600, threads=2)",
    "exact": "dw.solve(sets, 'exact', time_limit=600, threads=2)",
    "ilp": "dw.solve(sets, 'ilp', time_limit=600)",
    "hill-climbing": "dw.solve(scores, dw.HillClimbing(restarts=None), time_limit=600, threads=2)",
    "one thread": "dw.solve(scores, dw.HillClimbing(restarts=None), time_limit=600, threads=1)",
    "auto": "dw.learn(table, time_limit=600, threads=2)",
    "a score in Python": "dw.learn(table, score=lambda d, c, p: -len(p), method=dw.HillClimbing("
    "restarts=None), time_limit=600)",
}

SCRIPT = """
import random
import threading
import dagwright as dw

table = dw.load_dataset("wdbc")
scores = dw.LocalScores(table)
# Random lists have no structure that a proof could use: no search ends by itself.
rng = random.Random(1)
names = [f"v{{i}}" for i in range(60)]
lists = {{v: {{(): -65.0}} for v in names}}
for v in names:
    for _ in range(80):
        parents = rng.sample([u for u in names if u != v], rng.randint(1, 3))
        lists[v][tuple(sorted(parents))] = -60 * rng.random()
sets = dw.ParentSets.from_lists(
    names, {{v: [(s, list(p)) for p, s in found.items()] for v, found in lists.items()}}
)
runs = threading.Event()

class Tell(dw.Callback):
    def on_progress(self, progress):
        if progress.iterations or progress.work_done or progress.best_score > -1e300:
            runs.set()

def search():
    try:
        {call}
    finally:
        runs.set()

threading.Thread(target=search, daemon=True).start()
assert runs.wait(300)
"""


def run(script):
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=False
    )


@pytest.mark.parametrize("name", SEARCHES)
def test_a_daemon_thread_that_searches_lets_the_process_end(name):
    call = SEARCHES[name].replace("time_limit", "callbacks=Tell(), time_limit")
    ended = run(SCRIPT.format(call=call))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("name", [name for name in SEARCHES if name not in {"ilp", "exact"}])
def test_a_run_that_is_not_waited_for_lets_the_process_end_too(name):
    """As if a step had taken longer than the patience; a solver's own step is not ours to guard."""
    call = SEARCHES[name].replace("time_limit", "callbacks=Tell(), time_limit")
    impatient = (
        "import atexit\n"
        "from dagwright import _core\n"
        "atexit.unregister(_core.end_all_runs)\n"
        "atexit.register(_core.end_all_runs, 0.0)\n"
    )
    ended = run(SCRIPT.format(call=call) + impatient)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_callback_that_is_busy_at_the_end_lets_the_process_end():
    busy = """
class Busy(dw.Callback):
    def on_progress(self, progress):
        runs.set()
        while True:
            sum(range(1000))

import atexit
from dagwright import _core
atexit.unregister(_core.end_all_runs)
atexit.register(_core.end_all_runs, 0.0)
"""
    call = "dw.solve(sets, 'minobs', time_limit=600, threads=2, callbacks=Busy())"
    head, tail = SCRIPT.split("def search")
    ended = run((head + busy + "def search" + tail).format(call=call))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_thread_that_is_no_daemon_finishes_its_run():
    script = """
import threading
import dagwright as dw

begun = threading.Event()

class Tell(dw.Callback):
    def on_start(self, progress):
        begun.set()

def search():
    scores = dw.LocalScores(dw.load_dataset("wdbc"))
    climb = dw.HillClimbing(restarts=None)
    print(dw.solve(scores, climb, iterations=20000, callbacks=Tell()).stop_reason.value)

threading.Thread(target=search).start()
assert begun.wait(300)
"""
    ended = run(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "iterations\n", "")


def test_a_daemon_thread_that_resamples_lets_the_process_end():
    script = """
import threading
import dagwright as dw

begun = threading.Event()

class Tell(dw.Callback):
    def on_progress(self, progress):
        if progress.work_done:
            begun.set()

def search():
    dw.bootstrap(dw.load_dataset("wdbc"), 30, callbacks=Tell(), threads=2)

threading.Thread(target=search, daemon=True).start()
assert begun.wait(300)
"""
    assert run(script).returncode == 0
