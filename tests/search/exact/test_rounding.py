"""Proofs hold whatever the scores are: one set of -1e15 must not make the others coarse."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from amount import scaled

import dagwright as dw
from dagwright.search.exact.cluster_lp import whole_multipliers
from dagwright.search.exact.cluster_problem import ClusterProblem

PROVERS = ["dp", "astar", "bfbnb", "ilp", "exact"]
RANGES = [1e-9, 1e-3, 1.0, 1e3, 1e6, 1e9, 1e12, 1e15]


def tolerance(score):
    return max(1e-6, 1e-9 * abs(score))


def random_lists(rng, spread, forbidden):
    """Return sets with scores within a spread, often tied, some of them forbidden."""
    names = [f"v{i}" for i in range(rng.randint(3, 6))]
    levels = rng.choice([None, 3, 10])
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        families = {(): 0.0}
        for _ in range(rng.randint(1, 8)):
            members = rng.sample(others, rng.randint(1, min(3, len(others))))
            families[tuple(sorted(members))] = 0.0
        for parents in families:
            share = rng.random() if levels is None else rng.randrange(levels) / levels
            families[parents] = -share * spread
        if rng.random() < 0.5:
            families[rng.choice(list(families))] = -forbidden
        lists[child] = [(score, list(parents)) for parents, score in families.items()]
    return dw.ParentSets.from_lists(names, lists)


def best_of_all(sets):
    """Return the highest score of a network, over all orders and in exact arithmetic."""
    lists = {
        name: [(frozenset(one.parents), Fraction(one.score)) for one in sets[name]]
        for name in sets.names
    }
    best = {frozenset(): Fraction(0)}
    for size in range(1, sets.n_variables + 1):
        for placed in map(frozenset, itertools.combinations(sets.names, size)):
            ways = [
                best[placed - {last}] + max(s for parents, s in lists[last] if parents < placed)
                for last in placed
            ]
            best[placed] = max(ways)
    return best[frozenset(sets.names)]


def check_claims(result, best):
    slack = tolerance(result.score)
    assert result.bound >= float(best) - slack
    assert result.bound >= result.score
    if result.bound - result.score <= slack:
        assert float(best) - result.score <= slack


@pytest.mark.parametrize("forbidden", RANGES)
def test_a_near_bound_means_the_best_network_at_every_range_of_scores(forbidden):
    for seed in range(scaled(38)):
        rng = random.Random(f"{forbidden} {seed}")
        sets = random_lists(rng, rng.choice([forbidden, 20.0]), forbidden)
        best = best_of_all(sets)
        for method in PROVERS:
            check_claims(dw.solve(sets, method, seed=seed), best)


@pytest.mark.parametrize("method", PROVERS)
@pytest.mark.parametrize("forbidden", [1e9, 1e12, 1e15])
def test_a_forbidden_set_costs_no_precision(method, forbidden):
    lists = {
        "a": [(-6, []), (-6, ["b"]), (0, ["c"])],
        "b": [(-forbidden, []), (-8, ["a"]), (-7, ["c"])],
        "c": [(-6, []), (-4, ["a"]), (-7, ["b"])],
    }
    result = dw.solve(dw.ParentSets.from_lists(["a", "b", "c"], lists), method)
    assert result.score == -13
    assert -13 <= result.bound <= -13 + 1e-6


@pytest.mark.parametrize("method", PROVERS)
def test_a_forbidden_set_that_every_network_has_is_counted(method):
    lists = {"a": [(-1e12, []), (-3, ["b"])], "b": [(-3e12, []), (-2, ["a"])]}
    result = dw.solve(dw.ParentSets.from_lists(["a", "b"], lists), method)
    assert result.score == -1e12 - 2
    assert 0 <= result.bound - result.score <= tolerance(result.score)


@pytest.mark.parametrize("method", PROVERS)
def test_required_parents_and_forbidden_sets_go_together(method):
    lists = {
        "a": [(-1e15, []), (-1, ["c"])],
        "b": [(-5, ["a"]), (-1, ["a", "c"])],
        "c": [(-4, []), (-1, ["b"]), (-2, ["a"])],
    }
    result = dw.solve(dw.ParentSets.from_lists(["a", "b", "c"], lists), method)
    assert result.score == -6
    assert -6 <= result.bound <= -6 + 1e-6


def many_lists(n_variables, n_sets, seed):
    rng = random.Random(seed)
    names = [f"v{i}" for i in range(n_variables)]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        scores = {(): -60 - rng.random() * 5}
        for _ in range(n_sets):
            scores[tuple(sorted(rng.sample(others, rng.randint(1, 3))))] = -rng.random() * 60
        lists[child] = [(score, list(parents)) for parents, score in scores.items()]
    lists[names[0]] = [(s if parents else -1e15, parents) for s, parents in lists[names[0]]]
    return dw.ParentSets.from_lists(names, lists)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_better_is_found_near_a_network_of_22_variables_that_is_proved(seed):
    sets = many_lists(22, 60, seed)
    result = dw.solve(sets, dw.Exact(generations=1), threads=1, seed=seed)
    other = dw.solve(sets, "minobs", start=result.dag, iterations=20_000, seed=seed, threads=1)
    assert other.score <= result.bound <= result.score + 1e-6


def test_nothing_better_is_found_near_a_network_of_60_variables_that_is_proved():
    sets = many_lists(60, 80, seed=0)
    result = dw.solve(sets, "exact", threads=1, seed=0)
    other = dw.solve(sets, "minobs", start=result.dag, iterations=20_000, seed=0, threads=1)
    assert other.score <= result.bound <= result.score + 1e-6


@pytest.mark.parametrize("multiplier", [2**63 - 1, 2**62, 2**60, -(2**63)])
def test_extreme_multipliers_make_a_bound_weak_and_never_wrong(multiplier):
    names = ["a", "b", "c"]
    lists = {v: [(-2, []), (-0.5, [u for u in names if u != v])] for v in names}
    problem = ClusterProblem(dw.ParentSets.from_lists(names, lists))
    multipliers = np.full(3, multiplier, np.int64)
    bound, _, _ = problem.sets.price(np.array([3, 6, 5], np.uint64), multipliers)
    assert bound * problem.unit <= 3.0  # of the network a -> c <- b, for instance


def test_whatever_the_solver_says_becomes_multipliers():
    said = np.array([np.nan, np.inf, -np.inf, -3.0, 2.7, 1e300, 1e18])
    multipliers = whole_multipliers(said)
    assert multipliers.dtype == np.int64
    assert multipliers[:4].tolist() == [0, 0, 0, 0]
    assert np.all(multipliers >= 0)
    assert sum(multipliers.tolist()) <= 2**60
    assert whole_multipliers(np.array([2.7, 5.0])).tolist() == [2, 5]


def test_the_course_of_a_proof_does_not_depend_on_the_clock():
    sets = many_lists(30, 60, 1)
    free = dw.solve(sets, "ilp", seed=1)
    limited = dw.solve(sets, "ilp", seed=1, time_limit=600)
    assert free.counters == limited.counters
    assert free.dag == limited.dag
    assert free.bound == limited.bound
