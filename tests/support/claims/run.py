"""Many cases on several processes, or one again: python -m claims [--case K] [--cases N] ...

What fails is made small, and printed as Python code. Without --cases it continues with new cases
until it is interrupted, or the time is over.
"""

import argparse
import concurrent.futures
import faulthandler
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool

from claims.cases import REFUSED, check_draws
from claims.chance import Chance
from claims.shrink import shrink
from claims.story import BEGINNING

CHUNK = 40
SECONDS_PER_CASE = 120
SHOWN = 20
"""Findings that are printed in full, and made small."""
REPLAY = "PYTHONPATH=tests/support .venv/bin/python -m claims --case {}"


def main():
    parser = argparse.ArgumentParser(prog="python -m claims", description=__doc__.splitlines()[0])
    parser.add_argument("--case", type=int, help="only this one, with what is wrong with it")
    parser.add_argument("--draws", help="what comes up in it; at random if not given")
    parser.add_argument("--shrink", type=int, nargs="+", help="make these small that fail")
    parser.add_argument("--first", type=int, help="the first case; at random for endless runs")
    parser.add_argument("--cases", type=int, help="how many; without an end if not given")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="the most time")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.case is not None:
        draws = options.draws and [float(draw) for draw in options.draws.split(",")]
        wrong = check_draws(options.case, Chance(options.case, draws))
        print(*wrong or ["nothing is wrong"], sep="\n")
        sys.exit(bool(wrong) and wrong != [REFUSED])
    if options.shrink is not None:
        sys.exit(sum(map(show_small, options.shrink)) > 0)
    sys.exit(run(options))


def show_small(number):
    """Print the smallest form of a case that fails; return whether it does."""
    found = shrink(number)
    if found is None:
        return False
    draws, wrong = found
    again = ",".join(map(repr, draws)) or "0"
    print(f"case {number}, made small: {REPLAY.format(number)} --draws {again}")
    print(*wrong, "after:", *BEGINNING.splitlines(), sep="\n", flush=True)
    return True


def in_small(numbers):
    """Return the same as text, from a process that can start others and lose them."""
    command = [sys.executable, "-m", "claims", "--shrink", *map(str, numbers)]
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    return done.stdout or done.stderr


def run(options):
    """Run chunk after chunk; return 1 if anything was wrong or was not reached in time."""
    chunks = _chunks(_numbers(options))
    tally, pending, began = Tally(), {}, time.monotonic()
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(options.processes, context, _get_ready) as pool:
        try:
            while True:
                if time.monotonic() - began < 60 * options.minutes:
                    for chunk in itertools.islice(chunks, 3 * options.processes - len(pending)):
                        pending[pool.submit(check_all, chunk)] = chunk
                if not pending:
                    break
                for done in concurrent.futures.wait(pending, return_when="FIRST_COMPLETED").done:
                    tally.add(done.result())
                    del pending[done]
                tally.tell()
        except BrokenProcessPool:
            tally.wrong += 1
            ranges = ", ".join(f"{chunk[0]} to {chunk[-1]}" for chunk in pending.values())
            print(f"a process crashed, or took too long, in one of the cases {ranges}")
            print(in_small([number for chunk in pending.values() for number in chunk]))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    tally.tell(last=True)
    missing = (options.cases or 0) - tally.cases
    if missing > 0:
        print(f"{missing} cases were not reached")
    return int(tally.wrong > 0 or missing > 0)


def _numbers(options):
    if options.cases is not None:
        first = options.first or 0
        return iter(range(first, first + options.cases))
    # Six bytes: never the cases of CI again.
    first = int.from_bytes(os.urandom(6), "little") if options.first is None else options.first
    return itertools.count(first)


def _chunks(numbers):
    while chunk := list(itertools.islice(numbers, CHUNK)):
        yield chunk


def _get_ready():
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def check_all(numbers):
    """Return what `check` says, case by case; a case that does not end ends the process."""
    found = []
    for number in numbers:
        faulthandler.dump_traceback_later(SECONDS_PER_CASE, exit=True)
        found.append((number, check_draws(number, Chance(number))))
        faulthandler.cancel_dump_traceback_later()
    return found


class Tally:
    """What came out so far."""

    def __init__(self):
        self.cases = self.wrong = self.refused = 0
        self._began = self._told = time.monotonic()

    def add(self, found):
        for number, wrong in found:
            self.cases += 1
            if wrong == [REFUSED]:
                self.refused += 1
            elif wrong:
                self.wrong += 1
                print(f"\ncase {number}: {REPLAY.format(number)}", flush=True)
                if self.wrong <= SHOWN:
                    print(*wrong, "", in_small([number]), sep="\n", flush=True)

    def tell(self, *, last=False):
        """Print where things stand, once a minute."""
        now = time.monotonic()
        if last or now - self._told > 60:
            self._told, seconds = now, now - self._began
            rate = self.cases / max(seconds, 1e-9)
            print(
                f"{self.cases} cases in {seconds:.0f} s ({rate:.0f} per second), "
                f"{self.refused} refused, {self.wrong} wrong",
                flush=True,
            )
