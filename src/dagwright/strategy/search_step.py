"""The step that searches, and what it is expected to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from dagwright.memory import MemoryLimit
from dagwright.running import Control, Limits
from dagwright.search import BFBnB, Method
from dagwright.search.exact.forecast import PILOT, Pilot
from dagwright.search.known import Known
from dagwright.search.problem import MethodFor, Question, fitting, make_start
from dagwright.search.result import StopReason
from dagwright.strategy.exact import Exact
from dagwright.strategy.first_pass import first_pass
from dagwright.strategy.price import Price, Quote, price_on_scores
from dagwright.strategy.task import Task

__all__ = ["Search"]

_Given = TypeVar("_Given", bound=Question)


@dataclass(frozen=True)
class Search:
    """One search, over the candidate parent sets if it needs them.

    Attributes
    ----------
    method
        The search.
    is_optional
        Whether it is left out if it does not fit into the memory.
    instead
        If it does not fit: the first of these that does, and one greedy pass if none does. None if
        the user named the method, which is then refused.
    """

    method: Method
    is_optional: bool = False
    instead: tuple[Method, ...] | None = None

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave what it finds and proves."""
        problem = task.scores if task.sets is None else task.sets
        if task.sets is not None:
            # The memo was for finding sets; the search gets its memory.
            task.release_scores()
        method = self._choose(task, problem, memory)
        if method is None:
            if not self.is_optional:
                self._do_without(task, control)
            return
        task.method = method
        piece = task.search(
            problem, method, task.best_start, control, memory, is_last=not self.is_optional
        )
        task.reason = StopReason(piece.facts["reason"])
        task.searched = piece.facts["seconds"]

    def price(self, task: Task, quote: Quote) -> Price | None:
        """Try it, where a trial shows the cost."""
        if task.sets is None:
            return price_on_scores(task, self.method, quote)
        method = self._choose(task, task.sets, quote.memory)
        if method is None:
            return None
        needed = method.estimate_bytes(task.sets)
        fits = needed <= quote.memory.size
        price = None
        if fits and task.sets_are_complete and method is self.method and isinstance(method, Exact):
            price = self._expect_proof(task, quote, needed)
        if price is not None:
            return price
        if not self.is_optional:
            task.method = method
        return quote.price(method.name, None, self._remark(method), needed, fits=fits)

    def _choose(self, task: Task, problem: _Given, memory: MemoryLimit) -> MethodFor[_Given] | None:
        """Return what fits into the memory, or what has to be refused; None for no search."""
        wanted = fitting(self.method, problem)
        needed = wanted.estimate_bytes(problem)
        if needed <= memory.size or (self.instead is None and not self.is_optional):
            return wanted
        task.known.memory_decided = True
        if self.is_optional:
            return None
        others = (fitting(method, problem) for method in self.instead or ())
        chosen = next(
            (each for each in others if each.estimate_bytes(problem) <= memory.size), None
        )
        name = "one greedy pass" if chosen is None else chosen.name
        note = f"{memory.explain(self.method.name, needed)}: {name} instead"
        if note not in task.known.notes:
            task.known.notes.append(note)
        return chosen

    def _do_without(self, task: Task, control: Control) -> None:
        """Leave a network although no search fits into the memory."""
        if task.known.dag is None:
            dag = first_pass(task.scores, task.limits, control)
            task.known.offer(dag, task.scores.add_up(dag), at=control.elapsed)
        task.reason = StopReason.MEMORY

    def _remark(self, method: Method) -> str:
        if method.proves:
            return "ends sooner with a proof; how soon depends on the data"
        if method.completes:
            return "ends when it has done what it was asked to"
        return "uses all the time there is; a tenth goes into a bound"

    def _expect_proof(self, task: Task, quote: Quote, needed: int) -> Price | None:
        """Return what a proof takes if a trial ends with one, or shows how many nodes it has."""
        assert task.sets is not None
        control = task.control.child("", limits=quote.limit_trial(quote.trials.proof))
        task.search(task.sets, self.method, task.best_start, control, quote.memory)
        seconds = task.known.timings.pop().seconds
        if task.known.is_proved:
            name = self.method.name
            return quote.price(name, seconds, "with a proof", needed)
        return self._forecast(task, quote, needed)

    def _forecast(self, task: Task, quote: Quote, needed: int) -> Price | None:
        sets, method = task.sets, BFBnB()
        assert sets is not None
        assert isinstance(self.method, Exact)
        small = sets.n_variables <= self.method.options.order_graph
        if not small or method.estimate_bytes(sets) > quote.memory.size:
            return None
        limits = Limits(seconds=quote.trials.forecast, iterations=PILOT)
        start, _ = make_start(sets, task.known.dag, task.limits)
        with task.control.child("forecast", limits=limits) as control:
            pilot = Pilot.run(sets, method, start, control, Known(sets.scope))
        expected = pilot.expect(method)
        if expected is None or (quote.seconds is not None and expected.seconds > quote.seconds):
            return None
        remark = f"about {expected.nodes:.1g} nodes of the order graph, with a proof"
        return quote.price(self.method.name, expected.seconds, remark, needed)
