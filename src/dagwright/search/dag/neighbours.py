"""Searches that consider only edges between variables that tests found to be neighbours."""

from __future__ import annotations

from dataclasses import replace

from dagwright.errors import DagwrightError
from dagwright.independence import Neighbours, find_neighbours
from dagwright.scores import LocalScores
from dagwright.search.method import Method, Run

__all__ = ["check_search", "neighbour_pairs", "offer_start", "run_between"]


def check_search(method: object, search: object) -> None:
    """Refuse a search that does not take scores as they come."""
    if isinstance(search, type) or not isinstance(search, Method) or search.needs != "scores":
        raise DagwrightError(
            f"{type(method).__name__}(search={search!r}): give a search over DAGs, such as "
            "HillClimbing() or TabuSearch()"
        )


def neighbour_pairs(
    problem: LocalScores, run: Run, *, alpha: float, max_given: int | None
) -> Neighbours | None:
    """Run max-min on all variables; None if the run has to stop, since half a search misleads."""
    # Callbacks would take tests for moves.
    with run.control.child("neighbours", counts=False) as control:
        found = find_neighbours(
            problem.data,
            range(len(problem.names)),
            alpha=alpha,
            max_given=max_given,
            symmetric=True,
            threads=run.threads,
            control=control.core,
            table=problem.packed_table(),
        )
    return None if run.control.should_stop() else found


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
