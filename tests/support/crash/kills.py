"""Kills a search again and again while it searches: python -m crash.kills METHOD FOLDER KILLS.

Every life of the search is a fork of one process and resumes from the checkpoint that the life
before it left. Each is killed at a random moment after some of its states were kept: while it
searches, while it writes, or in between. At last the search may end, and must have found what one
that was never killed finds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from resumable import METHODS, answer, make_problem

import dagwright as dw
from dagwright.running.checkpoint import StateFile

__all__ = ["main"]

_MANY = 10**9
_MORE = 200
"""Iterations after the last kill."""


def endless(name: str) -> dw.Method:
    """Return the method without an end of its own."""
    method, _ = METHODS[name]
    return replace(method, restarts=_MANY) if hasattr(method, "restarts") else method


def kill_after(states: int, moment: float) -> None:
    """Let this process be killed once it has kept this many states.

    Parameters
    ----------
    states
        How many.
    moment
        When, then, as a share of the time that it took to the last of them.
    """
    save = StateFile.write
    kept, before = 0, time.monotonic()

    def die(seconds: float) -> None:
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL)

    def save_and_count(*arguments: object) -> None:
        nonlocal kept, before
        save(*arguments)
        kept, now = kept + 1, time.monotonic()
        if kept == states:
            threading.Thread(target=die, args=[moment * (now - before)], daemon=True).start()
        before = now

    StateFile.write = save_and_count


def main(name: str, folder: Path, kills: int) -> None:
    """Kill a search this many times, and compare."""
    problem, method = make_problem(name), endless(name)
    keep = dw.Checkpoint(folder / "search.checkpoint", every=0)
    draw = random.Random(name)
    for number in range(kills):
        states, moment, threads = draw.randint(1, 3), draw.random(), draw.choice([1, 2])
        life = os.fork()
        if life == 0:
            kill_after(states, moment)
            dw.solve(problem, method, iterations=_MANY, seed=2, checkpoint=keep, threads=threads)
            os._exit(0)
        _, status = os.waitpid(life, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            raise AssertionError(f"life {number} was not killed")
        if not Path(keep.path).exists():
            raise AssertionError(f"life {number} left no checkpoint")
    done = json.loads(Path(keep.path).read_bytes().split(b"\n")[0])["iterations"]
    limits = {"iterations": done + _MORE, "seed": 2}
    resumed = dw.solve(problem, method, checkpoint=keep, **limits)
    if answer(resumed) != answer(dw.solve(problem, method, **limits)):
        raise AssertionError(f"{name}: something else was found after {kills} kills")
    if [path.name for path in folder.iterdir()] != ["search.checkpoint"]:
        raise AssertionError(f"{name}: the kills have left {list(folder.iterdir())}")
    print(f"{name}: {kills} kills, {done} iterations")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
