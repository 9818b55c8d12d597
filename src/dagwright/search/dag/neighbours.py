"""Searches that consider only edges between variables that tests found to be neighbours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from dagwright.errors import DagwrightError
from dagwright.independence import NeighbourRules, Neighbours, find_neighbours
from dagwright.independence.neighbour_rules import DegreesRule
from dagwright.scores import LocalScores
from dagwright.search.method import Method, Run
from dagwright.search.parameters import (
    check_choice,
    check_count,
    check_flag,
    check_from_zero,
    check_level,
)

__all__ = ["BetweenNeighbours", "neighbour_pairs", "offer_start", "run_between"]


@dataclass(frozen=True, kw_only=True)
class BetweenNeighbours:
    """What the methods share that search between the neighbours that max-min finds."""

    alpha: float = 0.05
    max_given: int | None = None
    symmetric: bool = True
    rows_per_cell: float = 5.0
    degrees: DegreesRule = "occurring"
    search: Method

    def __post_init__(self) -> None:
        check_level(self, "alpha")
        check_count(self, "max_given", smallest=0)
        check_flag(self, "symmetric")
        check_from_zero(self, "rows_per_cell")
        check_choice(self, "degrees", get_args(DegreesRule))
        _check_search(self)

    def rules(self) -> NeighbourRules:
        """Return what counts as a neighbour."""
        return NeighbourRules(
            self.alpha, self.max_given, self.symmetric, self.rows_per_cell, self.degrees
        )

    @property
    def completes(self) -> bool:
        """Whether it ends without a stop rule."""
        return self.search.completes

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its search sets."""
        return self.search.parent_limit


def _check_search(method: BetweenNeighbours) -> None:
    """Refuse a search that does not take scores as they come."""
    search: object = method.search
    if isinstance(search, type) or not isinstance(search, Method) or search.needs != "scores":
        raise DagwrightError(
            f"{type(method).__name__}(search={search!r}): give a search over DAGs, such as "
            "HillClimbing() or TabuSearch()"
        )


def neighbour_pairs(problem: LocalScores, run: Run, rules: NeighbourRules) -> Neighbours | None:
    """Run max-min on all variables; None if the run has to stop, since half a search misleads.

    Without the symmetry correction two variables are a pair if either found the other.
    """
    # Callbacks would take tests for moves.
    with run.control.child("neighbours", counts=False) as control:
        found = find_neighbours(
            problem.data,
            range(len(problem.names)),
            rules,
            threads=run.threads,
            control=control.core,
            table=problem.packed_table(),
        )
    if run.control.should_stop():
        return None
    return found if rules.symmetric else replace(found, sets=_either_way(found.sets))


def _either_way(sets: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the sets with every variable among the neighbours of its neighbours."""
    both = [set(found) for found in sets]
    for v, found in enumerate(sets):
        for u in found:
            both[u].add(v)
    return tuple(tuple(sorted(found)) for found in both)


def run_between(run: Run, neighbours: Neighbours) -> Run:
    """Return the run with no other edges than between neighbours and those of the start."""
    begun = run.start.parent_indices()
    candidates = tuple(
        tuple(sorted({*found, *present}))
        for found, present in zip(neighbours.sets, begun, strict=True)
    )
    return replace(run, candidates=candidates)


def offer_start(problem: LocalScores, run: Run) -> None:
    """Offer the start as the best network: the run was stopped before there was another one."""
    score = problem.add_up(run.start)
    run.control.core.report_best(score)
    run.known.offer(run.start, score, at=run.control.elapsed)
    run.known.count({"iterations": 0}, iterations=0)
    run.known.notes.append("stopped before the neighbours of all variables were known")
