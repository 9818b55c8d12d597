"""Searches and steps that write down what they are given: how time and memory are shared."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

import dagwright as dw
from dagwright.data.core_table import bytes_for_scoring
from dagwright.memory import MemoryLimit
from dagwright.running import Control
from dagwright.strategy.bounding import Bound, BoundBeyond
from dagwright.strategy.cutting import MOST_ROUNDS
from dagwright.strategy.price import Quote, TrialSeconds
from dagwright.strategy.runner import Prepared, prepare
from dagwright.strategy.schedule import Schedule
from dagwright.strategy.search_step import Search
from dagwright.strategy.settings import Settings
from dagwright.strategy.trials import Trials

__all__ = [
    "Given",
    "Noted",
    "Scripted",
    "ask_price",
    "beside",
    "pace",
    "prepared",
    "random_table",
    "scripted",
    "take_step",
]

MEMORY = 1 << 28


class Given(NamedTuple):
    """What a search was given."""

    name: str
    on: str
    seconds: float | None
    memory: int
    seed: int
    threads: int
    start: dw.Dag


@dataclass(frozen=True)
class Scripted:
    """A search that follows a script; registered nowhere.

    It notes what it is given in `calls`, offers a network (its start if there is none in `finds`),
    takes all the time that it has if it is `busy`, and may end the run as a person would.
    """

    calls: list[Given] = field(default_factory=list, compare=False, repr=False)
    name: str = "scripted"
    needs: str = "scores"
    proves: bool = False
    finds: dw.Dag | None = None
    bytes_needed: int = 0
    busy: bool = False
    interrupts: bool = False
    units: tuple[str, str] = ("moves", "local optima")
    completes: bool = True
    parent_limit: int | None = None

    def estimate_bytes(self, problem):
        return self.bytes_needed

    def run(self, problem, run):
        control, on_sets = run.control, isinstance(problem, dw.ParentSets)
        on = "sets" if on_sets else "scores"
        left = control.seconds_left()
        self.calls.append(Given(self.name, on, left, run.memory, run.seed, run.threads, run.start))
        dag = run.start if self.finds is None or on_sets else self.finds
        run.known.offer(dag, problem.add_up(dag), at=control.began)
        if self.interrupts:
            control.stop("interrupted")
        while self.busy and not control.should_stop():
            pass


@dataclass(frozen=True)
class Idle:
    """A step's work that does nothing, in the name of another."""

    name: str

    def run(self, task, control, memory):
        """Do nothing."""

    def price(self, task, quote):
        """Cost nothing."""


@dataclass(frozen=True)
class Noted:
    """A step's work that notes the seconds and bytes of each run and each price."""

    work: Any
    notes: list[tuple[str, float | None, int]]

    @property
    def name(self):
        return getattr(self.work, "name", type(self.work).__name__)

    def run(self, task, control, memory):
        self.notes.append((self.name, control.seconds_left(), memory.size))
        self.work.run(task, control, memory)

    def price(self, task, quote):
        price = self.work.price(task, quote)
        if price is not None:
            self.notes.append((self.name, quote.seconds, quote.memory.size))
        return price


def prepared(
    table,
    *,
    seconds=100.0,
    memory=MEMORY,
    callbacks=None,
    threads=1,
    cutting_rounds=MOST_ROUNDS,
    thresholds=None,
    **options,
) -> Prepared:
    """Return what `learn` would run, with one thread, and this much memory beside the table."""
    control = Control(
        "", dw.running.Limits(seconds=seconds), callbacks=dw.running.CallbackChain(callbacks)
    )
    limit = None if memory is None else beside(table, memory)
    settings = Settings(memory_limit=limit, threads=threads, **options)
    return prepare(table, control, settings, cutting_rounds=cutting_rounds, thresholds=thresholds)


def beside(table, size):
    """Return a limit that leaves this much beside a table."""
    return MemoryLimit(size, "amount").without(-bytes_for_scoring(table))


def take_step(work, task, memory=MEMORY, **limits):
    """Take one step inside the run of its task; return the task."""
    with task.control as control:
        work.run(task, control.child("", **limits), MemoryLimit(memory))
    return task


def ask_price(work, task, seconds=None, memory=MEMORY, **trials):
    """Return what one step is expected to take."""
    with task.control:
        return work.price(task, Quote(seconds, MemoryLimit(memory), TrialSeconds(**trials)))


def scripted(schedule: Schedule, **script) -> tuple[Schedule, list[Given]]:
    """Return a schedule with a scripted search in place of each one, and where they take notes.

    Nothing works on bounds: linear programs take longer than all other tests of the strategy.
    """
    calls: list[Given] = []

    def play(method, role):
        return Scripted(
            calls,
            name=f"{role}: {method.name}",
            needs=method.needs,
            proves=method.proves,
            **script,
        )

    steps = []
    for step in schedule.steps:
        work = step.work
        if isinstance(work, Search):
            role = "proof" if work.is_optional else "search"
            work = replace(work, method=play(work.method, role))
        if isinstance(work, Trials):
            work = replace(
                work,
                entrants=tuple(play(each, "trial") for each in work.entrants),
                joiner=play(work.joiner, "joining"),
            )
        if isinstance(work, Bound | BoundBeyond):
            work = Idle(type(work).__name__)
        steps.append(replace(step, work=work))
    return replace(schedule, steps=tuple(steps)), calls


def pace(schedule: Schedule) -> tuple[Schedule, list[tuple[str, float | None, int]]]:
    """Return a schedule whose works take notes, and the notes."""
    notes: list[tuple[str, float | None, int]] = []
    steps = tuple(replace(step, work=Noted(step.work, notes)) for step in schedule.steps)
    return replace(schedule, steps=steps), notes


def random_table(n_variables, n_rows=60, seed=1):
    """Return a table of independent coins, in which many networks look good by chance."""
    rng = np.random.default_rng(seed)
    return dw.Dataset.from_frame(rng.integers(0, 2, (n_rows, n_variables)), as_is=True)
