"""What Zhao et al. (2017) measure of the stages of a curriculum."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from dagwright.errors import DagwrightError
from dagwright.experiments.metrics import Metric
from dagwright.experiments.problems import PreparedProblem
from dagwright.search import Result

__all__ = ["METRICS"]


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


METRICS: dict[str, Metric] = {"stages": _stages}
