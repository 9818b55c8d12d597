"""The heaviest matching, which covers sets of variables by pairs, against brute force."""

from itertools import combinations

import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st

from dagwright import _core


def heaviest_by_force(edges):
    best = 0
    for size in range(1, len(edges) + 1):
        for some in combinations(edges, size):
            ends = [v for a, b, _ in some for v in (a, b)]
            if len(set(ends)) == len(ends):
                best = max(best, sum(w for *_, w in some))
    return best


@settings(deadline=None, max_examples=scaled(300))
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] < e[1]),
        st.integers(1, 12),
        max_size=11,
    )
)
def test_the_matching_is_the_heaviest(weights):
    edges = [(a, b, w) for (a, b), w in weights.items()]
    assert _core.heaviest_matching(8, edges) == heaviest_by_force(edges)


@pytest.mark.parametrize("seed", range(3))
def test_the_matching_agrees_with_dynamic_programming_on_dense_graphs(seed):
    rng = np.random.default_rng(seed)
    for n in (6, 9, 12, 13):
        for _ in range(8):
            top = int(rng.choice([2, 10, 2**40]))
            weight = {
                pair: int(rng.integers(1, top))
                for pair in combinations(range(n), 2)
                if rng.random() < rng.choice([0.3, 0.6, 1.0])
            }
            best = [0] * 2**n
            for bits in range(1, 2**n):
                low = (bits & -bits).bit_length() - 1
                rest = bits & (bits - 1)
                best[bits] = max(
                    [best[rest]]
                    + [
                        w + best[rest & ~(1 << b)]
                        for (a, b), w in weight.items()
                        if a == low and rest >> b & 1
                    ]
                )
            edges = [(a, b, w) for (a, b), w in weight.items()]
            assert _core.heaviest_matching(n, edges) == best[-1]
