"""Everything that is known about a problem so far."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypedDict

from dagwright.constraints import Scope, ScopedBound
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import lacks_are_resource_errors, peak_memory
from dagwright.running.control import Control
from dagwright.search.claims import checked_claims
from dagwright.search.result import (
    BoundPoint,
    Result,
    StopReason,
    Timing,
    TracePoint,
)
from dagwright.search.stage import Stage
from dagwright.search.tolerance import is_proved, proof_tolerance

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dagwright.constraints import Constraints
    from dagwright.parents import ParentSets
    from dagwright.scores import CustomScore, LocalScores, Score
    from dagwright.search.method import Method

__all__ = ["Known"]

_ROUNDING = 1e-13
"""Relative: sums of the same local scores differ by less."""


class Means(TypedDict):
    """With what something was found, as a `Result` says."""

    method: Method
    seed: int
    scoring: Score | CustomScore | None
    constraints: Constraints


class Known:
    """The best network, the bounds with their scopes, and how they were reached.

    Searches offer networks and bounds to it, and it keeps the best: nothing that was found or
    proved is lost, whichever step did it and however it ended. It checks itself: a bound below the
    score of a network that it covers is an error there and then. Only this class writes traces, and
    a `Result` is made from it once, at the end.

    Parameters
    ----------
    asked
        The class of networks that the question is about.
    given_cuts
        Whether all claims are about a table whose numbers were cut.

    Attributes
    ----------
    dag, score
        The best network so far; None and -inf before there is one.
    iterations
        Of all steps that are over.
    counters, notes, timings, stages
        As in `Result`.
    chance
        Why another run may come out differently.
    memory_decided
        Whether more memory could have led another way.
    on_look
        Called with this whenever observers look, unless it is None.
    """

    def __init__(self, asked: Scope, *, given_cuts: bool = False) -> None:
        self._given_cuts = given_cuts
        self.asked = asked.under_cuts() if given_cuts else asked
        self.dag: Dag | None = None
        self.score = -math.inf
        self.iterations = 0
        self.counters: Counter[str] = Counter()
        self.notes: list[str] = []
        self.timings: list[Timing] = []
        self.stages: tuple[Stage, ...] = ()
        self.chance: list[str] = []
        self.memory_decided = False
        self._bounds: list[ScopedBound] = []
        self._trace: list[TracePoint] = []
        self._bound_trace: list[BoundPoint] = []
        self._followed: tuple[Control, Scope] | None = None
        self._branch: Known | None = None
        self.on_look: Callable[[Known], None] | None = None

    @property
    def bounds(self) -> tuple[ScopedBound, ...]:
        """The best bound over each class of networks."""
        return tuple(self._bounds)

    @property
    def bound(self) -> float:
        """A score that no network of the class asked about exceeds."""
        return self._bound_trace[-1].bound if self._bound_trace else math.inf

    @property
    def proved_at(self) -> float:
        """When the bound was proved, in seconds since the whole run began."""
        return self._bound_trace[-1].seconds if self._bound_trace else 0.0

    @property
    def is_proved(self) -> bool:
        """Whether no network of the class asked about is better."""
        return self.dag is not None and is_proved(self.score, self.bound)

    @property
    def trace(self) -> tuple[TracePoint, ...]:
        """The improvements so far."""
        return tuple(self._trace)

    def offer(
        self,
        dag: Dag,
        score: float,
        improvements: Iterable[TracePoint] = (),
        *,
        at: float,
    ) -> bool:
        """Keep a network if it is the best; return whether it is.

        Parameters
        ----------
        dag, score
            The network.
        improvements
            How a search came to it, in its own seconds and iterations.
        at
            When that search began, or without improvements, when the network was found: seconds
            since the whole run began.
        """
        self._check(dag, score)
        # The same network may be added up in another order: that is not an improvement.
        if score - self.score <= _ROUNDING * abs(score):
            return False
        for point in improvements:
            self._add_point(at + point.seconds, self.iterations + point.iterations, point.score)
        self._add_point(at, self.iterations, score)
        # The core adds scores up in another order, which may change the last digit.
        lower = [point for point in self._trace[:-1] if point.score < score]
        self._trace = [*lower, self._trace[-1]._replace(score=score)]
        self.dag, self.score = dag, score
        return True

    def tighten(self, bound: float, scope: Scope, *, at: float) -> bool:
        """Keep a bound on all networks of a class if it is the best; return whether it is.

        `at` is when it was proved, in seconds since the whole run began.
        """
        if not math.isfinite(bound):
            return False
        scope = scope.under_cuts() if self._given_cuts else scope
        if self.dag is not None:
            _refuse_below(bound, scope, self.dag, self.score)
        known = next((i for i, old in enumerate(self._bounds) if old.scope is scope), None)
        if known is None:
            known = next((i for i, old in enumerate(self._bounds) if old.scope == scope), None)
        if known is None:
            self._bounds.append(ScopedBound(bound, scope))
        elif bound < self._bounds[known].score:
            self._bounds[known] = ScopedBound(bound, self._bounds[known].scope)
        else:
            return False
        if bound < self.bound and scope.includes(self.asked):
            last = self._bound_trace[-1].seconds if self._bound_trace else 0.0
            self._bound_trace.append(BoundPoint(max(last, at), bound))
        return True

    def branch(self) -> Known:
        """Return what a piece of work begins with: the network so far, and nothing else.

        So what it adds is known by itself. Observers see its bounds at once; `take` joins it again.
        """
        self._branch = branch = Known(self.asked, given_cuts=self._given_cuts)
        branch.dag, branch.score = self.dag, self.score
        return branch

    def follow(self, control: Control, scope: Scope) -> None:
        """Take over what is proved about networks of a class while it is being proved."""
        self._followed = control, scope

    def see(self, stage: Control) -> float:
        """Take over what has been proved until now; return the bound that observers may see."""
        if self._followed is not None:
            control, scope = self._followed
            at = control.root.before + control.core.bound_seconds
            self.tighten(control.core.bound, scope, at=at)
        if self._branch is not None:
            self._branch.see(stage)
            for bound in self._branch.bounds:
                self.tighten(bound.score, bound.scope, at=self._branch.proved_at)
        if self.on_look is not None:
            self.on_look(self)
        return self.bound

    def count(self, counters: Mapping[str, int], *, iterations: int) -> None:
        """Add what a search has done; its iterations are over, so offer its network before."""
        self.counters.update(counters)
        self.iterations += iterations

    def take(self, other: Known, *, bounds: bool = True) -> bool:
        """Add all that is known elsewhere about the same problem; return whether it is better.

        Without bounds if they are about a class that only served to find a network.
        """
        self._branch = None
        better = other.dag is not None and self.offer(other.dag, other.score, other.trace, at=0.0)
        for bound in other._bounds if bounds else ():
            self.tighten(bound.score, bound.scope, at=other.proved_at)
        self.count(other.counters, iterations=other.iterations)
        self.notes.extend(note for note in other.notes if note not in self.notes)
        self.timings.extend(other.timings)
        self.stages = other.stages if better and other.stages else self.stages
        self.memory_decided = self.memory_decided or other.memory_decided
        self.may_differ(*other.chance)
        return better

    def learn_from(self, other: Known, *, at: float) -> None:
        """Take over the network and the bounds of a run before, not how it came to them."""
        if other.dag is not None:
            self.offer(other.dag, other.score, at=at)
        for bound in other.bounds:
            self.tighten(bound.score, bound.scope, at=at)

    def bound_over(self, scope: Scope) -> float:
        """Return a score that no network of a class exceeds; inf if nothing is known."""
        scope = scope.under_cuts() if self._given_cuts else scope
        return min((b.score for b in self._bounds if b.scope.includes(scope)), default=math.inf)

    def may_differ(self, *reasons: str) -> None:
        """Say why another run may come out differently."""
        self.chance.extend(reason for reason in reasons if reason not in self.chance)

    @contextmanager
    def outlives_lack(self, work: str) -> Iterator[None]:
        """Let a lack of memory or threads end some work early, if there is a network to return."""
        try:
            with lacks_are_resource_errors():
                yield
        except ResourceError as error:
            if self.dag is None:
                raise
            self.may_differ(f"the system ended {work}")
            self.notes.append(f"{work} ended early: {error}")

    def result(
        self,
        *,
        stop_reason: StopReason,
        seconds: float,
        counters: Mapping[str, int] | None = None,
        notes: Sequence[str] = (),
        warnings: Sequence[str] = (),
        reasons: Sequence[str] = (),
        asked: Mapping[str, object] | None = None,
        problem: LocalScores | ParentSets | None = None,
        **means: Unpack[Means],
    ) -> Result:
        """Return what is known, with further facts about the work, as a `Result`."""
        assert self.dag is not None
        bounds = tuple(self._not_below_score(bound) for bound in self._bounds)
        trace = list(self._bound_trace)
        if trace and trace[-1].bound < self.score:
            trace[-1] = trace[-1]._replace(bound=self.score)
        return checked_claims(
            Result(
                dag=self.dag,
                score=self.score,
                bounds=bounds,
                bound_scope=self.asked,
                stop_reason=stop_reason,
                trace=self.trace,
                seconds=seconds,
                counters={**self.counters, **(counters or {})},
                notes=(*notes, *self.notes),
                irreproducible=tuple(self.chance),
                memory_decided=self.memory_decided,
                stages=self.stages,
                bound_trace=tuple(trace) or (BoundPoint(seconds, math.inf),),
                timings=tuple(self.timings),
                warnings=tuple(warnings),
                reasons=tuple(reasons),
                peak_memory=peak_memory(),
                asked=asked or {},
                problem=problem,
                **means,
            )
        )

    def _not_below_score(self, bound: ScopedBound) -> ScopedBound:
        """Return the bound, or the score that exceeds it within the tolerance of proofs."""
        assert self.dag is not None
        if bound.score >= self.score or not bound.scope.contains(self.dag):
            return bound
        return ScopedBound(self.score, bound.scope)

    def _check(self, dag: Dag, score: float) -> None:
        for bound in self._bounds:
            _refuse_below(bound.score, bound.scope, dag, score)

    def _add_point(self, seconds: float, iterations: int, score: float) -> None:
        last = self._trace[-1] if self._trace else TracePoint(0.0, 0, -math.inf)
        if score > last.score:
            # Threads find improvements out of turn: times never go back.
            self._trace.append(
                TracePoint(max(seconds, last.seconds), max(iterations, last.iterations), score)
            )


def _refuse_below(bound: float, scope: Scope, dag: Dag, score: float) -> None:
    if bound >= score - proof_tolerance(score) or not scope.contains(dag):
        return
    _report_bug(
        f"the bound {bound} over {scope} is below the score {score} of a network among them"
    )


def _report_bug(what: str) -> NoReturn:
    raise DagwrightError(f"this is a bug in dagwright, and its result cannot be trusted: {what}")
