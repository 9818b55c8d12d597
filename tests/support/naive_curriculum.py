"""Curriculum learning from its definitions, in plain Python."""

import math
from collections import Counter, defaultdict

import numpy as np

import dagwright as dw


def information(data, x, y):
    """I(x; y) in nats of the rows of a table."""
    weights = [1] * data.n_rows if data.weights is None else data.weights.tolist()
    pair, one, other = Counter(), Counter(), Counter()
    for a, b, weight in zip(data.codes[x].tolist(), data.codes[y].tolist(), weights, strict=True):
        pair[a, b] += weight
        one[a] += weight
        other[b] += weight
    total = sum(weights)
    return math.fsum(
        n / total * math.log(n * total / (one[a] * other[b])) for (a, b), n in pair.items() if n
    )


def selection_order(data):
    n = data.n_variables
    shared = [[information(data, x, y) if x != y else 0.0 for y in range(n)] for x in range(n)]
    order = [max(range(n), key=lambda v: (round(math.fsum(shared[v]), 9), -v))]
    while len(order) < n:
        rest = [v for v in range(n) if v not in order]
        average = {v: math.fsum(shared[v][u] for u in order) / len(order) for v in rest}
        order.append(max(rest, key=lambda v: (round(average[v], 9), -v)))
    return [data.names[v] for v in order]


def segments(data, selected):
    """The table of the selected variables, once for each joint value of the others."""
    kept = [v for v, name in enumerate(data.names) if name in selected]
    others = [v for v in range(data.n_variables) if v not in kept]
    rows = defaultdict(list)
    for row in range(data.n_rows):
        if data.weights is None or data.weights[row]:
            rows[tuple(int(data.codes[v][row]) for v in others)].append(row)
    return [
        dw.Dataset(
            [data.names[v] for v in kept],
            [data.states[v] for v in kept],
            [np.asarray(data.codes[v])[members] for v in kept],
            None if data.weights is None else data.weights[members],
        )
        for members in rows.values()
    ]


def stage_score(data, dag, ess, *, whole, penalty):
    """Eq. 8 of the paper: the sum over segments, less the penalty of every edge."""
    parts = segments(data, set(dag.names))
    score = dw.BDeu(ess if whole else ess / len(parts))
    total = math.fsum(dw.score_network(dag, part, score).total for part in parts)
    return total - penalty * len(dag.edges)


def learned_sizes(data, order, sizes, skip=0.02, skip_from="learned"):
    """Numbers of variables and of segments of the stages that are not skipped."""
    last, learned = data.total_weight, []
    for size in sizes:
        count = len(segments(data, set(order[:size])))
        is_learned = size == len(order) or abs(count - last) >= math.ceil(skip * last)
        if is_learned:
            learned.append((size, count))
        if is_learned or skip_from == "previous":
            last = count
    return learned
