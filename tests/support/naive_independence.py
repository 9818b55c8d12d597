"""Independence tests and max-min in plain Python, from their definitions."""

import itertools
import math
from collections import Counter

from scipy.stats import chi2


def g_test(codes, x, y, given, weights=None, degrees="occurring"):
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
    free = 0
    for z in alone:
        if alone[z]:
            states_x = sum(n > 0 for (other, _), n in with_x.items() if other == z)
            states_y = sum(n > 0 for (other, _), n in with_y.items() if other == z)
            free += (states_x - 1) * (states_y - 1)
    if degrees == "effective" and free:
        tables = (joint, alone, with_x, with_y)
        xyz, z, xz, yz = (sum(n > 0 for n in table.values()) for table in tables)
        free = max(1, xyz - xz - yz + z)
    return statistic, free, chi2.sf(statistic, free) if free else 1.0


def subsets(members):
    return itertools.chain.from_iterable(
        itertools.combinations(members, size) for size in range(len(members) + 1)
    )


def max_min(codes, arities, target, alpha, rows_per_cell):
    """Return the parents and children of one variable, before the symmetry correction."""

    def participates(v, given):
        cells = math.prod(arities[u] for u in (v, target, *given))
        return len(codes[target]) >= rows_per_cell * cells

    def p_value(v, given):
        return g_test(codes, v, target, given)[2]

    def p_values(v, pool):
        return [p_value(v, given) for given in subsets(pool) if participates(v, given)]

    inside = []
    outside = [v for v in range(len(codes)) if v != target and participates(v, ())]
    while outside:
        weakest = {v: max(p_values(v, inside)) for v in outside}
        outside = [v for v in outside if weakest[v] <= alpha]
        if outside:
            inside.append(min(outside, key=lambda v: (weakest[v], v)))
            outside.remove(inside[-1])
    for v in list(inside):
        others = [other for other in inside if other != v]
        if max(p_values(v, others)) > alpha:
            inside = others
    return set(inside)


def mmpc(codes, alpha, arities=None, rows_per_cell=5.0):
    arities = [int(max(column)) + 1 for column in codes] if arities is None else arities
    found = [max_min(codes, arities, t, alpha, rows_per_cell) for t in range(len(codes))]
    return [{v for v in found[t] if t in found[v]} for t in range(len(codes))]
