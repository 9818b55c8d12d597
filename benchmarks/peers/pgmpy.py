"""pgmpy: pure Python on pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgmpy.causal_discovery import HillClimbSearch
from pgmpy.structure_score import BIC

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.peers import Edge, LocalScore


def make_scorer(frame: pd.DataFrame) -> LocalScore:
    score = BIC(frame)
    return lambda child, parents: float(score.local_score(child, tuple(parents)))


def prepare(frame: pd.DataFrame) -> pd.DataFrame:
    return frame


def climb(prepared: pd.DataFrame) -> list[Edge]:
    search = HillClimbSearch(scoring_method="bic-d", return_type="dag", show_progress=False)
    search.fit(prepared)
    return [(str(parent), str(child)) for parent, child in search.causal_graph_.edges()]
