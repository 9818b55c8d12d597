"""Searches over DAGs that compete for the time before candidate parent sets are searched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from dagwright.errors import ResourceError
from dagwright.graph import Dag
from dagwright.parents import Constraints, ParentSets, families_of
from dagwright.running import Clock
from dagwright.scores import LocalScores
from dagwright.search import MINOBS, Method, Result, StopReason
from dagwright.search.claims import merge_bounds
from dagwright.search.tolerance import proof_tolerance

__all__ = ["Race", "RaceRun", "one_after_the_other"]

Solve: TypeAlias = Callable[[LocalScores | ParentSets, Method, Dag | None, float | None], Result]
"""(problem, method, start, seconds) -> result."""


@dataclass(frozen=True)
class Race:
    """Which searches have a trial each; the one that is ahead then goes on.

    In between, the best network that can be made of all their families is looked for, by a search
    over orders: where parts of the data are hard for one of them, it has those of the other.
    """

    entrants: tuple[Method, ...]
    share_for_trial: float
    """Of all the time, for each trial."""
    share_for_joining: float
    """Of the time left after the trials."""


@dataclass
class RaceRun:
    """One race on some data."""

    race: Race
    scores: LocalScores
    constraints: Constraints | None
    solve: Solve
    clock: Clock
    dags: list[Dag] = field(default_factory=list)
    """What the searches have found."""
    best: Result | None = None
    lacked_memory: bool = False
    """Whether something was left out because it did not fit into the memory."""

    def run(self, start: Dag | None) -> Result | None:
        """Return the best result, None if no entrant fits into the memory."""
        leader = self._find_leader(start)
        if leader is None or self.best is None or self._is_interrupted():
            return self.best
        joined = self._join(self.best) or self.best
        # An interrupt leaves the leader no time, but it still has to make a result of the network.
        interrupted = joined.stop_reason is StopReason.INTERRUPTED
        self._try(leader, joined.dag, 0.0 if interrupted else self.clock.left())
        if not interrupted:
            return self.best
        reasons = tuple(dict.fromkeys((*self.best.irreproducible, *joined.irreproducible)))
        return replace(self.best, stop_reason=joined.stop_reason, irreproducible=reasons)

    def _find_leader(self, start: Dag | None) -> Method | None:
        """Give each entrant its trial, and return that of the best network."""
        leader, highest = None, float("-inf")
        limit = self.clock.left(self.race.share_for_trial)
        for entrant in self.race.entrants:
            found = self._try(entrant, start, limit)
            if found is not None and found.score > highest:
                leader, highest = entrant, found.score
            if self._is_interrupted():
                break
        return leader

    def _try(self, method: Method, start: Dag | None, seconds: float | None) -> Result | None:
        passed = self.clock.passed()
        try:
            found = self.solve(self.scores, method, start, seconds)
        except ResourceError:
            self.lacked_memory = True
            return None
        self.dags.append(found.dag)
        found = replace(found, problem=None)  # which holds a memo
        self.best = found if self.best is None else one_after_the_other(self.best, found, passed)
        return found

    def _join(self, best: Result) -> Result | None:
        """Return the best network made of all families that were found, as far as one can see."""
        families = families_of(self.dags, self.scores, self.constraints)
        seconds = self.clock.left(self.race.share_for_joining)
        try:
            return self.solve(families, MINOBS(), best.dag, seconds)
        except ResourceError:
            self.lacked_memory = True
            return None

    def _is_interrupted(self) -> bool:
        return self.best is not None and self.best.stop_reason is StopReason.INTERRUPTED


def one_after_the_other(first: Result, second: Result, passed: float) -> Result:
    """Return the better result, the second if they are equal, with the traces of both.

    Equivalent networks are equal, though their scores are sums of other numbers: the second may
    have a proof that a difference in the last digit must not cost.

    `passed` are the seconds from the beginning of the first to that of the second.
    """
    better = first if first.score > second.score + proof_tolerance(second.score) else second
    moves = first.trace[-1].iterations if first.trace else 0
    later = [
        point._replace(seconds=point.seconds + passed, iterations=point.iterations + moves)
        for point in second.trace
        if point.score > first.score
    ]
    return replace(
        better,
        stop_reason=second.stop_reason,
        trace=(*first.trace, *later),
        bound_trace=tuple(
            point._replace(seconds=point.seconds + passed) for point in second.bound_trace
        ),
        seconds=second.seconds + passed,
        bounds=merge_bounds((*first.bounds, *second.bounds)),
        irreproducible=tuple(dict.fromkeys((*first.irreproducible, *second.irreproducible))),
        memory_decided=first.memory_decided or second.memory_decided,
    )
