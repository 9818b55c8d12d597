"""Searches that resume from checkpoints, and what of their results must be the same."""

import numpy as np
from strategies import make_dataset

import dagwright as dw

# A stop rule that ends each of them somewhere in the middle of its work.
METHODS = {
    "minobs": (dw.MINOBS(islands=2, diversify_after=2), 30_000),
    "iinobs": (dw.IINOBS(), 30_000),
    "inobs": (dw.INOBS(restarts=None), 10_000),
    "obs": (dw.OBS(restarts=None), 10_000),
    "asobs": (dw.ASOBS(restarts=None), 500),
    "hill-climbing": (dw.HillClimbing(restarts=None), 20_000),  # shakes its network on the way
    "chains": (dw.HillClimbing(restarts=None, neighbourhood="extended"), 1_500),
    "tabu": (dw.TabuSearch(restarts=12), 400),
    "sgs": (dw.SGS(restarts=40, candidate_filter="during", start="random", repair=True), 1_000),
    "lagd": (dw.LAGD(restarts=10), 200),
}


def make_problem(name):
    """Return what the method searches: scores, or candidate sets."""
    rng = np.random.default_rng(4)
    codes = [rng.integers(0, 2, 400)]
    for v in range(1, 14):
        model = codes[rng.integers(0, v)]
        codes.append(np.where(rng.random(400) < 0.7, model, rng.integers(0, 2, 400)))
    scores = dw.LocalScores(make_dataset(codes, [2] * 14), "bdeu", memory_limit="64M")
    if METHODS[name][0].needs == "scores":
        return scores
    return dw.find_parent_sets(scores, dw.Sequential(max_parents=3))


def solve(name, problem, **options):
    """Run the method up to its stop rule."""
    method, iterations = METHODS[name]
    return dw.solve(problem, method, **{"iterations": iterations, "seed": 2, **options})


def answer(result):
    """Return all that must not depend on whether a search was stopped in between."""
    # How long making orders took, and what an empty memory has to score again, may differ.
    volatile = {"initial_microseconds", "distinct_scores", *dw.LocalScores(small(), "bic").counters}
    counters = {key: n for key, n in result.counters.items() if key not in volatile}
    trace = [(point.iterations, point.score) for point in result.trace]
    return result.dag, result.score, result.bound, result.stop_reason, trace, counters


def learn_table():
    """Return a table whose candidate sets a small budget does not complete, with numbers."""
    rng = np.random.default_rng(5)
    columns = {"a": rng.normal(size=300)}
    columns["b"] = np.where(columns["a"] > 1, 3.0, 0.0) + rng.normal(size=300) / 2
    columns["v0"] = rng.integers(0, 2, 300)
    for v in range(1, 22):
        model = columns[f"v{rng.integers(0, v)}"]
        columns[f"v{v}"] = np.where(rng.random(300) < 0.75, model, rng.integers(0, 2, 300))
    return dw.Dataset.from_frame(columns, number=["a", "b"])


def answer_of_learn(result):
    """Return all of a result of `learn` that must not depend on kills, threads and clocks."""
    trace = [(point.iterations, point.score) for point in result.trace]
    bounds = [(bound.score, str(bound.scope)) for bound in result.bounds]
    recipe = result.table.recipe
    facts = result.status, result.stop_reason, result.irreproducible, result.method
    return result.dag, result.score, result.bound, result.gap, *facts, trace, bounds, recipe


def small():
    """Return a table for its counters' names."""
    return make_dataset([[0, 1]], [2])
