"""A problem and options that take `Exact` through every one of its steps."""

from dataclasses import replace

import numpy as np

import dagwright as dw

EVERY_STEP = dw.ExactOptions(
    small=3, trial_nodes=4000, order_graph=0, most_nodes=0, first_programs=5, patience=1
)
"""MINOBS, a trial of A* that ends without a proof, linear programs, components of which a small one
takes dynamic programming, and a large one a trial of its own, branch and bound and BFBnB."""


def two_components(seed=1, n=20, *, cycle=True):
    """Few, large sets of `n` variables, most of them on cycles; and a cycle of three others."""
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        drawn = {tuple(sorted(rng.choice(others, 4, replace=False))) for _ in range(4)}
        lists[child] = [(-5.0, ()), *((float(-rng.random()), some) for some in sorted(drawn))]
    if not cycle:
        return dw.ParentSets.from_lists(names, lists)
    lists["a"] = [(-3.0, []), (-1.0, ["c"])]
    lists["b"] = [(-4.0, []), (-1.0, ["a"])]
    lists["c"] = [(-6.0, []), (-1.0, ["b"])]
    return dw.ParentSets.from_lists([*names, "a", "b", "c"], lists)


def every_step(generations=1, **options):
    """`Exact` with these options."""
    return dw.Exact(generations, replace(EVERY_STEP, **options))
