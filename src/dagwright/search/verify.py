"""Checking a result without trusting the search that made it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.graph import Dag
from dagwright.memory import lacks_are_resource_errors
from dagwright.scores.reference import reference_score
from dagwright.search.claims import contradicted_bounds, objections_to
from dagwright.search.problem import Question
from dagwright.search.result import Result

__all__ = ["verify"]

_ROUNDING = 1e-9
"""Of a score: the sums of the core and those of the formula differ by less."""


@lacks_are_resource_errors()
def verify(result: Result, data: Dataset | None = None, *, networks: Iterable[Dag] = ()) -> float:
    """Check a result independently of the search: score, constraints, scope and bounds.

    The score is added up again from plain counts and the formula, in Python, without the C++
    core. A result over candidate sets, of which no data is known, is added up from the lists.
    The network must belong to the class of networks that its status is about, and no bound may be
    below the score of a network in its class.

    Parameters
    ----------
    result
        What `solve` or `learn` returned.
    data
        The table; needed only for a result that was pickled, which travels without it.
    networks
        Other networks over the same variables, however they were found: each is held against
        every bound whose class it belongs to. A network that is not made of the candidate sets of
        the result has a score only if `data` is given.

    Returns
    -------
    float
        The score as added up here.

    Raises
    ------
    DagwrightError
        If anything does not hold.

    Examples
    --------
    >>> import dagwright as dw
    >>> result = dw.learn(dw.load_dataset("wdbc"), method="hill-climbing")
    >>> abs(dw.verify(result) - result.score) < 1e-6
    True
    >>> dw.verify(result, networks=[dw.Dag(result.dag.names, [])]) == dw.verify(result)
    True
    """
    add_up = _summation(result, data)
    score = add_up(result.dag)
    if abs(score - result.score) > _ROUNDING * max(1.0, abs(score)):
        raise DagwrightError(f"the score is {score}, not {result.score}")
    violations = result.constraints.violations(result.dag)
    if violations:
        raise DagwrightError(f"the network violates the constraints: {'; '.join(violations)}")
    wrong = objections_to(result)
    for dag in networks:
        if set(dag.names) != set(result.dag.names):
            raise DagwrightError("result and networks differ in their variables")
        wrong += contradicted_bounds(result, dag, add_up(dag))
    if wrong:
        raise DagwrightError("; ".join(wrong))
    return score


def _summation(result: Result, data: Dataset | None) -> Callable[[Dag], float]:
    """Return how to add up the score of a network, from the data or from the lists."""
    if data is None:
        if result.problem is None:
            raise DagwrightError("this result travelled without its data: give verify the data too")
        data = result.problem.data
        if data is None:
            return partial(_listed, result.problem)
    if set(data.names) != set(result.dag.names):
        raise DagwrightError("result and data differ in their variables")
    if result.scoring is None:
        raise DagwrightError("the score that this result was found with is not known")
    table, scoring = data, result.scoring
    return lambda dag: math.fsum(
        reference_score(table, scoring, name, dag.parents(name)) for name in table.names
    )


def _listed(lists: Question, dag: Dag) -> float:
    """Add up the score of a network from the lists."""
    try:
        return lists.add_up(dag)
    except DagwrightError as error:
        raise DagwrightError(
            f"{error}, so the lists do not tell the score: give verify the data too"
        ) from None
