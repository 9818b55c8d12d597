"""What the searches over DAGs hand to the core, and what they say of its answer."""

from __future__ import annotations

from collections.abc import Sequence

from dagwright import _core
from dagwright.search.method import Run
from dagwright.search.problem import Problem

__all__ = ["cache_bytes", "estimate_search_bytes", "make_inputs", "note_longest_chain"]

_MOST_CACHE = 2**30  # bytes of gains that are met again; more is of little use


def estimate_search_bytes(problem: Problem, rows: int) -> int:
    """Return what a search with `rows` rows of gains a variable needs besides the scores."""
    n = len(problem.names)
    # Gains take 8 bytes each; ancestors and rules are bits.
    return rows * 8 * n**2 + 8 * (n**2 // 8) + problem.oracle_bytes


def cache_bytes(run: Run, needed: int) -> int:
    """Return what is left for the cache of gains; `needed` of the run's bytes are not for it."""
    return max(0, min(_MOST_CACHE, (run.memory - needed) // 2))


def make_inputs(problem: Problem, run: Run) -> _core.DagInputs:
    """Return a problem and a run in the terms of the core."""
    index = {name: i for i, name in enumerate(problem.names)}
    constraints = run.constraints
    rules = _core.Rules(
        len(index),
        [(index[parent], index[child]) for parent, child in constraints.forbidden],
        [(index[parent], index[child]) for parent, child in constraints.required],
        constraints.max_parents,
        constraints.levels(problem.names),
    )
    problem.rule_out(rules)
    if run.candidates is not None:
        rules.keep_candidates(run.candidates)
    start = [list(parents) for parents in run.start.parent_indices()]
    return _core.DagInputs(problem.oracle, rules, start)


def note_longest_chain(names: Sequence[str], run: Run, found: _core.DagSearchResult) -> None:
    """Say which operations the longest move took, if it took several and they are counted."""
    if found.longest_chain and "longest_chain" in found.counters:
        words = ", ".join(_describe(names, step) for step in found.longest_chain)
        run.known.notes.append(f"longest chain of operations: {words}")


def _describe(names: Sequence[str], step: _core.Step) -> str:
    edge = f"{names[step.parent]} -> {names[step.child]}"
    if step.operation == _core.Operation.swap:
        return f"SWAP({names[step.replaced]} | {edge})"
    words = {
        _core.Operation.add: "ADD",
        _core.Operation.remove: "DELETE",
        _core.Operation.reverse: "REVERSE",
    }
    return f"{words[step.operation]}({edge})"
