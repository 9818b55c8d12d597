"""Joint distributions of small networks, state by state."""

import itertools
import math

import numpy as np

import dagwright as dw


def random_network(seed, n=5, max_arity=3, edge_probability=0.5):
    """A random DAG with random probabilities, some of them 0."""
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n)]
    order = rng.permutation(n)
    edges = [
        (names[a], names[b])
        for a, b in itertools.combinations(order, 2)
        if rng.random() < edge_probability
    ]
    dag = dw.Dag(names, edges)
    states = {name: list(range(int(rng.integers(2, max_arity + 1)))) for name in names}
    cpts = {}
    for name in names:
        shape = [len(states[member]) for member in (*dag.parents(name), name)]
        weights = rng.random(shape) * (rng.random(shape) < 0.85) + 1e-3 * (rng.random() < 0.5)
        weights[..., 0] += 0.01
        cpts[name] = weights / weights.sum(axis=-1, keepdims=True)
    return dw.BayesianNetwork(dag, states, cpts)


def joint_of(net):
    """P(x) for each tuple of positions of states, in the order of the names."""
    sizes = [range(len(net.states[name])) for name in net.names]
    joint = {}
    for values in itertools.product(*sizes):
        at = dict(zip(net.names, values, strict=True))
        joint[values] = math.prod(
            net.cpts[name][tuple(at[member] for member in (*net.dag.parents(name), name))]
            for name in net.names
        )
    return joint


def marginal_of(joint, positions):
    found = {}
    for values, probability in joint.items():
        key = tuple(values[p] for p in positions)
        found[key] = found.get(key, 0.0) + probability
    return found


def network_of(joint, names, order):
    """A network in which every variable has all those before it in `order` as parents."""
    shape = [1 + max(values[v] for values in joint) for v in range(len(names))]
    table = np.zeros(shape)
    for values, probability in joint.items():
        table[values] = probability
    cpts, position = {}, {name: v for v, name in enumerate(names)}
    dag = dw.Dag(names, list(itertools.combinations(order, 2)))
    for name in names:
        family = [position[member] for member in (*dag.parents(name), name)]
        others = tuple(v for v in range(len(names)) if v not in family)
        where = [sorted(family).index(v) for v in family]
        part = np.moveaxis(table.sum(axis=others), where, range(len(family)))
        rows = part.sum(axis=-1, keepdims=True)
        even = np.full_like(part, 1 / part.shape[-1])
        cpts[name] = np.divide(part, rows, out=even, where=rows > 0)
    states = {name: list(range(size)) for name, size in zip(names, shape, strict=True)}
    return dw.BayesianNetwork(dag, states, cpts)
