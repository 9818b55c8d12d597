"""Checking a result without trusting the search that made it."""

from __future__ import annotations

import math

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.parents import ParentSets
from dagwright.scores.reference import reference_score
from dagwright.search.problem import listed_scores
from dagwright.search.result import Result

__all__ = ["verify"]

_TOLERANCE = 1e-9


def verify(result: Result, data: Dataset | None = None) -> float:
    """Check a result independently of the search: score, constraints and bound.

    The score is added up again from plain counts and the formula, in Python, without the C++
    core. A result over candidate sets, of which no data is known, is added up from the lists.

    Parameters
    ----------
    result
        What `solve` or `learn` returned.
    data
        The table; needed only for a result that was pickled, which travels without it.

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
    """
    if data is None:
        if result.problem is None:
            raise DagwrightError("this result travelled without its data: give verify the data too")
        if isinstance(result.problem, ParentSets):
            return _verify(result, listed_scores(result.problem, result.dag))
        data = result.problem.data
    if set(data.names) != set(result.dag.names):
        raise DagwrightError("result and data differ in their variables")
    if result.scoring is None:
        raise DagwrightError("the score that this result was found with is not known")
    dag, scoring = result.dag, result.scoring
    return _verify(
        result, [reference_score(data, scoring, name, dag.parents(name)) for name in dag.names]
    )


def _verify(result: Result, scores: list[float]) -> float:
    violations = result.constraints.violations(result.dag)
    if violations:
        raise DagwrightError(f"the network violates the constraints: {'; '.join(violations)}")
    score = math.fsum(scores)
    slack = _TOLERANCE * max(1.0, abs(score))
    if abs(score - result.score) > slack:
        raise DagwrightError(f"the score is {score}, not {result.score}")
    if score > result.bound + slack:
        raise DagwrightError(f"the score {score} is above the bound {result.bound}")
    return score
