"""Every move of every neighbourhood against brute force and full re-scoring."""

import itertools

import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import datasets

import dagwright as dw
from dagwright import _core

NEIGHBOURHOODS = {name: getattr(_core.Neighbourhood, name) for name in ("adr", "adrs", "extended")}


def random_dag(names, seed, max_parents=4):
    rng = np.random.default_rng(seed)
    order = list(rng.permutation(len(names)))
    parents = [[] for _ in names]
    for position, child in enumerate(order):
        for parent in order[:position]:
            if rng.random() < 0.4 and len(parents[child]) < max_parents:
                parents[child].append(int(parent))
    return [sorted(p) for p in parents]


def is_acyclic(parents):
    left = set(range(len(parents)))
    while left:
        free = {v for v in left if not left & set(parents[v])}
        if not free:
            return False
        left -= free
    return True


def free_rules(n, max_parents=None, required=(), forbidden=()):
    return _core.Rules(n, list(forbidden), list(required), max_parents)


def total(oracle, parents):
    return sum(oracle.score(v, p) for v, p in enumerate(parents))


def key(parents):
    return tuple(map(tuple, parents))


def brute_force(parents, swaps, allowed=lambda parent, child: True, max_parents=99):
    """Every acyclic graph one addition, removal, reversal or (with `swaps`) swap away."""
    n = len(parents)
    found = set()

    def keep(changed):
        sets = [sorted(p) for p in changed]
        legal = all(allowed(p, c) for c in range(n) for p in sets[c])
        if legal and max(map(len, sets)) <= max_parents and is_acyclic(sets):
            found.add(key(sets))

    for a, b in itertools.permutations(range(n), 2):
        sets = [set(p) for p in parents]
        if a in sets[b]:
            sets[b].discard(a)
            keep(sets)
            sets[a].add(b)
            keep(sets)
        elif b not in sets[a]:
            sets[b].add(a)
            keep(sets)
        if a not in parents[b]:
            for old in parents[b] if swaps else ():
                keep([set(p) - {old} | {a} if c == b else set(p) for c, p in enumerate(parents)])
    return found


@settings(max_examples=scaled(40))
@given(data=datasets(max_variables=6, max_rows=150, max_arity=3), seed=st.integers(0, 10**6))
@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
@pytest.mark.parametrize("score", ["bic", "bdeu"])
def test_every_gain_is_the_difference_of_full_scores(score, neighbourhood, data, seed):
    oracle = dw.LocalScores(data, score, memory_limit="4M").oracle
    parents = random_dag(data.names, seed)
    before = total(oracle, parents)
    for losses in (False, True):
        moves = _core.list_moves(
            oracle,
            free_rules(len(parents)),
            parents,
            NEIGHBOURHOODS[neighbourhood],
            losses,
            seed,
        )
        for move in moves:
            assert is_acyclic(move.parents)
            gained = total(oracle, move.parents) - before
            assert move.gain == pytest.approx(gained, rel=1e-9, abs=1e-7)
            assert losses or move.gain > 0


@settings(max_examples=scaled(40))
@given(data=datasets(max_variables=6, max_rows=150, max_arity=3), seed=st.integers(0, 10**6))
@pytest.mark.parametrize("neighbourhood", ["adr", "adrs"])
def test_a_neighbourhood_is_what_brute_force_lists(neighbourhood, data, seed):
    n = len(data.names)
    oracle = dw.LocalScores(data, "bic", memory_limit="4M").oracle
    forbidden = [
        (a, b) for a, b in itertools.permutations(range(n), 2) if (a * 7 + b + seed) % 5 == 0
    ]
    parents = [
        [p for p in ps if (p, c) not in forbidden]
        for c, ps in enumerate(random_dag(data.names, seed, 2))
    ]
    rules = free_rules(n, 2, forbidden=forbidden)
    expected = brute_force(
        parents, neighbourhood == "adrs", lambda p, c: (p, c) not in forbidden, max_parents=2
    )
    moves = _core.list_moves(oracle, rules, parents, NEIGHBOURHOODS[neighbourhood], True, 0)
    assert {key(m.parents) for m in moves} == expected
    before = total(oracle, parents)
    gaining = _core.list_moves(oracle, rules, parents, NEIGHBOURHOODS[neighbourhood], False, 0)
    best = max((total(oracle, p) - before for p in map(list, expected)), default=0)
    assert max((m.gain for m in gaining), default=0) == pytest.approx(max(best, 0), abs=1e-6)


def test_required_edges_stay_and_forbidden_ones_stay_away_in_chains():
    rng = np.random.default_rng(0)
    names, lists = random_lists(rng, 6)
    sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
    oracle = _core.CandidateOracle(sets.core)
    chains = 0
    for seed in range(60):
        parents = random_dag(names, seed)
        required = [(p[0], c) for c, p in enumerate(parents) if p][:2]
        forbidden = [
            (a, b)
            for a, b in itertools.permutations(range(6), 2)
            if (a + b + seed) % 4 == 0 and a not in parents[b]
        ]
        rules = free_rules(6, 4, required, forbidden)
        for move in _core.list_moves(
            oracle, rules, parents, NEIGHBOURHOODS["extended"], False, seed
        ):
            assert all(p in move.parents[c] for p, c in required)
            assert not any(p in move.parents[c] for p, c in forbidden)
            assert max(map(len, move.parents)) <= 4
            chains += len(move.rest) > 0
    assert chains > 20


def random_lists(rng, n):
    """A score for every family of n variables, without ties."""
    names = [f"v{i}" for i in range(n)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        lists[child] = [
            (float(-10 * rng.random() - size), subset)
            for size in range(n)
            for subset in itertools.combinations(others, size)
        ]
    return names, lists


class NaiveChains:
    """S4, Algorithm 2, word for word on sets, following every choice among shortest cycles."""

    def __init__(self, oracle, parents):
        self.score = lambda v, p: oracle.score(v, sorted(p))
        self.parents = [frozenset(p) for p in parents]
        self.n = len(parents)

    def outcomes(self, replaced, source, target):
        """All graphs that the first step can lead to, with their gains; None if it can fail."""
        graph = list(self.parents)
        graph[target] = graph[target] - {replaced} | {source}
        gain = self.score(target, graph[target]) - self.score(target, self.parents[target])
        if gain <= 0:
            return {None}
        return set(self._go_on(tuple(graph), gain, frozenset(range(self.n)), (source, target)))

    def _go_on(self, graph, gain, candidates, first):
        cycles = self._shortest_cycles(graph)
        if not cycles:
            yield graph, round(gain, 6)
            return
        for cycle in cycles:
            left = candidates - set(cycle)
            arcs = [(cycle[i - 1], cycle[i]) for i in range(len(cycle))]
            arcs = [arc for arc in arcs if arc != first]
            deletion = max(arcs, key=lambda arc: self._change(graph, arc, None))
            change = self._change(graph, deletion, None)
            swap = None
            if gain + change <= 0:
                swaps = [
                    (arc, v) for arc in arcs for v in left if v != arc[1] and v not in graph[arc[1]]
                ]
                if not swaps:
                    yield None
                    continue
                deletion, swap = max(swaps, key=lambda s: self._change(graph, *s))
                change = self._change(graph, deletion, swap)
                if gain + change <= 0:
                    yield None
                    continue
            source, target = deletion
            after = list(graph)
            after[target] = after[target] - {source} | ({swap} if swap is not None else set())
            yield from self._go_on(tuple(after), gain + change, left, first)

    def _change(self, graph, arc, swap):
        source, target = arc
        family = graph[target] - {source} | ({swap} if swap is not None else set())
        return self.score(target, family) - self.score(target, graph[target])

    def _shortest_cycles(self, graph):
        for length in range(2, self.n + 1):
            found = [
                nodes
                for nodes in itertools.permutations(range(self.n), length)
                if nodes[0] == min(nodes)
                and all(nodes[i - 1] in graph[nodes[i]] for i in range(length))
            ]
            if found:
                return found
        return []


@pytest.mark.parametrize("seed", range(40))
def test_chains_are_those_of_a_naive_algorithm_2(seed):
    n = 5
    names, lists = random_lists(np.random.default_rng(seed), n)
    sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
    oracle = _core.CandidateOracle(sets.core)
    parents = random_dag(names, seed)
    naive = NaiveChains(oracle, parents)
    # With losses, or swaps for a parent that loses on its own would not be looked at.
    moves = _core.list_moves(oracle, free_rules(n), parents, NEIGHBOURHOODS["extended"], True, seed)
    found = {}
    for move in moves:
        step = move.first
        if move.gain > 0 and step.operation in (_core.Operation.add, _core.Operation.swap):
            old = step.replaced if step.operation == _core.Operation.swap else None
            found[(old, step.parent, step.child)] = move
    for source, target in itertools.permutations(range(n), 2):
        if source in parents[target]:
            continue
        for old in (None, *parents[target]):
            outcomes = naive.outcomes(old, source, target)
            move = found.get((old, source, target))
            reached = move and (tuple(frozenset(p) for p in move.parents), round(move.gain, 6))
            assert reached in outcomes


def test_a_climb_with_kept_chains_ends_where_new_ones_gain_nothing():
    """Chains are kept from move to move; at the end a naive search must agree that none is left,
    or that it depends on the choice among cycles."""
    for seed in range(40):
        names, lists = random_lists(np.random.default_rng(seed), 5)
        sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
        found = dw.solve(sets, dw.SGS(restarts=1), seed=seed)
        parents = [list(p) for p in found.dag.parent_indices()]
        oracle = _core.CandidateOracle(sets.core)
        naive = NaiveChains(oracle, parents)
        for source, target in itertools.permutations(range(5), 2):
            for old in (None, *parents[target]) if source not in parents[target] else ():
                assert None in naive.outcomes(old, source, target)
