"""Small problems over candidate sets, with every network and every cluster by brute force."""

from itertools import chain, combinations, pairwise, permutations, product

from hypothesis import strategies as st

import dagwright as dw


def subsets(items):
    items = list(items)
    return list(chain.from_iterable(combinations(items, k) for k in range(len(items) + 1)))


@st.composite
def small_sets(draw, max_variables=5, most_sets=6):
    """ParentSets of a few variables: scores with many ties, or without any."""
    n = draw(st.integers(1, max_variables))
    names = [f"v{i}" for i in range(n)]
    score = draw(st.sampled_from([st.integers(-6, 0).map(float), st.floats(-50.0, 0.0)]))
    lists = {}
    for child in names:
        others = subsets(name for name in names if name != child)
        chosen = draw(st.lists(st.sampled_from(others), unique=True, max_size=most_sets))
        lists[child] = [(draw(score), parents) for parents in sorted({(), *chosen})]
    return dw.ParentSets.from_lists(names, lists)


def networks(sets):
    """Yield the score of every acyclic choice of sets, and the choice as positions."""
    starts = sets.child_starts.tolist()
    members = [frozenset(sets.members[a:b].tolist()) for a, b in pairwise(sets.set_starts)]
    blocks = [range(a, b) for a, b in pairwise(starts)]
    for choice in product(*blocks):
        if acyclic([members[s] for s in choice]):
            yield float(sum(sets.scores[s] for s in choice)), choice


def acyclic(parents):
    left = set(range(len(parents)))
    while left:
        free = {v for v in left if not parents[v] & left}
        if not free:
            return False
        left -= free
    return True


def best_score(sets):
    """The optimum, by trying every order."""
    best = -float("inf")
    for order in permutations(sets.names):
        placed, total = [], 0.0
        for name in order:
            total += sets.best(name, placed).score
            placed.append(name)
        best = max(best, total)
    return best
