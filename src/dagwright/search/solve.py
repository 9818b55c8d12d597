"""Run a method on a problem."""

from __future__ import annotations

import math
from collections.abc import Iterable

from dagwright.errors import ConstraintError, DagwrightError, ResourceError
from dagwright.graph import Dag
from dagwright.memory import resolve_memory
from dagwright.parents import Constraints
from dagwright.running.callbacks import Callback, CallbackChain
from dagwright.running.control import make_control, resolve_threads
from dagwright.scores import LocalScores, score_network
from dagwright.search.method import Method, Outcome, Run, resolve_method
from dagwright.search.result import Result, StopReason

__all__ = ["solve"]

DEFAULT_SECONDS = 60.0


def solve(
    problem: LocalScores,
    method: Method | str,
    *,
    time_limit: float | None = None,
    iterations: int | None = None,
    target: float | None = None,
    memory_limit: int | str | None = None,
    constraints: Constraints | None = None,
    start: Dag | None = None,
    threads: int | None = None,
    callbacks: Callback | Iterable[Callback] | None = None,
    seed: int = 0,
) -> Result:
    """Search for the best network with one method.

    Parameters
    ----------
    problem
        Where the scores come from.
    method
        A method or its name; `METHODS` lists them.
    time_limit
        Seconds. Without any limit a method that does not end by itself stops after 60.
    iterations
        The most iterations (moves) of all work together; deterministic, unlike a time limit.
    target
        Stop as soon as a network with at least this score is found.
    memory_limit
        Bytes (or ``"2G"``) for the search itself; by default half of what is free.
    constraints
        What every network must respect.
    start
        A network to start from; it must respect the constraints.
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
    if not isinstance(problem, LocalScores):
        raise DagwrightError(f"solve needs LocalScores, not {type(problem).__name__}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise DagwrightError(f"seed={seed!r}: give a whole number from 0 to 2^64 - 1")
    method = resolve_method(method)
    constraints, notes = _combine_limits(constraints or Constraints(), method)
    constraints.check_names(problem.names)
    begin = _resolve_start(start, problem.names, constraints)
    needed, limit = method.estimate_bytes(len(problem.names)), resolve_memory(memory_limit)
    if needed > limit:
        raise ResourceError(f"{method.name} needs {needed} bytes here, the limit is {limit}")
    if not method.completes and time_limit is None and iterations is None and target is None:
        time_limit = DEFAULT_SECONDS
        notes = (*notes, f"no limit was given: stopped after {DEFAULT_SECONDS:.0f} s")

    chain = CallbackChain(callbacks)
    control = make_control(
        method.name, chain, time_limit=time_limit, iterations=iterations, target=target
    )
    run = Run(constraints, begin, seed, resolve_threads(threads), limit, control)
    result = None
    try:
        outcome = method.run(problem, run)
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


def _resolve_start(start: Dag | None, names: tuple[str, ...], constraints: Constraints) -> Dag:
    if start is None:
        return Dag(names, constraints.required)
    differing = set(start.names) ^ set(names)
    if differing:
        raise DagwrightError(
            f"start and data differ in their variables: {', '.join(sorted(differing)[:5])}"
        )
    violations = constraints.violations(start)
    if violations:
        raise ConstraintError(f"the start violates the constraints: {'; '.join(violations[:5])}")
    return start.reorder(names)


def _make_result(
    problem: LocalScores, method: Method, run: Run, outcome: Outcome, notes: tuple[str, ...]
) -> Result:
    dag = Dag.from_parents(problem.names, outcome.parents)
    return Result(
        dag=dag,
        score=score_network(dag, problem).total,
        bound=_sum_of_bounds(problem),
        bound_scope="all networks",
        stop_reason=StopReason(run.control.reason.name),
        trace=outcome.trace,
        seconds=run.control.seconds,
        counters={**outcome.counters, **problem.counters},
        method=method,
        seed=run.seed,
        scoring=problem.score,
        constraints=run.constraints,
        notes=notes,
        problem=problem,
    )


def _sum_of_bounds(problem: LocalScores) -> float:
    """No network beats the sum of what each variable could reach alone."""
    return math.fsum(problem.upper_bound(name) for name in problem.names)
