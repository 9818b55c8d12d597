"""Independence tests and max-min in plain Python, from their definitions."""

import itertools
import math
from collections import Counter

from scipy.stats import chi2


def g_test(codes, x, y, given, weights=None):
    """Return statistic, degrees of freedom and p-value."""
    rows = range(len(codes[x]))
    weight = [1] * len(rows) if weights is None else weights
    joint, with_x, with_y, alone = Counter(), Counter(), Counter(), Counter()
    for row in rows:
        z = tuple(int(codes[v][row]) for v in given)
        a, b = int(codes[x][row]), int(codes[y][row])
        joint[z, a, b] += weight[row]
        with_x[z, a] += weight[row]
        with_y[z, b] += weight[row]
        alone[z] += weight[row]
    statistic = 2 * math.fsum(
        n * math.log(n * alone[z] / (with_x[z, a] * with_y[z, b]))
        for (z, a, b), n in joint.items()
        if n
    )
    degrees = 0
    for z in alone:
        if alone[z]:
            states_x = sum(n > 0 for (other, _), n in with_x.items() if other == z)
            states_y = sum(n > 0 for (other, _), n in with_y.items() if other == z)
            degrees += (states_x - 1) * (states_y - 1)
    return statistic, degrees, chi2.sf(statistic, degrees) if degrees else 1.0


def subsets(members):
    return itertools.chain.from_iterable(
        itertools.combinations(members, size) for size in range(len(members) + 1)
    )


def max_min(codes, target, alpha):
    """Return the parents and children of one variable, before the symmetry correction."""
    n_rows = len(codes[target])

    def p_value(v, given):
        _, degrees, p = g_test(codes, v, target, given)
        return p if n_rows >= 5 * degrees else 1.0

    inside, outside = [], [v for v in range(len(codes)) if v != target]
    while outside:
        weakest = {v: max(p_value(v, given) for given in subsets(inside)) for v in outside}
        outside = [v for v in outside if weakest[v] <= alpha]
        if outside:
            inside.append(min(outside, key=lambda v: (weakest[v], v)))
            outside.remove(inside[-1])
    for v in list(inside):
        others = [other for other in inside if other != v]
        if any(p_value(v, given) > alpha for given in subsets(others)):
            inside = others
    return set(inside)


def mmpc(codes, alpha):
    found = [max_min(codes, target, alpha) for target in range(len(codes))]
    return [{v for v in found[t] if t in found[v]} for t in range(len(codes))]
