"""Operators and search over equivalence classes."""

import itertools

import numpy as np
import pytest
from amount import scaled
from faithful import random_faithful
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import datasets

import dagwright as dw
from dagwright import _core


def random_parents(rng, n):
    order = rng.permutation(n)
    parents = [[] for _ in range(n)]
    for a, b in itertools.combinations(order, 2):
        if rng.random() < 0.5:
            parents[b].append(int(a))
    return [sorted(p) for p in parents]


def total(oracle, parents):
    return sum(oracle.score(v, p) for v, p in enumerate(parents))


def class_of(names, parents):
    return dw.Dag.from_parents(names, parents).cpdag()


@pytest.mark.parametrize("score", ["bic", "bdeu"])
def test_every_gain_is_the_difference_between_extensions_on_200_cases(score):
    operators = 0
    for case in range(200):
        rng = np.random.default_rng(case)
        codes = rng.integers(0, 3, (5, 80))
        codes[1] = np.where(rng.random(80) < 0.6, codes[0], codes[1])
        codes[3] = np.where(rng.random(80) < 0.6, (codes[1] + codes[2]) % 3, codes[3])
        data = dw.Dataset.from_frame({f"v{i}": codes[i] for i in range(5)}, as_is=True)
        oracle = dw.LocalScores(data, score, memory_limit="4M").oracle
        parents = random_parents(rng, 5)
        before = total(oracle, parents)
        rules = _core.Rules(5, [], [], None)
        for view in _core.list_class_operators(oracle, rules, parents):
            operators += 1
            assert view.gain == pytest.approx(total(oracle, view.parents) - before, abs=1e-7)
            change = sum(map(len, view.parents)) - sum(map(len, parents))
            assert change == (1 if view.inserts else -1)
    assert operators > 500


@settings(max_examples=scaled(60))
@given(seed=st.integers(0, 10**6))
def test_operators_reach_exactly_the_adjacent_classes(seed):
    """Chickering's theorems 15 and 17: the classes with one edge more or fewer, by brute force."""
    rng = np.random.default_rng(seed)
    n = 4
    names = [f"v{i}" for i in range(n)]
    parents = random_parents(rng, n)
    # Each insertion and each deletion gains: two scores that reward or punish every edge.
    reach = {}
    for sign in (1, -1):
        lists = {
            child: [
                (sign * float(size), subset)
                for size in range(n)
                for subset in itertools.combinations([m for m in names if m != child], size)
            ]
            for child in names
        }
        sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
        oracle = _core.CandidateOracle(sets.core)
        for view in _core.list_class_operators(oracle, _core.Rules(n, [], [], None), parents):
            assert view.inserts == (sign > 0)
            reach.setdefault(view.inserts, set()).add(class_of(names, view.parents))
    expected = {True: set(), False: set()}
    here = class_of(names, parents)
    for dag in all_dags(n):
        if class_of(names, dag) != here:
            continue
        for a, b in itertools.permutations(range(n), 2):
            changed = [set(p) for p in dag]
            if a in changed[b]:
                changed[b].discard(a)
                expected[False].add(class_of(names, [sorted(p) for p in changed]))
            elif b not in changed[a]:
                changed[b].add(a)
                if is_acyclic(changed):
                    expected[True].add(class_of(names, [sorted(p) for p in changed]))
    assert reach.get(True, set()) == expected[True]
    assert reach.get(False, set()) == expected[False]


def is_acyclic(parents):
    left = set(range(len(parents)))
    while left:
        free = {v for v in left if not left & set(parents[v])}
        if not free:
            return False
        left -= free
    return True


def all_dags(n, known={}):  # noqa: B006 - a cache
    if n not in known:
        pairs = list(itertools.combinations(range(n), 2))
        known[n] = []
        for choice in itertools.product((None, 0, 1), repeat=len(pairs)):
            parents = [[] for _ in range(n)]
            for (a, b), c in zip(pairs, choice, strict=True):
                if c is not None:
                    parents[b if c else a].append(a if c else b)
            if is_acyclic(parents):
                known[n].append([sorted(p) for p in parents])
    return known[n]


def test_the_generating_class_is_found_at_100_000_rows():
    found = 0
    for seed in range(100, 160):
        truth, sample = random_faithful(seed)
        result = dw.learn(sample(100_000), score="bic", method="ges")
        found += dw.markov_equivalent(result.dag, truth)
    assert found >= 57  # 95 % of 60


@settings(max_examples=scaled(25))
@given(data=datasets(max_variables=6, max_rows=150, max_arity=3), seed=st.integers(0, 1000))
def test_each_step_of_the_trace_is_a_gain(data, seed):
    scores = dw.LocalScores(data, "bdeu", memory_limit="4M")
    result = dw.solve(scores, "ges", seed=seed)
    counters = result.counters
    assert counters["iterations"] == counters["insertions"] + counters["deletions"]
    assert len(result.trace) == counters["iterations"] + 1
    assert result.dag.n_edges == counters["insertions"] - counters["deletions"]
    dw.verify(result)


def test_the_seed_does_not_matter():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), "bic", memory_limit="64M")
    assert dw.solve(scores, "ges", seed=1).dag == dw.solve(scores, "ges", seed=2).dag


def test_the_degree_is_capped():
    scores = dw.LocalScores(dw.load_dataset("wdbc"), "bic", memory_limit="64M")
    for degree in (0, 1, 3):
        dag = dw.solve(scores, dw.GES(max_degree=degree)).dag
        assert max(len(dag.parents(v)) + len(dag.children(v)) for v in dag.names) == degree


def test_constraints_that_no_class_respects_by_itself_are_respected():
    data = dw.load_network("asia").sample(2000, seed=2)
    scores = dw.LocalScores(data, "bdeu")
    free = dw.solve(scores, "ges").dag
    for parent, child in free.edges:
        for constraints in (
            dw.Constraints(required=[(child, parent)]),
            dw.Constraints(forbidden=[(parent, child)]),
            dw.Constraints(forbidden=[(parent, child), (child, parent)]),
            dw.Constraints(tiers=[[child], [parent]]),
        ):
            result = dw.solve(scores, "ges", constraints=constraints)
            assert constraints.violations(result.dag) == []
            assert result.dag.n_edges > 0


def test_a_score_that_tells_equivalent_networks_apart_is_remarked():
    data = dw.load_network("asia").sample(300, seed=2)
    k2 = dw.solve(dw.LocalScores(data, "k2"), "ges")
    assert any("equivalent" in note for note in k2.notes)
    dw.verify(k2)
    assert dw.solve(dw.LocalScores(data, "bic"), "ges").notes == ()
