"""Searches that consider only edges between variables that tests found to be neighbours."""

from __future__ import annotations

from dataclasses import replace

from dagwright import _core
from dagwright.errors import DagwrightError
from dagwright.independence import Neighbours, find_neighbours
from dagwright.scores import LocalScores
from dagwright.search.method import Method, Outcome, Run
from dagwright.search.problem import add_up
from dagwright.search.result import TracePoint

__all__ = ["check_search", "neighbour_pairs", "run_between", "run_inside", "start_outcome"]


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
    found = find_neighbours(
        problem.data,
        range(len(problem.names)),
        alpha=alpha,
        max_given=max_given,
        symmetric=True,
        threads=run.threads,
        control=run_inside(run),
    )
    return None if run.control.should_stop() else found


def run_inside(
    run: Run,
    *,
    iterations: int | None = None,
    target: float | None = None,
    shows_best: bool = False,
) -> _core.RunControl:
    """Return the stop rules of a part of the run: it ends when the whole has to.

    What the part reports is not for the eyes of the user, who would take tests for moves and the
    scores of a part for scores of networks, unless `shows_best` says that they are.
    """
    limit, control = run.control.time_limit, run.control
    left = None if limit is None else max(0.0, limit - control.seconds)

    def look(seen: _core.Progress) -> bool:
        if shows_best:
            control.report_best(seen.best_score)
        return control.should_stop()

    return _core.RunControl(left, iterations, target, callback=look)


def run_between(run: Run, neighbours: Neighbours) -> Run:
    """Return the run with no other edges than between neighbours and those of the start."""
    begun = run.start.parent_indices()
    candidates = tuple(
        tuple(sorted({*found, *present}))
        for found, present in zip(neighbours.sets, begun, strict=True)
    )
    return replace(run, candidates=candidates)


def start_outcome(problem: LocalScores, run: Run) -> Outcome:
    """Return the start as the best network: the run was stopped before there was another one."""
    score = add_up(problem, run.start)
    run.control.report_best(score)
    return Outcome(
        [list(indices) for indices in run.start.parent_indices()],
        (TracePoint(run.control.seconds, 0, score),),
        {"iterations": 0},
        notes=("stopped before the neighbours of all variables were known",),
    )
