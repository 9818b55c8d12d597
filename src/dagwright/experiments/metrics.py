"""What is evaluated after a run, when its clock has stopped."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.evaluate import compare
from dagwright.experiments.problems import PreparedProblem
from dagwright.graph import Dag
from dagwright.scores import BIC, BDeu, LocalScores, LogLikelihood, Score, score_network
from dagwright.search import Result

__all__ = ["METRICS", "compare_skeletons", "count_work", "evaluate"]

_TRACE_POINTS = 20
_ABOUT_THE_MEMO = {"sets_counted", "memo_hits", "memo_bytes"}
Pairs = frozenset[frozenset[str]]


def evaluate(names: Iterable[str], result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return the metrics of a result.

    Parameters
    ----------
    names
        Of `METRICS`.
    result
        What the search found.
    problem
        What it was given; metrics that need the truth or test rows find them there.
    """
    found: dict[str, Any] = {}
    for name in names:
        if name not in METRICS:
            raise DagwrightError(f"metric {name!r} is not known: choose {', '.join(METRICS)}")
        found.update(METRICS[name](result, problem))
    return found


def compare_skeletons(learned: Pairs, true: Pairs) -> dict[str, float | int]:
    """Return missing and spurious pairs, precision, recall and sqrt(P^2 + R^2).

    The last is what Vandel et al. (2012) rank by where distances say nothing.

    Examples
    --------
    >>> from dagwright.experiments.metrics import compare_skeletons
    >>> ab, bc = frozenset("ab"), frozenset("bc")
    >>> compare_skeletons(frozenset([ab]), frozenset([ab, bc]))["recall"]
    0.5
    """
    both = len(learned & true)
    precision = both / len(learned) if learned else 1.0
    recall = both / len(true) if true else 1.0
    return {
        "missing": len(true - learned),
        "spurious": len(learned - true),
        "precision": precision,
        "recall": recall,
        "distance": math.hypot(precision, recall),
    }


def _structure(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    truth = problem.instance
    if truth.skeleton is None:
        raise DagwrightError("metric 'structure' needs an instance whose truth is known")
    found: dict[str, Any] = dict(compare_skeletons(result.dag.skeleton(), truth.skeleton))
    if truth.dag is not None:
        comparison = compare(result.dag, truth.dag)
        found |= {"shd_cpdag": comparison.shd_cpdag, "shd_dag": comparison.shd_dag}
    return found


def _gold(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    del result
    truth = problem.instance
    if truth.dag is None or truth.data is None:
        raise DagwrightError("metric 'gold' needs an instance with a true network")
    return {"gold": score_network(truth.dag, LocalScores(truth.data, problem.score)).total}


def _held_out(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return BDeu and BIC on the test rows and the KL term: the sum of MI(X_i; Pa_i) in nats.

    That sum is the gain in log-likelihood over the empty network, a row; the rest of the KL
    divergence does not depend on the structure (Zhao et al. 2017, equation 12).
    """
    test = problem.instance.test
    if test is None:
        raise DagwrightError("metric 'held_out' needs an instance with test_rows")
    ess = getattr(problem.score, "ess", 1.0)
    gain = _total(result.dag, test, LogLikelihood()) - _total(
        Dag.empty(result.dag.names), test, LogLikelihood()
    )
    return {
        "test_bdeu": _total(result.dag, test, BDeu(ess=ess)),
        "test_bic": _total(result.dag, test, BIC()),
        "kl_term": gain / test.n_rows,
    }


def _total(dag: Dag, data: Dataset, score: Score) -> float:
    return score_network(dag, LocalScores(data, score)).total


def _trace(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return when the score improved, thinned; and the score that no network exceeds."""
    del problem
    points = result.trace
    step = max(1, math.ceil(len(points) / _TRACE_POINTS))
    kept = [*points[:-1:step], *points[-1:]]
    return {"trace": [[round(point.seconds, 4), point.score] for point in kept]}


def _edges(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return the edges as pairs of positions in the true network, for drawings."""
    names = problem.instance.dag.names if problem.instance.dag else result.dag.names
    place = {name: position for position, name in enumerate(names)}
    return {"learned": sorted([place[a], place[b]] for a, b in result.dag.edges)}


def _stages(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return variables, segments and distance to the truth of each stage of a staged search.

    As Zhao et al. (2017) do for their Figure 3, pairs that the stage has not learned yet are those
    of a random complete network. The distance is that of DAGs: on CPDAGs later stages need not be
    closer even in theory.
    """
    truth = problem.instance.dag
    if truth is None:
        raise DagwrightError("metric 'stages' needs an instance with a true network")
    draws = np.random.RandomState(result.seed % 2**32)
    place = {truth.names[v]: i for i, v in enumerate(draws.permutation(truth.n_variables))}
    found = []
    for stage in getattr(result, "stages", ()):
        chosen, edges = set(stage.variables), set(stage.dag.edges)
        distance = 0
        for one, other in itertools.combinations(truth.names, 2):
            if one in chosen and other in chosen:
                has = ((one, other) in edges, (other, one) in edges)
            else:
                has = (place[one] < place[other], place[one] > place[other])
            distance += has != (truth.has_edge(one, other), truth.has_edge(other, one))
        found.append([len(stage.variables), stage.segments, distance])
    return {"stages": found}


def count_work(result: Result) -> dict[str, int]:
    """Return what a search did; zeros say nothing, and the memo of scores is not the search."""
    counted = result.counters.items()
    return {name: count for name, count in counted if count and name not in _ABOUT_THE_MEMO}


def _counters(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    del problem
    return {"counters": count_work(result)}


METRICS: dict[str, Callable[[Result, PreparedProblem], dict[str, Any]]] = {
    "structure": _structure,
    "gold": _gold,
    "held_out": _held_out,
    "trace": _trace,
    "edges": _edges,
    "stages": _stages,
    "counters": _counters,
}
"""The metrics by name."""
