"""Run a method on a problem."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from inspect import signature
from typing import TypeVar

from dagwright.constraints import Constraints
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import (
    MemoryLimit,
    lacks_are_resource_errors,
    resolve_memory,
)
from dagwright.parents import ParentSets
from dagwright.running.callbacks import Callback, CallbackChain
from dagwright.running.checkpoint import (
    Checkpoint,
    CheckpointKeeper,
    StateFile,
    resolve_checkpoint,
)
from dagwright.running.control import Control
from dagwright.running.limits import Limits
from dagwright.running.threads import resolve_threads
from dagwright.scores import LocalScores
from dagwright.search.asked import asked_for
from dagwright.search.bound_phase import SHARE_FOR_BOUND, work_on_bound
from dagwright.search.identity import run_identity
from dagwright.search.known import Known
from dagwright.search.method import METHODS, Method, Run, resolve_method
from dagwright.search.problem import (
    MethodFor,
    Question,
    candidate_sets,
    fitting,
    make_start,
)
from dagwright.search.result import Result, StopReason, Timing
from dagwright.search.tolerance import proof_tolerance
from dagwright.words import BY_HAND

__all__ = [
    "DEFAULT_MEMORY_DECIDED",
    "ENDED_BY_HAND",
    "can_resume",
    "check_memory",
    "check_resumes",
    "check_seed",
    "combine_limits",
    "note_chance",
    "run_method",
    "solve",
    "target_of",
    "warnings_of",
]

_Given = TypeVar("_Given", bound=Question)

_NO_EDGE_FOUND = (
    "no edge was found before the search had to stop: the network says nothing about the data"
)

DEFAULT_SECONDS = 60.0

ENDED_BY_HAND = f"{BY_HAND} ended the search"
CLOCK_ENDED = "the clock ended the search"
_CHANCE = {
    StopReason.TIME: CLOCK_ENDED,
    StopReason.INTERRUPTED: ENDED_BY_HAND,
    StopReason.MEMORY: "the memory limit ended the search",
}
"""Ends that need not come at the same place again."""
DEFAULT_MEMORY_DECIDED = "the default memory limit, half of what was free, decided how to search"


@lacks_are_resource_errors()
def solve(
    problem: LocalScores | ParentSets,
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
        Number of threads, by default one per core; results do not depend on it.
    callbacks
        One or several `Callback`.
    seed
        The same seed gives the same result, unless a clock or a person stops the search.
    checkpoint
        A file, or a `Checkpoint`, in which the search keeps its state every few seconds. If it is
        there already, the search resumes from it, and its answer is that of a search that was
        never stopped; a time limit counts from the beginning again. Only for methods that can do
        this.
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
    asked = asked_for(signature(solve), locals())
    if not isinstance(problem, (LocalScores, ParentSets)):
        raise DagwrightError(f"solve needs LocalScores or ParentSets, not {type(problem).__name__}")
    check_seed(seed)
    method = resolve_method(method)
    keep = check_resumes(checkpoint, method)
    constraints = (constraints or Constraints()).resolve(problem.names)
    constraints, notes = combine_limits(constraints, method)
    method = fitting(method, problem)
    problem = problem.restrict(constraints)
    begin, order = make_start(problem, start, constraints)
    limit = resolve_memory(memory_limit)
    check_memory(problem, method, limit)
    if not method.completes and time_limit is None and iterations is None and target is None:
        time_limit = DEFAULT_SECONDS
        notes = (*notes, f"no limit was given: stopped after {DEFAULT_SECONDS:.0f} s")
    limits = Limits(time_limit, iterations, target)
    # Without candidate sets there is nothing to prove a bound with.
    lists = candidate_sets(problem) if bound and not method.proves else None

    known = Known(problem.scope.narrow(constraints))
    with Control("", Limits(seconds=time_limit), callbacks=CallbackChain(callbacks)) as control:
        control.report_to(known)
        search = control.child(
            method.name,
            share=1.0 if lists is None else 1 - SHARE_FOR_BOUND,
            limits=Limits(None, iterations, target_of(problem, method, target)),
            units=method.units,
            is_stage=True,
        )
        workers = resolve_threads(threads)
        run = Run(constraints, begin, order, seed, workers, limit.size, search, known)
        keeper = None
        if keep is not None:
            keeper = CheckpointKeeper(StateFile(keep), run_identity(problem, method, run))
        reason = run_method(problem, method, run, keeper)
        if keeper is not None:
            known.notes[:0] = keeper.notes
        if reason is StopReason.TARGET and (limits.target is None or known.score < limits.target):
            # It stopped at the trivial bound: that is a proof, not a wish.
            reason = StopReason.COMPLETED
        if lists is not None and reason is not StopReason.INTERRUPTED and not known.is_proved:
            work_on_bound(
                lists,
                control,
                known,
                memory=limit.size,
                searched=search.seconds,
                clocked=reason is StopReason.TIME,
                offers=False,
            )
        if control.is_interrupted:
            reason = StopReason.INTERRUPTED
        note_chance(known, reason, own_memory=memory_limit is None)
        # Candidate sets bring those that they were found under.
        respected = problem.constraints.merge(constraints)
        control.product = known.result(
            stop_reason=reason,
            seconds=search.core.total_seconds - search.seconds + control.seconds,
            counters=problem.counters,
            notes=notes,
            method=method,
            seed=seed,
            scoring=problem.score,
            constraints=respected,
            warnings=(*constraints.warnings(problem.names), *warnings_of(known, respected, reason)),
            problem=problem,
            asked=asked,
        )
        result: Result = control.product
    return result


def check_seed(seed: int) -> None:
    """Refuse what cannot be a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise DagwrightError(f"seed={seed!r}: give a whole number from 0 to 2^64 - 1")


def check_memory(problem: _Given, method: MethodFor[_Given], limit: MemoryLimit) -> None:
    """Refuse a search that does not fit into the memory."""
    limit.check(method.name, method.estimate_bytes(problem), "another method")


def run_method(
    problem: _Given, method: MethodFor[_Given], run: Run, keeper: CheckpointKeeper | None = None
) -> StopReason:
    """Let a method search as a stage of a run, and return why it ended.

    What it finds and proves is known afterwards, however it ended.
    """
    known, control = run.known, run.control
    with control:
        for trivial in problem.bounds():
            known.tighten(trivial.score, trivial.scope, at=control.elapsed)
        known.follow(control, problem.scope)
        if keeper is not None:
            keeper.attach(control)
        with nullcontext() if keeper is None else keeper.resuming():
            _with_an_end(method, control.core.iteration_limit).run(problem, run)
        proved, at = control.core.bound, control.root.before + control.core.bound_seconds
        for better in problem.bounds(proved) if math.isfinite(proved) else ():
            known.tighten(better.score, better.scope, at=at)
        remark = f"score {known.score:.2f}"
        known.timings.append(Timing(method.name, control.seconds, remark))
        if control.seconds_left() == 0:
            # Even if it came to its end, the clock may have cut short what it did last.
            known.may_differ(_CHANCE[StopReason.TIME])
    return StopReason(control.reason)


def _with_an_end(method: MethodFor[_Given], iterations: int | None) -> MethodFor[_Given]:
    """Return the method so that it ends although its walks may take no iterations.

    Where no move is possible, walks without end would never use up a limit on moves.
    """
    if iterations is None or getattr(method, "restarts", 0) is not None:
        return method
    return replace(method, restarts=max(1, iterations))  # type: ignore[type-var]


def note_chance(known: Known, reason: StopReason, *, own_memory: bool) -> None:
    """Say why another run may come out differently; `own_memory`: by the default limit."""
    if reason is StopReason.MEMORY:
        known.memory_decided = True
    if reason in _CHANCE:
        known.may_differ(_CHANCE[reason])
    if known.memory_decided and own_memory:
        known.may_differ(DEFAULT_MEMORY_DECIDED)


def warnings_of(known: Known, constraints: Constraints, reason: StopReason) -> tuple[str, ...]:
    """Return a warning if the work had to stop with nothing except what was required."""
    assert known.dag is not None
    idle = known.dag.n_edges == len(constraints.required)
    return (_NO_EDGE_FOUND,) if idle and reason in _CHANCE else ()


def target_of(problem: Question, method: Method, target: float | None) -> float | None:
    """Return the score at which to stop: the user's wish, or one that no network can exceed."""
    if method.proves:
        return target
    best = problem.relaxed_score
    proof = best - 0.5 * proof_tolerance(best) if math.isfinite(best) else math.inf
    wanted = math.inf if target is None else target
    return None if math.isinf(min(proof, wanted)) else min(proof, wanted)


def combine_limits(constraints: Constraints, method: Method) -> tuple[Constraints, tuple[str, ...]]:
    """Return the constraints with the method's own limit on parents, and a note if two differ."""
    own, given = method.parent_limit, constraints.max_parents
    combined = constraints.limit_parents(own)
    if own is None or given is None or own == given:
        return combined, ()
    return combined, (
        f"max_parents={given} in the constraints, and {own} in {method.name}: "
        f"{combined.max_parents} is in force",
    )


def can_resume(method: Method | type[Method]) -> bool:
    """Tell whether a method keeps its state."""
    return getattr(method, "resumes", False)


def check_resumes(
    checkpoint: Checkpoint | str | os.PathLike[str] | None, method: Method | None
) -> Checkpoint | None:
    """Return the checkpoint to keep, if any; refuse one for a method that could not resume.

    None for the method is the choice of `learn`, which resumes stage by stage.
    """
    if checkpoint is None:
        return None
    if method is not None and not can_resume(method):
        able = [name for name, kind in METHODS.items() if can_resume(kind)]
        raise DagwrightError(
            f"{method.name} keeps no checkpoints; methods that do: {', '.join(sorted(able))}"
        )
    return resolve_checkpoint(checkpoint)
