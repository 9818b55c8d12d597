"""dagwright."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import dagwright as dw

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.peers import Edge, LocalScore


def make_scorer(frame: pd.DataFrame) -> LocalScore:
    return dw.LocalScores(dw.Dataset.from_frame(frame, as_is=True), dw.BIC())


def prepare(frame: pd.DataFrame) -> dw.Dataset:
    return dw.Dataset.from_frame(frame, as_is=True)


def climb(prepared: dw.Dataset) -> list[Edge]:
    scores = dw.LocalScores(prepared, dw.BIC())
    return list(dw.solve(scores, dw.HillClimbing(restarts=1), threads=1, seed=0).dag.edges)


def climb_until(prepared: dw.Dataset, seconds: float) -> list[Edge]:
    """Restart until `seconds` are over, those that the table takes to build included."""
    began = time.perf_counter()
    scores = dw.LocalScores(prepared, dw.BIC())
    left = max(1e-3, seconds - (time.perf_counter() - began))
    method = dw.HillClimbing(restarts=None)
    return list(dw.solve(scores, method, time_limit=left, threads=1, seed=0).dag.edges)
