"""Orders from their definitions, in plain Python: what the core's evaluator is compared with."""

from functools import cache
from itertools import permutations

import numpy as np

import dagwright as dw


def random_sets(n, seed=0, most_sets=8, most_members=3, required=()):
    """Candidate sets of variables a, b, ..., with frequent ties. `required`: (parent, child)."""
    rng = np.random.default_rng(seed)
    names = [chr(ord("a") + i) for i in range(n)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        must = {parent for parent, owner in required if owner == child}
        drawn = {frozenset(must)}
        for _ in range(rng.integers(0, most_sets)):
            size = min(len(others), int(rng.integers(1, most_members + 1)))
            drawn.add(frozenset(rng.choice(others, size, replace=False)) | must)
        lists[child] = [(-int(rng.integers(0, 80)) / 4, p) for p in sorted(map(sorted, drawn))]
    return dw.ParentSets.from_lists(names, lists, keep_dominated=True)


def order_score(sets, order):
    """The score of the best network in this order; None if a variable has no consistent set."""
    total, before = 0.0, set()
    for child in order:
        fitting = [s.score for s in sets[child] if before.issuperset(s.parents)]
        if not fitting:
            return None
        total += max(fitting)
        before.add(child)
    return total


def best_score(sets):
    """The best score of all orders."""
    scores = (order_score(sets, order) for order in permutations(sets.names))
    return max(score for score in scores if score is not None)


def dfs_orders(sets):
    """Every order that Algorithm 3 of Perez & Mauá can give, by their words."""
    parents = {name: set(sets[name][0].parents) for name in sets.names}

    def goodness(name, unvisited):
        product = 1
        for child in unvisited - {name}:
            if name in parents[child]:
                product *= len(parents[child] & unvisited)
        return product

    @cache
    def continue_with(unvisited):
        if not unvisited:
            return {()}
        keys = {v: (len(parents[v] & unvisited), goodness(v, unvisited)) for v in unvisited}
        best = min(keys.values())
        return {
            (v, *rest)
            for v in unvisited
            if keys[v] == best
            for rest in continue_with(unvisited - {v})
        }

    return continue_with(frozenset(sets.names))
