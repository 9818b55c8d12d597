"""Run a method on a problem."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from dagwright import _core
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import peak_memory, resolve_memory
from dagwright.parents import Constraints, ParentSets
from dagwright.running.callbacks import Callback, CallbackChain, Progress
from dagwright.running.checkpoint import Checkpoint, CheckpointKeeper, resolve_checkpoint
from dagwright.running.control import check_target, make_control, resolve_threads
from dagwright.scores import LocalScores
from dagwright.search.asked import asked_for
from dagwright.search.bound_phase import (
    CLOCKED_BOUND,
    SHARE_FOR_BOUND,
    PhaseBound,
    bound_after,
)
from dagwright.search.claims import checked_claims
from dagwright.search.identity import run_identity
from dagwright.search.method import METHODS, Method, Outcome, Run, resolve_method
from dagwright.search.problem import (
    Problem,
    add_up,
    bounds_of,
    make_start,
    problem_counters,
    problem_scope,
    trivial_bound,
)
from dagwright.search.result import BoundPoint, Result, StopReason, Timing, TracePoint
from dagwright.search.tolerance import is_proved, proof_tolerance

__all__ = ["DEFAULT_MEMORY_DECIDED", "check_resumes", "solve", "warn_of_no_edge"]

_NO_EDGE_FOUND = (
    "no edge was found before the search had to stop: the network says nothing about the data"
)

DEFAULT_SECONDS = 60.0

_CHANCE = {
    StopReason.TIME: "the clock ended the search",
    StopReason.INTERRUPTED: "a person or a callback ended the search",
    StopReason.MEMORY: "the memory limit ended the search",
}
"""Ends that need not come at the same place again."""
DEFAULT_MEMORY_DECIDED = "the default memory limit, half of what was free, decided how to search"


def solve(
    problem: Problem,
    method: Method | str,
    *,
    time_limit: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    memory_limit: int | str | None = None,
    constraints: Constraints | None = None,
    start: Dag | Sequence[str] | None = None,
    threads: int | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
    checkpoint: Checkpoint | str | os.PathLike[str] | None = None,
    bound: bool = True,
) -> Result:
    """Search for the best network with one method.

    Parameters
    ----------
    problem
        `LocalScores`, for searches in the space of DAGs, or `ParentSets`, for all searches; then
        only networks made of these sets are considered.
    method
        A method or its name; `METHODS` lists them.
    time_limit
        Seconds. Without any limit a method that does not end by itself stops after 60. A tenth of
        the time goes into a bound, where there are `ParentSets` and the method proves nothing. A
        search also stops when its network reaches a bound: then it is proved optimal.
    iterations
        The most iterations (moves) of all work together; deterministic, unlike a time limit.
    target
        Stop as soon as a network with at least this score is found.
    memory_limit
        Bytes (or ``"2G"``) for the search itself; by default half of what is free.
    constraints
        What every network must respect.
    start
        A network to start from, which must respect the constraints, or (with `ParentSets`) an
        order of the variables, parents first.
    threads
        Number of threads, by default one a core. It never changes the result.
    callbacks
        One or several `Callback`.
    seed
        The same seed gives the same result, unless a clock or a person stops the search.
    checkpoint
        A file, or a `Checkpoint`, in which the search keeps its state every few seconds. If it is
        there already, the search goes on from it, and its answer is that of a search that was
        never stopped; a time limit counts anew. Only for methods that can do this.
    bound
        Whether to work on a bound after a search over `ParentSets` that proves nothing itself.

    Returns
    -------
    Result
        The best network found, whatever ended the search.

    Examples
    --------
    >>> import dagwright as dw
    >>> scores = dw.LocalScores(dw.load_dataset("wdbc"), dw.BDeu(ess=1))
    >>> result = dw.solve(scores, "hill-climbing", constraints=dw.Constraints(max_parents=2))
    >>> max(len(result.dag.parents(name)) for name in result.dag.names)
    2
    """
    asked = asked_for(solve, locals())
    if not isinstance(problem, (LocalScores, ParentSets)):
        raise DagwrightError(f"solve needs LocalScores or ParentSets, not {type(problem).__name__}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise DagwrightError(f"seed={seed!r}: give a whole number from 0 to 2^64 - 1")
    method = resolve_method(method)
    keep = check_resumes(checkpoint, method)
    constraints, notes = _combine_limits(constraints or Constraints(), method)
    constraints.check_names(problem.names)
    problem = _fit_to_method(problem, method, constraints)
    begin, order = make_start(problem, start, constraints)
    needed, limit = method.estimate_bytes(problem), resolve_memory(memory_limit)
    if needed > limit:
        raise ResourceError(f"{method.name} needs {needed} bytes here, the limit is {limit}")
    if not method.completes and time_limit is None and iterations is None and target is None:
        time_limit = DEFAULT_SECONDS
        notes = (*notes, f"no limit was given: stopped after {DEFAULT_SECONDS:.0f} s")

    recorder = _BoundRecorder()
    chain = CallbackChain((*_as_callbacks(callbacks), recorder))
    is_bounded = bound and isinstance(problem, ParentSets) and not method.proves
    share = 1 - SHARE_FOR_BOUND if is_bounded else 1.0
    control = make_control(
        method.name,
        chain,
        time_limit=None if time_limit is None else share * time_limit,
        iterations=iterations,
        target=_target(problem, method, target),
        units=method.units,
    )
    run = Run(constraints, begin, order, seed, resolve_threads(threads), limit, control)
    result = None
    try:
        keeper = None
        if keep is not None:
            keeper = CheckpointKeeper(keep, run_identity(problem, method, run))
            keeper.attach(control)
        outcome = method.run(problem, run)
        searched, phase = control.seconds, None
        late = control.time_limit is not None and searched >= control.time_limit
        if isinstance(problem, ParentSets) and is_bounded:
            phase = _bound_phase(problem, outcome, run, time_limit)
        if keeper is not None:
            notes = (*notes, *keeper.notes)
        result = _make_result(problem, method, run, outcome, phase, notes=notes)
        wished = target is not None and result.score >= target
        if result.stop_reason is StopReason.TARGET and not wished:
            # It stopped at the trivial bound: that is a proof, not a wish.
            result = replace(result, stop_reason=StopReason.COMPLETED)
        timings = [Timing(method.name, searched, f"score {result.score:.2f}")]
        if is_bounded:
            timings.append(Timing("bound", control.seconds - searched))
        result = replace(
            result,
            timings=tuple(timings),
            peak_memory=peak_memory(),
            bound_trace=recorder.up_to(result),
            irreproducible=_chance(result, phase, memory_limit, late=late),
            asked=asked,
        )
    finally:
        chain.on_end(result)
    return result


def _target(problem: Problem, method: Method, target: float | None) -> float | None:
    """Return the score at which to stop: the user's wish, or one that no network can exceed."""
    check_target(target)
    if method.proves:
        return target
    best = trivial_bound(problem)
    proof = best - 0.5 * proof_tolerance(best) if math.isfinite(best) else math.inf
    wanted = math.inf if target is None else target
    return None if math.isinf(min(proof, wanted)) else min(proof, wanted)


def _bound_phase(
    sets: ParentSets, outcome: Outcome, run: Run, time_limit: float | None
) -> PhaseBound | None:
    """Spend some work on a better bound than the trivial one."""
    reason = run.control.reason
    if reason is _core.StopReason.interrupted:
        return None
    score = add_up(sets, Dag.from_parents(sets.names, outcome.parents))
    if is_proved(score, trivial_bound(sets)):
        return None
    searched = run.control.seconds
    left = None if time_limit is None else max(0.0, time_limit - searched)
    clocked = reason is _core.StopReason.time
    return bound_after(sets, left, searched=searched, clocked=clocked)


def _in_time(trace: Sequence[TracePoint]) -> tuple[TracePoint, ...]:
    """Return improvements with times that never go back: threads find them out of turn."""
    times = accumulate((point.seconds for point in trace), max)
    return tuple(
        point._replace(seconds=seconds) for point, seconds in zip(trace, times, strict=True)
    )


def _chance(
    result: Result, phase: PhaseBound | None, memory_limit: int | str | None, *, late: bool
) -> tuple[str, ...]:
    """Say why another run may come out differently."""
    reasons = []
    if result.stop_reason in _CHANCE:
        reasons.append(_CHANCE[result.stop_reason])
    elif late:
        # It came to its end, but the clock may have cut short what it did last.
        reasons.append(_CHANCE[StopReason.TIME])
    elif phase is not None and phase.clocked:
        reasons.append(CLOCKED_BOUND)
    if result.memory_decided and memory_limit is None:
        reasons.append(DEFAULT_MEMORY_DECIDED)
    return tuple(reasons)


class _BoundRecorder(Callback):
    """Notes how the bound comes down."""

    def __init__(self) -> None:
        self._points: list[BoundPoint] = []

    def on_progress(self, progress: Progress) -> None:
        if progress.bound < (self._points[-1].bound if self._points else math.inf):
            self._points.append(BoundPoint(progress.seconds, progress.bound))

    def up_to(self, result: Result) -> tuple[BoundPoint, ...]:
        """Return what was noted, with the bound of the result at the end."""
        above = [point for point in self._points if point.bound > result.bound]
        return (*above, BoundPoint(result.seconds, result.bound))


def _as_callbacks(callbacks: Callback | Iterable[Callback] | None) -> tuple[Callback, ...]:
    return (callbacks,) if isinstance(callbacks, Callback) else tuple(callbacks or ())


def _combine_limits(
    constraints: Constraints, method: Method
) -> tuple[Constraints, tuple[str, ...]]:
    own, given = method.parent_limit, constraints.max_parents
    combined = constraints.limit_parents(own)
    if own is None or given is None or own == given:
        return combined, ()
    return combined, (
        f"max_parents is {given} in the constraints and {own} in {method.name}: "
        f"{combined.max_parents} is in force",
    )


def check_resumes(
    checkpoint: Checkpoint | str | os.PathLike[str] | None, method: Method
) -> Checkpoint | None:
    """Return the checkpoint to keep, if any; refuse one for a method that could not go on."""
    if checkpoint is not None and not getattr(method, "resumes", False):
        able = [name for name, kind in METHODS.items() if getattr(kind, "resumes", False)]
        raise DagwrightError(
            f"{method.name} keeps no checkpoints; methods that do: {', '.join(sorted(able))}"
        )
    return resolve_checkpoint(checkpoint)


def _fit_to_method(problem: Problem, method: Method, constraints: Constraints) -> Problem:
    """Return the problem in the form that the method takes, without sets that are not allowed."""
    if isinstance(problem, ParentSets):
        if method.needs == "data":
            raise DagwrightError(
                f"{method.name} tests independence, for which candidate parent sets do not do: "
                "give solve the LocalScores of the data"
            )
        return problem.restrict(constraints)
    if method.needs == "parent sets":
        raise DagwrightError(
            f"{method.name} searches over candidate parent sets: solve(find_parent_sets(scores), "
            "...), or let learn find them"
        )
    return problem


def _make_result(
    problem: Problem,
    method: Method,
    run: Run,
    outcome: Outcome,
    phase: PhaseBound | None,
    *,
    notes: tuple[str, ...],
) -> Result:
    dag = Dag.from_parents(problem.names, outcome.parents)
    scope = problem_scope(problem).narrow(run.constraints)
    proved = [one for one in (outcome.bound, phase and phase.score) if one is not None]
    reason = StopReason(run.control.reason.name)
    # Candidate sets bring those that they were found under.
    respected = problem.constraints if isinstance(problem, ParentSets) else run.constraints
    result = checked_claims(
        Result(
            dag=dag,
            score=add_up(problem, dag),
            bounds=bounds_of(problem, min(proved, default=None)),
            bound_scope=scope,
            stop_reason=reason,
            trace=_in_time(outcome.trace),
            seconds=run.control.total_seconds,
            counters={**outcome.counters, **problem_counters(problem)},
            method=method,
            seed=run.seed,
            scoring=problem.score,
            constraints=respected,
            notes=(*notes, *outcome.notes),
            warnings=run.constraints.warnings(problem.names),
            stages=outcome.stages,
            memory_decided=outcome.memory_decided or reason is StopReason.MEMORY,
            problem=problem,
        )
    )
    return warn_of_no_edge(result)


def warn_of_no_edge(result: Result) -> Result:
    """Return the result with a warning if it had to stop with nothing but what was required."""
    idle = result.dag.n_edges == len(result.constraints.required)
    if not idle or result.stop_reason not in _CHANCE or _NO_EDGE_FOUND in result.warnings:
        return result
    return replace(result, warnings=(*result.warnings, _NO_EDGE_FOUND))
