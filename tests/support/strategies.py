"""Random tables for property tests."""

import numpy as np
from hypothesis import strategies as st

import dagwright as dw


@st.composite
def datasets(draw, max_variables=6, max_rows=200, max_arity=10, weighted=None):
    """Tables in which columns depend on each other; declared states may be unobserved."""
    n = draw(st.integers(1, max_variables))
    rows = draw(st.integers(1, max_rows))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    arities = [draw(st.integers(1, max_arity)) for _ in range(n)]
    codes = []
    for v, arity in enumerate(arities):
        column = rng.integers(0, max(1, arity - draw(st.integers(0, 1))), rows)
        if v and draw(st.booleans()):
            model = codes[rng.integers(0, v)] % arity
            column = np.where(rng.random(rows) < 0.7, model, column)
        codes.append(column)
    if weighted is None:
        weighted = draw(st.booleans())
    weights = rng.integers(0, 6, rows) if weighted else None
    if weights is not None:
        weights[0] = max(1, weights[0])
    return make_dataset(codes, arities, weights)


def make_dataset(codes, arities, weights=None):
    """A Dataset with variables v0, v1, ... and states 0, 1, ..."""
    names = [f"v{i}" for i in range(len(codes))]
    states = [list(range(arity)) for arity in arities]
    return dw.Dataset(names, states, codes, weights)
