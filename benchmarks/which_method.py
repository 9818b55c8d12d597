"""What each method reaches in how long, for the table in docs/which_method.md.

python -m benchmarks.which_method [SECONDS]
"""

from __future__ import annotations

import sys
import time

import numpy as np

import dagwright as dw

METHODS = ["auto", "minobs", "iinobs", "sgs", "tabu", "hill-climbing", "ges"]


def random_network(n: int, seed: int) -> dw.BayesianNetwork:
    """A network of n variables with 2 or 3 states and up to 3 parents among the 8 before."""
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n)]
    edges = []
    for child in range(1, n):
        near = np.arange(max(0, child - 8), child)
        count = min(len(near), int(rng.integers(0, 4)))
        edges += [(names[p], names[child]) for p in rng.choice(near, count, replace=False)]
    dag = dw.Dag(names, edges)
    arity = {name: int(rng.integers(2, 4)) for name in names}
    cpts = {}
    for name in names:
        shape = [arity[parent] for parent in dag.parents(name)]
        cpts[name] = rng.dirichlet([0.5] * arity[name], size=shape)
    return dw.BayesianNetwork(dag, {name: range(arity[name]) for name in names}, cpts)


def instances() -> dict[str, dw.Dataset]:
    return {
        "asia": dw.load_network("asia").sample(5000, seed=1),
        "child": dw.load_network("child").sample(5000, seed=1),
        "wdbc": dw.load_dataset("wdbc"),
        "alarm": dw.load_network("alarm").sample(5000, seed=1),
        "random, 100 variables": random_network(100, 1).sample(5000, seed=1),
        "random, 500 variables": random_network(500, 1).sample(2000, seed=1),
    }


def main() -> None:
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print(f"| data | variables, rows | {' | '.join(METHODS)} |")
    print(f"|---|---|{'---|' * len(METHODS)}")
    for name, data in instances().items():
        results, seconds = [], []
        for method in METHODS:
            began = time.perf_counter()
            results.append(dw.learn(data, method=method, time_limit=limit, seed=1))
            seconds.append(time.perf_counter() - began)
        best = max(result.score for result in results)
        cells = []
        for result, spent in zip(results, seconds, strict=True):
            below = (best - result.score) / abs(best)
            known = "proved" if result.status is dw.Status.OPTIMAL else f"gap {result.gap:.1%}"
            cells.append(f"{spent:.1f} s, {below:.2%}, {known}")
        size = f"{data.n_variables}, {data.n_rows}"
        print(f"| {name} | {size} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
