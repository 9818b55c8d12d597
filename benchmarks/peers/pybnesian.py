"""PyBNesian: C++ with Arrow tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pybnesian

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.peers import Edge, LocalScore


def make_scorer(frame: pd.DataFrame) -> LocalScore:
    score = pybnesian.BIC(frame)
    network = pybnesian.DiscreteBN(list(frame.columns))
    return lambda child, parents: score.local_score(network, child, list(parents))


def prepare(frame: pd.DataFrame) -> pd.DataFrame:
    return frame


def climb(prepared: pd.DataFrame) -> list[Edge]:
    found = pybnesian.hc(
        prepared, bn_type=pybnesian.DiscreteBNType(), score="bic", operators=["arcs"]
    )
    return [(str(parent), str(child)) for parent, child in found.arcs()]
