"""Run a method on a problem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dagwright import _core
from dagwright.errors import DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.parents import Constraints, ParentSets
from dagwright.running.callbacks import Callback, CallbackChain
from dagwright.running.control import make_control, resolve_threads
from dagwright.scores import LocalScores
from dagwright.search.exact.bound import tighten
from dagwright.search.method import Method, Outcome, Run, resolve_method
from dagwright.search.problem import (
    Problem,
    add_up,
    bound_scope,
    make_start,
    problem_counters,
    trivial_bound,
)
from dagwright.search.result import Result, StopReason

__all__ = ["solve"]

DEFAULT_SECONDS = 60.0
BOUND_SHARE = 0.1
"""Of the time, for a bound on the result of a search that proves nothing itself."""
LEAST_FOR_BOUND = 0.1
"""Seconds; in less a linear program is hardly begun."""


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
    if not isinstance(problem, (LocalScores, ParentSets)):
        raise DagwrightError(f"solve needs LocalScores or ParentSets, not {type(problem).__name__}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise DagwrightError(f"seed={seed!r}: give a whole number from 0 to 2^64 - 1")
    method = resolve_method(method)
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

    chain = CallbackChain(callbacks)
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
        outcome = method.run(problem, run)
        if share:
            outcome = _with_bound(problem, outcome, run, share)
        result = _make_result(problem, method, run, outcome, notes)
    finally:
        chain.on_end(result)
    return result


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
    interrupted = run.control.reason is _core.StopReason.interrupted
    dag = Dag.from_parents(sets.names, outcome.parents)
    if interrupted or seconds < LEAST_FOR_BOUND or add_up(sets, dag) >= trivial_bound(sets):
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
        seconds=run.control.seconds,
        counters={**outcome.counters, **problem_counters(problem)},
        method=method,
        seed=run.seed,
        scoring=problem.score,
        constraints=run.constraints,
        notes=(*notes, *outcome.notes),
        stages=outcome.stages,
        problem=problem,
    )
