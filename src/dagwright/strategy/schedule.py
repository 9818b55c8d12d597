"""The timetable of `learn`, as data: `learn` executes it, `plan` prices it, `explain` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from dagwright.memory import MemoryLimit
from dagwright.running import Control
from dagwright.strategy.price import Price, Quote, TrialSeconds
from dagwright.strategy.task import Task

__all__ = ["Schedule", "Step", "When", "Work"]


class When(Enum):
    """What must be so for a step to be taken."""

    ALWAYS = "always"
    SETS_COMPLETE = "if the candidate sets are complete"
    SETS_INCOMPLETE = "if the candidate sets are not complete"

    def holds(self, task: Task) -> bool:
        """Tell whether it is so."""
        return self is When.ALWAYS or (self is When.SETS_COMPLETE) == task.sets_are_complete


class Work(Protocol):
    """What a step does."""

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Do it within the time, the iterations and the memory of the step."""
        ...

    def price(self, task: Task, quote: Quote) -> Price | None:
        """Estimate what it takes; None if that is too little to be shown.

        What a trial finishes stays in the task, so that it is not done again.
        """
        ...


@dataclass(frozen=True)
class Step:
    """One step of the work.

    Attributes
    ----------
    work
        What is done.
    share
        Of the time and the iterations that are left when the step begins.
    memory
        Share of the memory.
    when
        On which condition.
    reason
        Why, in words; empty if that goes without saying.
    """

    work: Work
    share: float = 1.0
    memory: float = 1.0
    when: When = When.ALWAYS
    reason: str = ""


@dataclass(frozen=True)
class Schedule:
    """The steps, in the order in which they are taken, and how long trials of them may be."""

    steps: tuple[Step, ...]
    trials: TrialSeconds = field(default_factory=TrialSeconds)

    def run(self, task: Task) -> None:
        """Take all steps that are due, until the best is proved, a person ends it or time is up.

        Each step leaves some of the time to the next, so that time is up early only where a step
        could not be cut short; then even to prepare the others would take too long.
        """
        for step in self._due(task):
            if task.is_late:
                return
            control = task.control.child("", share=step.share)
            step.work.run(task, control, task.memory.share(step.memory))

    def price(self, task: Task) -> tuple[Price, ...]:
        """Return what each step is expected to take."""
        prices = []
        left, reserved = task.control.seconds_left(), 0
        for step in self._due(task):
            most = None if left is None else step.share * left
            moves = task.control.iterations_left()
            moves = None if moves is None else int(step.share * max(0, moves - reserved))
            quote = Quote(most, task.memory.share(step.memory), self.trials, moves)
            price = step.work.price(task, quote)
            if price is None:
                continue
            prices.append(price)
            taken = price.seconds if price.seconds is not None else most
            left = None if left is None or taken is None else max(0.0, left - taken)
            reserved += moves if moves is not None and price.seconds is None else 0
        return tuple(prices)

    def reasons(self, task: Task | None = None) -> tuple[str, ...]:
        """Return why each step is there, whether or not it was due; with a task, if it was."""
        steps = self.steps if task is None else [s for s in self.steps if s.when.holds(task)]
        return tuple(dict.fromkeys(step.reason for step in steps if step.reason))

    def _due(self, task: Task) -> Iterator[Step]:
        for step in self.steps:
            if task.control.root.is_interrupted or task.known.is_proved:
                return
            if step.when.holds(task):
                yield step
