"""A CSV file and another package, as its first example has it: which variables and edges come out.

Run as ``python -m benchmarks.peers.opening PACKAGE FILE``; the answer is the last line, JSON. Each
package gets what `pandas.read_csv` makes of the file. pgmpy and pyAgrum take that as it is.
PyBNesian wants numbers as floats and text as categories, and causal-learn numbers without holes;
they get the part of the table that they can take, which is more than a first try would give them.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

Found = tuple[list[str], int]
"""The variables of the network, and how many edges it has."""


def open_with_pgmpy(frame: pd.DataFrame) -> Found:
    from pgmpy.estimators import HillClimbSearch

    found = HillClimbSearch(frame).estimate(show_progress=False)
    return [str(name) for name in found.nodes()], len(found.edges())


def open_with_pyagrum(frame: pd.DataFrame) -> Found:
    import pyagrum
    from pyagrum.lib.discreteTypeProcessor import DiscreteTypeProcessor

    template = DiscreteTypeProcessor().discretizedTemplate(frame)
    found = pyagrum.BNLearner(frame, template).learnBN()
    return list(found.names()), int(found.sizeArcs())


def open_with_pybnesian(frame: pd.DataFrame) -> Found:
    import pandas as pd
    import pybnesian

    numbers = [name for name in frame if pd.api.types.is_numeric_dtype(frame[name])]
    numbers = [name for name in numbers if not pd.api.types.is_bool_dtype(frame[name])]
    words = [name for name in frame if name not in numbers]
    frame = frame.astype(dict.fromkeys(numbers, "float64"))
    for name in words:  # categories must be text
        frame[name] = frame[name].where(frame[name].isna(), frame[name].astype(str))
    frame = frame.astype(dict.fromkeys(words, "category"))
    if not words:
        kind = pybnesian.GaussianNetworkType()
    elif not numbers:
        kind = pybnesian.DiscreteBNType()
    else:
        kind = pybnesian.CLGNetworkType()
    found = pybnesian.hc(frame, bn_type=kind, score="bic", operators=["arcs"])
    return list(found.nodes()), int(found.num_arcs())


def open_with_causal_learn(frame: pd.DataFrame) -> Found:
    from causallearn.search.ConstraintBased.PC import pc

    numbers = frame.select_dtypes("number").dropna()
    if len(numbers.columns) < 2 or len(numbers) < 1:
        raise ValueError("fewer than two columns of numbers with complete rows")
    names = [str(name) for name in numbers]
    found = pc(numbers.to_numpy(float), node_names=names, show_progress=False)
    return names, found.G.get_num_edges()


OPENERS: dict[str, Callable[[pd.DataFrame], Found]] = {
    "pgmpy": open_with_pgmpy,
    "pyagrum": open_with_pyagrum,
    "pybnesian": open_with_pybnesian,
    "causal-learn": open_with_causal_learn,
}


def main(package: str, file: str) -> None:
    import pandas as pd

    names, edges = OPENERS[package](pd.read_csv(file))
    print("\n" + json.dumps({"names": names, "edges": edges}))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(*sys.argv[1:])
