"""Random candidate parent sets for searches."""

import numpy as np

import dagwright as dw


def random_sets(n, seed, per_child=20, scale=10.0, required=False):
    """Lists in which cycles are tempting: every variable wants others, small sets least."""
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n)]
    lists = {}
    for i, child in enumerate(names):
        others = [name for name in names if name != child]
        some = {()}
        for _ in range(per_child):
            size = int(rng.integers(1, min(4, n)) if n > 1 else 0)
            some.add(tuple(sorted(rng.choice(others, size, replace=False))) if size else ())
        if required and i == n - 1:  # the last variable must come after the first
            some = {tuple(sorted({names[0], *parents})) for parents in some}
        lists[child] = [
            (float(-scale * rng.random() * (1 + 2 / (1 + len(parents)))), parents)
            for parents in sorted(some)
        ]
    return dw.ParentSets.from_lists(names, lists, keep_dominated=bool(seed % 2))


def hard_sets(n, seed, per_child=6, size=4):
    """Lists of few, large sets, most of which lie on cycles, so that simple bounds are poor."""
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        drawn = {tuple(sorted(rng.choice(others, size, replace=False))) for _ in range(per_child)}
        lists[child] = [(-5.0, ()), *((float(-2 * rng.random()), some) for some in sorted(drawn))]
    return dw.ParentSets.from_lists(names, lists)
