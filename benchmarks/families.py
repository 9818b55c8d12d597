"""Random families to score: the same for every package."""

from __future__ import annotations

import math

import numpy as np

Family = tuple[int, ...]
"""Child first, then the parents."""


def draw_families(variables: int, parents: int, count: int, seed: int = 0) -> list[Family]:
    """Draw families whose variables differ as sets, so that no memo answers for another."""
    rng = np.random.default_rng([seed, parents])
    count = min(count, math.comb(variables, parents + 1))
    found: dict[frozenset[int], Family] = {}
    while len(found) < count:
        family = tuple(int(v) for v in rng.choice(variables, parents + 1, replace=False))
        found.setdefault(frozenset(family), family)
    return list(found.values())


def draw_bases(variables: int, parents: int, count: int, seed: int = 0) -> list[Family]:
    """Draw a child and all parents but the last; the last goes through all other variables."""
    rng = np.random.default_rng([seed, parents])
    children = (
        rng.permutation(variables)[:count] if parents == 1 else rng.integers(variables, size=count)
    )
    bases = []
    for child in children:
        others = np.setdiff1d(np.arange(variables), [child])
        chosen = rng.choice(others, parents - 1, replace=False)
        bases.append((int(child), *(int(v) for v in chosen)))
    return bases
