"""What is evaluated after a run, when its clock has stopped."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from dagwright.data import Dataset
from dagwright.errors import DagwrightError
from dagwright.evaluate import compare
from dagwright.experiments.library import import_part, list_papers
from dagwright.experiments.problems import PreparedProblem
from dagwright.graph import Dag
from dagwright.scores import BIC, BDeu, LocalScores, LogLikelihood, Score, score_network
from dagwright.search import Result

__all__ = ["METRICS", "Metric", "compare_skeletons", "count_work", "evaluate", "find_metrics"]

_TRACE_POINTS = 20
_ABOUT_THE_MEMO = {"sets_counted", "memo_hits", "memo_bytes"}
Pairs = frozenset[frozenset[str]]
Metric: TypeAlias = Callable[[Result, PreparedProblem], dict[str, Any]]


def evaluate(names: Iterable[str], result: Result, problem: PreparedProblem) -> dict[str, Any]:
    """Return the metrics of a result.

    Parameters
    ----------
    names
        Of `find_metrics`.
    result
        What the search found.
    problem
        What it was given; metrics that need the truth or test rows find them there.
    """
    found: dict[str, Any] = {}
    known = find_metrics()
    for name in names:
        if name not in known:
            raise DagwrightError(f"metric {name!r} is not known: choose {', '.join(known)}")
        found.update(known[name](result, problem))
    return found


def find_metrics() -> dict[str, Metric]:
    """Return all metrics by name: those below, then those of the papers."""
    known = dict(METRICS)
    for paper in list_papers():
        known |= getattr(import_part(paper, "metrics"), "METRICS", {})
    return known


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


def count_work(result: Result) -> dict[str, int]:
    """Return what a search did; zeros say nothing, and the memo of scores is not the search."""
    counted = result.counters.items()
    return {name: count for name, count in counted if count and name not in _ABOUT_THE_MEMO}


def _counters(result: Result, problem: PreparedProblem) -> dict[str, Any]:
    del problem
    return {"counters": count_work(result)}


METRICS: dict[str, Metric] = {
    "structure": _structure,
    "gold": _gold,
    "held_out": _held_out,
    "trace": _trace,
    "edges": _edges,
    "counters": _counters,
}
"""The metrics that any experiment may use, by name."""
