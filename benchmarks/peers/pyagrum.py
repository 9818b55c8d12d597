"""pyAgrum: the aGrUM C++ library, one thread (its default of several is slower)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pyagrum

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.peers import Edge, LocalScore


def prepare(frame: pd.DataFrame) -> pyagrum.BNLearner:
    learner = pyagrum.BNLearner(frame.astype(str))
    learner.setNumberOfThreads(1)
    learner.useNoPrior()
    learner.useScoreBIC()
    learner.useGreedyHillClimbing()
    return learner


def make_scorer(frame: pd.DataFrame) -> LocalScore:
    learner = prepare(frame)
    nats = math.log(2.0)  # it scores in bits
    return lambda child, parents: learner.score(child, list(parents)) * nats


def climb(prepared: pyagrum.BNLearner) -> list[Edge]:
    found = prepared.learnDAG()
    return [(prepared.nameFromId(p), prepared.nameFromId(c)) for p, c in found.arcs()]
