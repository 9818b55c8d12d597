"""Run a method on a problem."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dagwright import _core
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import peak_memory, resolve_memory
from dagwright.parents import Constraints, ParentSets
from dagwright.running.callbacks import Callback, CallbackChain, Progress
from dagwright.running.checkpoint import Checkpoint, CheckpointKeeper, resolve_checkpoint
from dagwright.running.control import make_control, resolve_threads
from dagwright.scores import LocalScores
from dagwright.search.asked import asked_for
from dagwright.search.exact.bound import tighten
from dagwright.search.identity import run_identity
from dagwright.search.method import METHODS, Method, Outcome, Run, resolve_method
from dagwright.search.problem import (
    Problem,
    add_up,
    bound_scope,
    make_start,
    problem_counters,
    trivial_bound,
)
from dagwright.search.result import BoundPoint, Result, StopReason, Timing

__all__ = ["check_resumes", "solve"]

DEFAULT_SECONDS = 60.0
BOUND_SHARE = 0.1
"""Of the time, for a bound on the result of a search that proves nothing itself."""
LEAST_FOR_BOUND, LEAST_PER_SET = 0.1, 1e-6
"""Seconds, and more for each set; in less a linear program is hardly begun."""


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
        the time goes into a bound, where there are `ParentSets` and the method proves nothing.
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
    share = BOUND_SHARE if _can_be_bounded(problem, method) else 0.0
    control = make_control(
        method.name,
        chain,
        time_limit=None if time_limit is None else (1 - share) * time_limit,
        iterations=iterations,
        target=target,
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
        searched = control.seconds
        if share:
            outcome = _with_bound(problem, outcome, run, share)
        if keeper is not None:
            notes = (*notes, *keeper.notes)
        result = _make_result(problem, method, run, outcome, notes)
        timings = [Timing(method.name, searched, f"score {result.score:.2f}")]
        if share:
            timings.append(Timing("bound", control.seconds - searched))
        result = replace(result, timings=tuple(timings), peak_memory=peak_memory())
        result = replace(result, bound_trace=recorder.up_to(result), asked=asked)
    finally:
        chain.on_end(result)
    return result


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


def _can_be_bounded(problem: Problem, method: Method) -> bool:
    return isinstance(problem, ParentSets) and not method.proves


def _with_bound(sets: Problem, outcome: Outcome, run: Run, share: float) -> Outcome:
    """Spend a share of the time on a better bound than the trivial one."""
    assert isinstance(sets, ParentSets)
    seconds = run.control.seconds * share / (1 - share)
    least = LEAST_FOR_BOUND + LEAST_PER_SET * sets.n_sets
    if run.control.reason is _core.StopReason.interrupted or seconds < least:
        return outcome
    dag = Dag.from_parents(sets.names, outcome.parents)
    if add_up(sets, dag) >= trivial_bound(sets):
        return outcome
    return replace(outcome, bound=float(tighten(sets, _core.RunControl(seconds))))


def _make_result(
    problem: Problem, method: Method, run: Run, outcome: Outcome, notes: tuple[str, ...]
) -> Result:
    dag = Dag.from_parents(problem.names, outcome.parents)
    bound = trivial_bound(problem)
    return Result(
        dag=dag,
        score=add_up(problem, dag),
        bound=bound if outcome.bound is None else min(bound, outcome.bound),
        bound_scope=bound_scope(problem),
        stop_reason=StopReason(run.control.reason.name),
        trace=outcome.trace,
        seconds=run.control.total_seconds,
        counters={**outcome.counters, **problem_counters(problem)},
        method=method,
        seed=run.seed,
        scoring=problem.score,
        constraints=run.constraints,
        notes=(*notes, *outcome.notes),
        warnings=run.constraints.warnings(problem.names),
        stages=outcome.stages,
        problem=problem,
    )
