"""Interrupts at every place: what a run leaves behind must be a result, or a clear message.

`python -m interrupting` tries all places of two small problems, then random ones of others; CI
tries forty for each method and each way to run it.
"""

import io
import itertools
import json
import random
import signal
import sys
import threading
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from strategies import make_dataset

import dagwright as dw
from dagwright import _core
from dagwright.cli import main
from dagwright.cli.app import whole_command
from dagwright.cli.signals import Signals
from dagwright.running import Control, fake_clock, force_stop_at_check
from dagwright.running.interrupts import RUNS

PACKAGE = str(Path(dw.__file__).parent)
MOST_LATE_CHECKS = 20
RANDOM_PROBLEMS = 2000
SECONDS_PER_CHECK = 0.01
LIMIT = 3.0  # seconds of the fake clock: searches that do not end by themselves ask 300 times


@dataclass
class Watch:
    """What happened to a run.

    Attributes
    ----------
    lines
        Lines of the package that were executed.
    struck
        Whether the interrupt came.
    runs
        How many runs were under way when it came, and how many had begun before.
    roots
        The controls of whole runs.
    """

    lines: int = 0
    struck: bool = False
    runs: tuple[int, int] = (0, 0)
    roots: list = field(default_factory=list)

    @property
    def late_checks(self):
        return max((root.core.late_checks for root in self.roots), default=0)

    @property
    def checks(self):
        return max((root.core.checks for root in self.roots), default=0)


@contextmanager
def watched_controls(watch):
    entered = Control.__enter__

    def enter(control):
        if control.root is control:
            watch.roots.append(control)
        return entered(control)

    Control.__enter__ = enter
    try:
        yield
    finally:
        Control.__enter__ = entered


@contextmanager
def striking_at_line(watch, line, strike):
    """Call `strike` when this thread executes the k-th line of the package; 0: only count."""
    begun = RUNS.begun

    def trace_line(frame, event, argument):
        if event == "line":
            watch.lines += 1
            if watch.lines == line:
                watch.struck = True
                watch.runs = (RUNS.active, RUNS.begun - begun)
                strike()
        return None if watch.struck else trace_line

    def trace_call(frame, event, argument):
        ours = not watch.struck and frame.f_code.co_filename.startswith(PACKAGE)
        return trace_line if ours else None

    before = sys.gettrace()
    sys.settrace(trace_call)
    try:
        yield
    finally:
        sys.settrace(before)


def table(seed, variables=6, rows=120):
    """A table in which each variable follows an earlier one."""
    rng = np.random.default_rng(seed)
    codes = [rng.integers(0, 2, rows)]
    for v in range(1, variables):
        model = codes[rng.integers(0, v)]
        codes.append(np.where(rng.random(rows) < 0.7, model, rng.integers(0, 2, rows)))
    return make_dataset(codes, [2] * variables)


CONSTRAINTS = dw.Constraints(required=[("v0", "v1")], forbidden=[("v2", "v3")])


def learn(data, method, **more):
    return dw.learn(
        data, method=method, constraints=CONSTRAINTS, time_limit=LIMIT, threads=1, seed=1, **more
    )


def facts(result):
    """What must not depend on an interrupt that came when all work was done."""
    return result.dag, result.score, result.bound, str(result.status)


def in_thread(work):
    """Do the work in another thread, and return what it returns."""
    answer = []
    thread = threading.Thread(target=lambda: answer.append(work()))
    thread.start()
    thread.join()
    return answer[0]


@dataclass(frozen=True)
class Case:
    """One question, asked again and again and interrupted each time at another place."""

    method: str
    data: dw.Dataset

    def undisturbed(self):
        """Return the answer, and how many lines and checks it takes."""
        watch = Watch()
        with (
            fake_clock(SECONDS_PER_CHECK),
            watched_controls(watch),
            striking_at_line(watch, 0, None),
        ):
            result = learn(self.data, self.method)
        return result, watch

    def at_line(self, line):
        """Let Ctrl-C come at a line, on the main thread; return the result and what happened."""
        watch = Watch()
        with (
            fake_clock(SECONDS_PER_CHECK),
            watched_controls(watch),
            striking_at_line(watch, line, press_ctrl_c),
        ):
            try:
                result = learn(self.data, self.method)
            except KeyboardInterrupt:
                result = None
        return result, watch

    def at_line_of_a_thread(self, line):
        """Let everything be interrupted when a thread of the user's is at a line."""
        watch = Watch()

        def work():
            strike = striking_at_line(watch, line, _core.interrupt_all_runs)
            with fake_clock(SECONDS_PER_CHECK), strike:
                return learn(self.data, self.method)

        with watched_controls(watch):
            try:
                result = in_thread(work)
            finally:
                _core.clear_interrupt()
        return result, watch

    def at_check(self, check, *, thread=False):
        """Stop when it is asked for the k-th time whether to stop."""
        watch = Watch(struck=True, runs=(1, 1))

        def work():
            with fake_clock(SECONDS_PER_CHECK), force_stop_at_check(check):
                return learn(self.data, self.method)

        with watched_controls(watch):
            result = in_thread(work) if thread else work()
        return result, watch


def press_ctrl_c():
    signal.raise_signal(signal.SIGINT)


def judge(result, watch, reference):
    """Raise an AssertionError unless what the interrupt left is allowed."""
    assert RUNS.active == 0
    assert not _core.is_interrupted()
    if result is None:
        # Outside of a run Ctrl-C is Python's own.
        assert watch.struck
        assert watch.runs[0] == 0, "an interrupt inside a run lost its result"
        return
    dw.verify(result)
    assert CONSTRAINTS.required == result.constraints.required
    if not watch.struck:
        assert facts(result) == facts(reference)
        return
    assert watch.late_checks <= MOST_LATE_CHECKS, f"asked {watch.late_checks} times after the stop"
    if result.stop_reason is not dw.StopReason.INTERRUPTED:
        assert facts(result) == facts(reference), "cut short, but not labelled so"


def places(count, most):
    """Return at most `most` places from 1 to the count, the first and the last among them."""
    return sorted({*np.linspace(1, count, min(count, most)).round().astype(int).tolist()})


class Program:
    """`dagwright learn` in this process, with files that were there before."""

    OLD = "what was there before"

    def __init__(self, folder, method, data):
        self.table, self.network, self.page = (
            folder / name for name in ("table.csv", "net.json", "page.html")
        )
        data.to_frame().to_csv(self.table, index=False)
        whole_command()  # which takes longer to make than to learn
        self.arguments = ["learn", self.table, "--method", method, "--time", LIMIT, "--threads", 1]
        self.arguments += ["--json", "-o", self.network]
        self.files = [self.network]
        if method == "auto":  # a page takes longer than all the rest
            self.arguments += ["--report", self.page]
            self.files += [self.page]

    def run(self, line, number):
        """Run it with a signal at a line; return exit code, what it printed, and what happened."""
        watch = Watch()
        for file in self.files:
            file.write_text(self.OLD, encoding="utf-8")
        before, sys.argv = sys.argv, ["dagwright", *map(str, self.arguments)]
        printed = io.StringIO()
        code = None
        try:
            with (
                fake_clock(SECONDS_PER_CHECK),
                watched_controls(watch),
                redirect_stdout(printed),
                striking_at_line(watch, line, partial(self._strike, watch, number)),
            ):
                main()
        except SystemExit as end:
            code = end.code or 0
        finally:
            sys.argv = before
        return code, printed.getvalue(), watch

    @staticmethod
    def _strike(watch, number):
        """Send the signal, unless the program has not yet, or no longer, a handler for it."""
        watch.struck = isinstance(getattr(signal.getsignal(number), "__self__", None), Signals)
        if watch.struck:
            signal.raise_signal(number)

    def judge(self, code, printed, watch, number, reference):
        """Raise an AssertionError unless exit code and files are as they should be."""
        assert RUNS.active == 0
        assert not _core.is_interrupted()
        files = [file.read_text(encoding="utf-8") for file in self.files]
        if code == 128 + number:
            assert watch.runs == (0, 0), "a signal lost what a search had found"
            assert set(files) == {self.OLD}
            assert json.loads(printed)["error"]["exit_code"] == code
            return
        assert code == 0
        assert json.loads(files[0])["variables"]
        assert all(page.rstrip().endswith("</html>") for page in files[1:])
        record = json.loads(printed)
        assert watch.late_checks <= MOST_LATE_CHECKS
        if record["stop_reason"] != "interrupted":
            assert record["edges"] == reference["edges"]
            assert record["score"] == reference["score"]


def explore():
    """Try all places of two small problems, then random ones of others."""
    methods = ["auto", *sorted(dw.METHODS)]
    for seed, method in itertools.product(range(2), methods):
        case = Case(method, table(seed, variables=5, rows=60))
        reference, watch = case.undisturbed()
        tries = itertools.chain(
            (case.at_line(line) for line in range(1, watch.lines + 1)),
            (case.at_line_of_a_thread(line) for line in range(1, watch.lines + 1)),
            (case.at_check(check) for check in range(1, watch.checks + 1)),
        )
        for result, seen in tries:
            judge(result, seen, reference)
        print(f"{method}, problem {seed}: {watch.lines} lines, {watch.checks} checks", flush=True)
    for _ in range(RANDOM_PROBLEMS):
        seed, method = random.randrange(2**32), random.choice(methods)
        case = Case(method, table(seed, variables=random.randint(4, 9)))
        reference, watch = case.undisturbed()
        line, check = random.randint(1, watch.lines), random.randint(1, watch.checks)
        print(f"{method}, problem {seed}, line {line}, check {check}", flush=True)
        judge(*case.at_line(line), reference)
        judge(*case.at_line_of_a_thread(line), reference)
        judge(*case.at_check(check), reference)


if __name__ == "__main__":
    explore()
