"""What the searches over DAGs hand to the core, and what they make of its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dagwright import _core
from dagwright.graph import Dag
from dagwright.search.method import Run
from dagwright.search.problem import Problem
from dagwright.search.result import trace_of

__all__ = [
    "CoreRun",
    "distinct_scores",
    "estimate_search_bytes",
    "longest_chain",
    "move_counters",
    "offer_found",
]

_MOST_CACHE = 2**30  # bytes of gains that are met again; more is of little use


def estimate_search_bytes(problem: Problem, rows: int) -> int:
    """Return what a search with `rows` rows of gains a variable needs besides the scores."""
    n = len(problem.names)
    # Gains take 8 bytes each; ancestors and rules are bits.
    return rows * 8 * n**2 + 8 * (n**2 // 8) + problem.oracle_bytes


@dataclass(frozen=True)
class CoreRun:
    """A problem and a run in the terms of the core."""

    oracle: _core.ScoreOracle
    rules: _core.Rules
    start: list[list[int]]
    cache_bytes: int

    @classmethod
    def make(cls, problem: Problem, run: Run, needed: int) -> CoreRun:
        """Translate; `needed` of the run's bytes are not for the cache of gains."""
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
        parents = [list(indices) for indices in run.start.parent_indices()]
        cache_bytes = max(0, min(_MOST_CACHE, (run.memory - needed) // 2))
        return cls(problem.oracle, rules, parents, cache_bytes)


def move_counters(found: _core.DagSearchResult, *kinds: str) -> dict[str, int]:
    """Return how often each kind of move was made, for the kinds that the search has."""
    names = ("additions", "removals", "reversals", "swaps", "addition_chains", "swap_chains")
    return {name: n for name, n in zip(names, found.moves, strict=True) if name in kinds}


def distinct_scores(found: _core.DagSearchResult) -> dict[str, int]:
    """Return how many families were scored, if memory sufficed to distinguish them."""
    number = found.distinct_scores
    return {} if number is None else {"distinct_scores": number}


def longest_chain(found: _core.DagSearchResult) -> int:
    """Return how many operations the longest move took."""
    return max(len(found.longest_chain), min(1, found.iterations))


def offer_found(
    problem: Problem,
    run: Run,
    found: _core.DagSearchResult,
    counters: Mapping[str, int],
    notes: tuple[str, ...] = (),
) -> None:
    """Offer what the core found, with the chain whose length is counted."""
    dag = Dag.from_parents(problem.names, found.parents)
    points = trace_of(found.trace)
    run.known.offer(dag, problem.add_up(dag), points, at=run.control.began)
    run.known.count(counters, iterations=counters["iterations"])
    run.known.notes.extend(notes)
    if found.longest_chain and "longest_chain" in counters:
        words = ", ".join(_describe(problem.names, step) for step in found.longest_chain)
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
