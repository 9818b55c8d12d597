"""Networks that a large sample shows as they are, and what d-separation says of them."""

import itertools

import numpy as np
from strategies import make_dataset

import dagwright as dw


def random_faithful(seed, n=5, edge_probability=0.45):
    """A random DAG, and a function that samples binary data from strong additive effects on it."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)
    names = [f"v{i}" for i in range(n)]
    edges = [
        (names[a], names[b])
        for a, b in itertools.combinations(order, 2)
        if rng.random() < edge_probability
    ]
    truth = dw.Dag(names, edges)
    effects = {edge: rng.choice([-1, 1]) * rng.uniform(0.8, 1.5) for edge in edges}

    def sample(rows):
        columns = {}
        for name in truth.topological_order():
            logit = np.full(rows, rng.uniform(-0.3, 0.3))
            for parent in truth.parents(name):
                logit += effects[(parent, name)] * (2 * columns[parent] - 1)
            columns[name] = (rng.random(rows) < 1 / (1 + np.exp(-logit))).astype(int)
        return make_dataset([columns[name] for name in names], [2] * n)

    return truth, sample


def is_separated(dag, a, b, given):
    """Whether `given` d-separates a from b: no path in the moral graph of their ancestors."""
    relevant, open_ = set(), [a, b, *given]
    while open_:
        name = open_.pop()
        if name not in relevant:
            relevant.add(name)
            open_.extend(dag.parents(name))
    links = {name: set() for name in relevant}
    for child in relevant:
        for one, other in itertools.combinations([child, *dag.parents(child)], 2):
            links[one].add(other)
            links[other].add(one)
    reached, open_ = set(given), [a]
    while open_:
        name = open_.pop()
        if name == b:
            return False
        if name not in reached:
            reached.add(name)
            open_.extend(links[name] - reached)
    return True


def is_independence_map(dag, truth):
    """Whether every separation in `dag` is one in `truth`: it suffices to look at its parents."""
    order = dag.topological_order()
    for position, name in enumerate(order):
        parents = dag.parents(name)
        for other in order[:position]:
            if other not in parents and not is_separated(truth, name, other, parents):
                return False
    return True
