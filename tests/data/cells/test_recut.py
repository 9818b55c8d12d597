"""Cutting given neighbours: as good as the best of all partitions, by code that shares nothing."""

import itertools
import math

import numpy as np
import pytest

from dagwright.data.cells import FineCells, make_fine_cells, recut
from dagwright.errors import DataError

MISSING = 255


def bic(child, arity, parents, arities, weights):
    """Return the BIC of one family, counted row by row."""
    joint, marginal = {}, {}
    for row, weight in enumerate(weights.tolist()):
        z = tuple(int(parent[row]) for parent in parents)
        joint[z, int(child[row])] = joint.get((z, int(child[row])), 0) + weight
        marginal[z] = marginal.get(z, 0) + weight
    fit = sum(n * math.log(n / marginal[z]) for (z, _), n in joint.items() if n)
    parameters = math.prod(arities) * (arity - 1)
    return fit - math.log(weights.sum()) / 2 * parameters


class Example:
    """A column of few cells among parents and children that depend on it or not."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.n_cells, n_rows = int(rng.integers(2, 8)), int(rng.integers(20, 120))
        self.codes = rng.integers(0, self.n_cells, n_rows).astype(np.uint8)
        if seed % 2:
            self.codes[rng.random(n_rows) < 0.2] = MISSING
        self.weights = rng.integers(0, 4, n_rows) if seed % 3 else None
        self.cells = FineCells(self.codes, np.arange(self.n_cells), np.arange(self.n_cells))
        self.rng = rng
        self.parents = [self.neighbour() for _ in range(rng.integers(0, 3))]
        self.children = [
            (self.neighbour(), [self.neighbour() for _ in range(rng.integers(0, 3))])
            for _ in range(rng.integers(0, 3))
        ]

    def neighbour(self):
        arity = int(self.rng.integers(2, 4))
        noise = self.rng.integers(0, arity, len(self.codes))
        follows = self.rng.random(len(self.codes)) < self.rng.random()
        threshold = self.rng.integers(0, self.n_cells)
        return np.where(follows, self.codes > threshold, noise).astype(np.uint8), arity

    def objective(self, positions):
        weights = np.ones(len(self.codes), int) if self.weights is None else self.weights
        states = np.searchsorted(positions, self.codes, side="right")
        missing = self.codes == MISSING
        states[missing] = len(positions) + 1
        arity = len(positions) + 1 + bool(missing.any())
        total = bic(
            states, arity, [p for p, _ in self.parents], [r for _, r in self.parents], weights
        )
        for (child, child_arity), others in self.children:
            columns, arities = [states, *(z for z, _ in others)], [arity, *(r for _, r in others)]
            total += bic(child, child_arity, columns, arities, weights)
        sums = np.bincount(states[~missing], weights[~missing])
        return total - sum(n * math.log(n) for n in sums.tolist() if n)

    def occurring(self):
        weights = np.ones(len(self.codes), int) if self.weights is None else self.weights
        return [c for c in range(self.n_cells) if weights[self.codes == c].sum()]

    def recut(self, current, **options):
        return recut(self.cells, current, self.parents, self.children, self.weights, **options)


@pytest.mark.parametrize("seed", range(60))
def test_no_partition_is_better(seed):
    example = Example(seed)
    cells = example.occurring()
    assert len(cells) >= 2
    partitions = [
        cuts for k in range(1, len(cells)) for cuts in itertools.combinations(cells[1:], k)
    ]
    current = partitions[seed % len(partitions)]
    found, gain = example.recut(current)
    best = max(map(example.objective, partitions))
    assert found in partitions
    assert math.isclose(example.objective(found), best, abs_tol=1e-6)
    assert math.isclose(gain, best - example.objective(current), abs_tol=1e-6)
    assert example.recut(current, threads=3) == (found, gain)


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_rows_does_not_matter(seed):
    example = Example(seed)
    before = example.recut([1])
    order = np.random.default_rng(seed).permutation(len(example.codes))
    shuffle = lambda states: (states[0][order], states[1])  # noqa: E731
    cells = example.cells.take(order)
    weights = None if example.weights is None else example.weights[order]
    children = [(shuffle(y), list(map(shuffle, zs))) for y, zs in example.children]
    assert recut(cells, [1], list(map(shuffle, example.parents)), children, weights) == before


def smooth(n_rows, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n_rows)
    y = np.digitize(x + rng.normal(size=n_rows) / 2, [-1, 0, 1]).astype(np.uint8)
    return make_fine_cells(x), (y, 4)


def test_fewer_candidates_lose_next_to_nothing_and_never_fall_below_the_start():
    cells, child = smooth(5000, 1)
    full = recut(cells, [85, 170], [], [(child, [])])
    for most in (16, 32, 48):
        coarse = recut(cells, [85, 170], [], [(child, [])], most_candidates=most)
        assert 0.97 * full.gain < coarse.gain <= full.gain
        again = recut(cells, full.positions, [], [(child, [])], most_candidates=most)
        assert again == (full.positions, 0)


def test_what_depends_on_nothing_gets_the_fewest_states():
    cells, _ = smooth(2000, 2)
    noise = np.random.default_rng(3).integers(0, 3, 2000).astype(np.uint8), 3
    assert len(recut(cells, [50, 100, 150], [noise], []).positions) == 1


def test_the_penalty_counts_parameters():
    cells, child = smooth(3000, 4)
    free = recut(cells, [128], [], [(child, [])], penalty=0.0)
    assert len(free.positions) == 15
    assert len(recut(cells, [128], [], [(child, [])], penalty=1e12).positions) == 1


def test_families_with_more_joint_states_than_can_be_counted():
    cells, child = smooth(400, 5)
    rng = np.random.default_rng(6)
    others = [(rng.integers(0, 60000, 400).astype(np.uint16), 60000) for _ in range(80)]
    assert len(recut(cells, [10, 20], [], [(child, others)]).positions) == 1


def test_cuts_that_leave_a_state_empty_are_replaced():
    cells, child = smooth(300, 7)
    few = cells.take(cells.codes < 100)
    y = child[0][cells.codes < 100]
    found = recut(few, [50, 200], [], [((y, 4), [])])
    assert max(found.positions) < 100


def test_arrays_that_do_not_fit_are_refused():
    cells, child = smooth(50, 8)
    with pytest.raises(ValueError, match="differ in length"):
        recut(cells, [1], [(child[0][:-1], 4)], [])
    with pytest.raises(ValueError, match="beyond its arity"):
        recut(cells, [1], [(child[0], 2)], [])
    with pytest.raises(ValueError, match="unsigned"):
        recut(cells, [1], [(child[0].astype(np.int64), 4)], [])
    with pytest.raises(DataError, match="finite"):
        make_fine_cells([1.0], required_cuts=[math.nan])
