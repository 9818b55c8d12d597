"""What a step is expected to take."""

from __future__ import annotations

from dataclasses import dataclass

from dagwright.memory import MemoryLimit
from dagwright.running import Limits
from dagwright.search import Method
from dagwright.search.problem import fitting
from dagwright.strategy.task import Task

__all__ = ["Price", "Quote", "TrialSeconds", "price_on_scores"]


@dataclass(frozen=True)
class TrialSeconds:
    """How long a trial may take whose rate or end is the price of a step.

    Attributes
    ----------
    cuts, sets, scores, proof
        For cutting numbers, finding candidate sets, scoring single parents, and a proof.
    forecast
        For the beginning of a search from which the rest of it is forecast.
    """

    cuts: float = 2.0
    sets: float = 2.0
    scores: float = 0.5
    proof: float = 1.0
    forecast: float = 1.0


@dataclass(frozen=True)
class Quote:
    """The seconds, memory and iterations that a step may take, and what a trial may; None: any."""

    seconds: float | None
    memory: MemoryLimit
    trials: TrialSeconds = TrialSeconds()
    iterations: int | None = None

    def limit_trial(self, seconds: float) -> Limits:
        """Return the limits of a trial, which takes no longer than the step may."""
        least = seconds if self.seconds is None else min(self.seconds, seconds)
        return Limits(seconds=least, iterations=self.iterations)

    def price(
        self, name: str, seconds: float | None, remark: str, needed: int = 0, *, fits: bool = True
    ) -> Price:
        """Return the estimate of a step that may take no more than this."""
        return Price(name, seconds, self.seconds, remark, needed, fits, self.iterations)


@dataclass(frozen=True)
class Price:
    """A stage of the work and its estimate."""

    name: str
    seconds: float | None
    """About; None if unknown."""
    most_seconds: float | None
    """The time limit of this stage; None for none."""
    remark: str
    bytes: int = 0
    """That it needs at least."""
    fits: bool = True
    """Whether that is less than its share of the memory."""
    most_iterations: int | None = None
    """The limit on iterations of this stage; None for none."""


def price_on_scores(task: Task, method: Method, quote: Quote) -> Price:
    """Return the limit, and how long all families of one parent take, from some of them."""
    done, names = 0, task.scores.names
    with task.control.child("trial", limits=quote.limit_trial(quote.trials.scores)) as stage:
        for name in names:
            task.scores.additions(name)
            done += 1
            if stage.should_stop():
                break
        pairs = stage.seconds / done * len(names)
    remark = f"scoring every single parent takes about {pairs:.2g} s"
    needed = fitting(method, task.scores).estimate_bytes(task.scores)
    fits = needed <= quote.memory.size
    return quote.price(method.name, None, remark, needed, fits=fits)
