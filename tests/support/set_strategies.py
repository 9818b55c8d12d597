"""Random candidate parent sets for property tests."""

from itertools import combinations

from hypothesis import strategies as st

import dagwright as dw

SCORES = st.one_of(
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(-1e15, 1e15),
    st.integers(-3, 0).map(float),
)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@st.composite
def scored_lists(draw, max_variables=5, names=NAMES):
    """Names, and for each some sets with scores, the empty one among them."""
    chosen = draw(st.lists(names, min_size=1, max_size=max_variables, unique=True))
    lists = {}
    for child in chosen:
        others = [name for name in chosen if name != child]
        sets = [some for size in range(len(others) + 1) for some in combinations(others, size)]
        some = draw(st.lists(st.sampled_from(sets), unique=True, max_size=12))
        lists[child] = [(draw(SCORES), parents) for parents in {(), *some}]
    return chosen, lists


@st.composite
def parent_sets(draw, max_variables=5, names=NAMES):
    """ParentSets, with dominated sets or without, and with something known of them or not."""
    chosen, lists = draw(scored_lists(max_variables, names))
    keep = draw(st.booleans())
    sets = dw.ParentSets.from_lists(chosen, lists, keep_dominated=keep)
    return dw.ParentSets.from_arrays(
        chosen,
        *(sets.child_starts, sets.scores, sets.set_starts, sets.members),
        score=draw(st.sampled_from([None, dw.BIC(), dw.BDeu(ess=2.5)])),
        rows=draw(st.none() | st.integers(1, 10**9)),
        fingerprint=draw(st.none() | st.text(max_size=5)),
        complete_size=draw(_per_child(chosen, st.integers(0, 9) | st.just(float("inf")))),
        unseen_bound=draw(_per_child(chosen, st.floats(allow_nan=False))),
        evaluations=draw(_per_child(chosen, st.integers(0, 10**9))),
        notes=draw(st.lists(st.text(max_size=5), max_size=2)),
        pruned=draw(st.sampled_from([None, not keep])),
    )


def _per_child(names, values):
    return st.none() | st.lists(values, min_size=len(names), max_size=len(names))
