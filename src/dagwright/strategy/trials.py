"""Searches over DAGs that compete for time, before candidate sets are searched."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from dagwright.graph import Dag
from dagwright.memory import MemoryLimit
from dagwright.parents import families_of
from dagwright.running import Control, Limits
from dagwright.search import MINOBS, Method
from dagwright.strategy.price import Price, Quote, price_on_scores
from dagwright.strategy.task import Task

__all__ = ["Trials"]


@dataclass(frozen=True)
class Trials:
    """Searches over DAGs that each have a trial; the one that is ahead then continues.

    In between, the best network that can be made of all their families is searched for, by a
    search over orders: where parts of the data are hard for one of them, it has those of the other.

    Attributes
    ----------
    entrants
        The searches.
    share_for_each
        Of all the time and iterations, for each trial.
    share_for_joining
        Of what is left after the trials.
    joiner
        The search over orders.
    """

    entrants: tuple[Method, ...]
    share_for_each: float
    share_for_joining: float
    joiner: Method = field(default_factory=MINOBS)

    def run(self, task: Task, control: Control, memory: MemoryLimit) -> None:
        """Leave all their networks, and the best one known."""
        leader = self._find_leader(task, control, memory)
        if leader is None or control.root.is_interrupted:
            return
        families = families_of(task.dags, task.scores, task.limits)
        joining = control.child("", share=self.share_for_joining)
        task.try_search(families, self.joiner, task.best_start, joining, memory, bounds=False)
        if not control.root.is_interrupted:
            self._try(task, leader, control, memory, task.known.dag)

    def price(self, task: Task, quote: Quote) -> Price | None:
        """Take the whole share."""
        return price_on_scores(task, self.entrants[0], quote)

    def _find_leader(self, task: Task, control: Control, memory: MemoryLimit) -> Method | None:
        """Give each entrant its trial, and return the one with the best network."""
        leader, highest = None, -math.inf
        start = task.start if isinstance(task.start, Dag) else task.dags[-1]
        each = self.share_for_each
        limits = Limits(control.seconds_left(each), control.iterations_left(each))
        for entrant in self.entrants:
            if control.root.is_interrupted:
                break
            score = self._try(task, entrant, control.child("", limits=limits), memory, start)
            if score > highest:
                leader, highest = entrant, score
        return leader

    def _try(
        self, task: Task, method: Method, control: Control, memory: MemoryLimit, start: Dag | None
    ) -> float:
        found = task.try_search(task.scores, method, start, control, memory)
        if found is None:
            return -math.inf
        task.dags.append(found)
        return task.scores.add_up(found)
