"""Kills `learn` again and again in all its stages: python -m crash.learned FOLDER KILLS."""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

from resumable import answer_of_learn, learn_table

import dagwright as dw
from crash.kills import kill_after

__all__ = ["main"]

_ITERATIONS = 3_000


def learn(folder: Path, table: dw.Dataset, threads: int) -> dw.Result:
    """Learn as long as a budget of iterations lasts, with a state whenever there is one."""
    keep = dw.Checkpoint(folder / "learn.checkpoint", every=0)
    limits = {"iterations": _ITERATIONS, "memory_limit": "256M", "threads": threads}
    return dw.learn(table, checkpoint=keep, **limits)


def main(folder: Path, kills: int) -> None:
    """Kill lives of `learn` until there were this many kills; compare whenever one has ended."""
    table = learn_table()
    whole = answer_of_learn(dw.learn(table, iterations=_ITERATIONS, memory_limit="256M"))
    draw, killed, ended = random.Random("learn"), 0, 0
    while killed < kills:
        states, moment, threads = draw.randint(1, 20), draw.random(), draw.choice([1, 2])
        life = os.fork()
        if life == 0:
            kill_after(states, moment)
            learn(folder, table, threads)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(life, 0)[1])
        if code == -signal.SIGKILL:
            killed += 1
        elif code == 0:
            ended += 1
            _compare(folder, table, whole)
            for path in folder.iterdir():
                path.unlink()
        else:
            raise AssertionError(f"a life ended with {code}")
    learn(folder, table, 2)
    _compare(folder, table, whole)
    print(f"learn: {kills} kills, {ended + 1} ends")


def _compare(folder: Path, table: dw.Dataset, whole: object) -> None:
    """Read the finished run from its file, and hold it against one that was never killed."""
    if answer_of_learn(learn(folder, table, 1)) != whole:
        raise AssertionError("something else was found after kills")
    strays = [path.name for path in folder.iterdir() if not path.name.startswith("learn.checkp")]
    if strays or len(list(folder.iterdir())) != 2:
        raise AssertionError(f"the kills have left {sorted(folder.iterdir())}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
