"""Searches that consider only edges between variables that tests found to be neighbours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from dagwright.errors import DagwrightError
from dagwright.independence import NeighbourRules, Neighbours, find_neighbours
from dagwright.scores import LocalScores
from dagwright.search.method import Method, Needs, Run, SearchMethod, resolve_method

__all__ = ["BetweenNeighbours", "neighbour_pairs", "offer_start", "resolve_search", "run_between"]


def resolve_search(search: Method | str) -> Method:
    """Return the search over DAGs that a user's word or object stands for."""
    method = resolve_method(search) if isinstance(search, str) else search
    if isinstance(method, type) or not isinstance(method, Method) or method.needs != "scores":
        raise DagwrightError(
            f"search={search!r}: give a search over DAGs, such as HillClimbing() or TabuSearch()"
        )
    return method


@dataclass(frozen=True, kw_only=True)
class BetweenNeighbours(NeighbourRules, SearchMethod):
    """A method that tests independence and lets a search over DAGs do the rest."""

    needs: ClassVar[Needs] = "data"

    search: Method

    @property
    def completes(self) -> bool:
        """Whether its search ends without a stop rule."""
        return self.search.completes

    @property
    def parent_limit(self) -> int | None:
        """The limit on parents that its search sets."""
        return self.search.parent_limit


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
