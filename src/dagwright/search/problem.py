"""What a search is about: local scores of data, or lists of candidate parent sets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeGuard

from dagwright.constraints import Constraints, Scope
from dagwright.errors import ConstraintError, DagwrightError
from dagwright.graph import Dag
from dagwright.parents import ParentSets, ceiling
from dagwright.scores import LocalScores, score_network
from dagwright.search.result import ScopedBound
from dagwright.words import list_names

__all__ = [
    "Problem",
    "add_up",
    "bounds_of",
    "check_start",
    "is_problem",
    "listed_scores",
    "make_start",
    "problem_counters",
    "problem_scope",
    "trivial_bound",
]

Problem: TypeAlias = LocalScores | ParentSets


def is_problem(problem: object) -> TypeGuard[Problem]:
    """Tell whether this is something that `solve` takes."""
    return isinstance(problem, (LocalScores, ParentSets))


def add_up(problem: Problem, dag: Dag) -> float:
    """Return the score of a network, in doubles and in the order of the variables."""
    if isinstance(problem, LocalScores):
        return score_network(dag, problem).total
    return math.fsum(listed_scores(problem, dag))


def listed_scores(sets: ParentSets, dag: Dag) -> list[float]:
    """Return the score of each family of a network; it must be one of these sets."""
    families = dag.reorder(sets.names).parent_indices()
    places = sets.core.find_families([sorted(family) for family in families])
    for child, place in zip(sets.names, places, strict=True):
        if place < 0:
            raise DagwrightError(f"{dag.parents(child)} is not a candidate set of {child!r}")
    return [float(score) for score in sets.scores[places]]


def trivial_bound(problem: Problem) -> float:
    """No network beats the sum of what each variable could reach alone."""
    if isinstance(problem, LocalScores):
        return math.fsum(problem.upper_bound(name) for name in problem.names)
    return problem.relaxed_score


def problem_scope(problem: Problem) -> Scope:
    """Return the class of networks that a bound on this problem covers."""
    return Scope() if isinstance(problem, LocalScores) else problem.scope


def bounds_of(problem: Problem, proved: float | None) -> tuple[ScopedBound, ...]:
    """Return all that is known of networks, each bound with the class that it covers.

    Parameters
    ----------
    problem
        What was searched.
    proved
        A bound on its networks that a search proved, None if it proved nothing.
    """
    trivial = trivial_bound(problem)
    bound = trivial if proved is None else min(trivial, proved)
    known = [ScopedBound(bound, problem_scope(problem))]
    if isinstance(problem, ParentSets):
        edges = problem.constraints.without_limit()
        everything = Scope(constraints=edges)
        if everything != known[0].scope:
            known.insert(0, ScopedBound(ceiling(problem), everything))
        size = min(problem.complete_size.values())
        if known[-1].scope.candidate_sets is not None and size >= 1:
            # Each family of such a network is listed, or a listed subset of it scores as high.
            known.append(ScopedBound(bound, Scope(int(size), edges)))
    return tuple(bound for bound in known if math.isfinite(bound.score))


def problem_counters(problem: Problem) -> Mapping[str, int]:
    """Return what scoring has cost so far."""
    return problem.counters if isinstance(problem, LocalScores) else {}


def make_start(
    problem: Problem, start: Dag | Sequence[str] | None, constraints: Constraints
) -> tuple[Dag, tuple[int, ...] | None]:
    """Return a network that respects everything, and the order to start from if one was given.

    With candidate sets the network is the best one of the start's order: the families of a given
    network need not be in the lists.
    """
    start = check_start(problem.names, start, constraints)
    if isinstance(problem, LocalScores):
        if start is None:
            return Dag(problem.names, constraints.required), None
        if not isinstance(start, Dag):
            raise DagwrightError("an order to start from needs ParentSets; give a Dag instead")
        return start, _positions(problem, start.topological_order())
    if start is None:
        return _smallest_network(problem), None
    order = start.topological_order() if isinstance(start, Dag) else start
    return problem.best_network(order), _positions(problem, order)


def check_start(
    names: Sequence[str], start: Dag | Sequence[str] | None, constraints: Constraints
) -> Dag | tuple[str, ...] | None:
    """Return what to start from, or refuse what no search could."""
    if start is None:
        return None
    if isinstance(start, Dag):
        return _checked_dag(names, start, constraints)
    return _checked_order(names, start, constraints)


def _checked_order(
    names: Sequence[str], start: Sequence[str], constraints: Constraints
) -> tuple[str, ...]:
    order = () if isinstance(start, str) or not isinstance(start, Iterable) else tuple(start)
    if Counter(order) != Counter(names):
        raise DagwrightError("start must be a Dag, or an order that names every variable once")
    place = {name: position for position, name in enumerate(order)}
    for parent, child in constraints.required:
        if place[parent] > place[child]:
            raise ConstraintError(f"the order has {child!r} before a parent that it must have")
    return order


def _checked_dag(names: Sequence[str], start: Dag, constraints: Constraints) -> Dag:
    differing = set(start.names) ^ set(names)
    if differing:
        raise DagwrightError(
            f"start= and data differ in their variables: {list_names(sorted(differing))}"
        )
    violations = constraints.violations(start)
    if violations:
        raise ConstraintError(f"the start violates the constraints: {'; '.join(violations[:5])}")
    return start.reorder(names)


def _smallest_network(sets: ParentSets) -> Dag:
    """Return the network of the parents that are required, if there is one."""
    required = [sets.core.common_members(child) for child in range(sets.n_variables)]
    try:
        return Dag.from_parents(sets.names, required)
    except DagwrightError as error:
        raise ConstraintError(f"parents that every candidate set has: {error}") from None


def _positions(problem: Problem, order: Iterable[str]) -> tuple[int, ...]:
    index = {name: position for position, name in enumerate(problem.names)}
    return tuple(index[name] for name in order)
