"""Bounds, filters, components and branch and bound against brute force."""

import math
from itertools import pairwise

import numpy as np
import pytest
from amount import scaled
from cluster_cases import best_score, networks, small_sets, subsets
from hypothesis import given, settings
from hypothesis import strategies as st
from random_sets import random_sets

import dagwright as dw
from dagwright import _core
from dagwright.running import fake_clock, force_stop_at_check
from dagwright.search.exact.cluster_problem import ClusterProblem
from dagwright.search.exact.components import components_of, split
from dagwright.search.exact.filters import worth_keeping
from dagwright.search.exact.relaxation import prove

CLOSE = 1e-5


def members_of(problem, s):
    return set(problem.members[problem.set_starts[s] : problem.set_starts[s + 1]].tolist())


def as_bits(problem, clusters):
    rows = np.zeros((len(clusters), problem.sets.words), np.uint64)
    for row, cluster in zip(rows, clusters, strict=True):
        for v in cluster:
            row[v // 64] |= np.uint64(1) << np.uint64(v % 64)
    return rows


def variables_in(words):
    return {v for v in range(64 * len(words)) if int(words[v // 64]) >> (v % 64) & 1}


@st.composite
def multiplied(draw):
    """A problem, some clusters, and multipliers of them in units of excess."""
    sets = draw(small_sets())
    problem = ClusterProblem(sets)
    possible = [c for c in subsets(range(problem.n_variables)) if len(c) > 1]
    clusters = draw(st.lists(st.sampled_from(possible), max_size=6)) if possible else []
    multipliers = [draw(st.integers(0, 2**28)) for _ in clusters]
    return sets, problem, clusters, multipliers


@given(multiplied())
def test_reduced_costs_and_bound_equal_the_formula(case):
    _, problem, clusters, multipliers = case
    proof = prove(problem, as_bits(problem, clusters), np.array(multipliers, np.int64))
    reduced = [
        int(problem.excess[s])
        - sum(
            multiplier
            for cluster, multiplier in zip(clusters, multipliers, strict=True)
            if problem.child_of[s] in cluster and not members_of(problem, s) & set(cluster)
        )
        for s in range(problem.n_sets)
    ]
    assert proof.reduced.tolist() == reduced
    least = [
        min(reduced[s] for s in range(problem.n_sets) if problem.child_of[s] == child)
        for child in range(problem.n_variables)
    ]
    assert proof.minimum.tolist() == least
    assert proof.excess == sum(multipliers) + sum(least)


@given(multiplied())
def test_any_multipliers_bound_every_network_and_filters_keep_every_optimum(case):
    sets, problem, clusters, multipliers = case
    proof = prove(problem, as_bits(problem, clusters), np.array(multipliers, np.int64))
    choices = [np.array(choice) for _, choice in networks(sets)]
    least = min(problem.total(choice) for choice in choices)
    assert proof.excess <= least
    for incumbent in (least, least + 2**20):
        wanted = worth_keeping(problem, proof, incumbent)
        for choice in choices:
            assert wanted[choice].all() or problem.total(choice) > incumbent


@given(small_sets(), st.integers(0, 2**32))
def test_components_apart_are_as_good_as_the_whole(sets, seed):
    problem = ClusterProblem(sets)
    wanted = (np.random.default_rng(seed).random(problem.n_sets) < 0.6).astype(np.uint8)
    wanted[problem.smallest] = 1
    parts = split(problem, wanted)
    assert sorted(v for part in parts for v in part.variables) == list(range(problem.n_variables))
    best = max(score for score, choice in networks(sets) if wanted[list(choice)].all())
    assert sum(best_score(part.sets) for part in parts) == pytest.approx(best, abs=CLOSE)
    chosen = np.zeros(problem.n_variables, np.int64)
    for part in parts:
        solved = dw.solve(part.sets, "ilp")
        parents = [list(p) for p in solved.dag.parent_indices()]
        chosen[part.variables] = part.origin(parents)
    dag = dw.Dag.from_parents(sets.names, problem.parents(chosen))  # acyclic, or it raises
    assert sum(sets.find(v, dag.parents(v)).score for v in sets.names) == pytest.approx(
        best, abs=CLOSE
    )


@given(small_sets())
def test_components_are_those_of_reachability(sets):
    problem = ClusterProblem(sets)
    reach = {v: {v} for v in range(problem.n_variables)}
    for _ in range(problem.n_variables):
        for s in range(problem.n_sets):
            for member in members_of(problem, s):
                reach[int(problem.child_of[s])] |= reach[member]
    components = components_of(problem, problem.all_wanted())
    where = {v: k for k, component in enumerate(components) for v in component}
    for v, before_v in reach.items():
        for u, before_u in reach.items():
            assert (where[u] == where[v]) == (u in before_v and v in before_u)
            assert where[u] <= where[v] or u not in before_v


@given(small_sets(), st.integers(0, 2**32))
def test_separation_finds_broken_clusters_only_and_misses_none_of_an_integral_point(sets, seed):
    problem = ClusterProblem(sets)
    rng = np.random.default_rng(seed)
    starts = problem.child_starts
    chosen = np.array([rng.integers(a, b) for a, b in pairwise(starts)])
    words, violation = problem.sets.broken_clusters(chosen, np.ones(len(chosen)), 0.01, 100)
    parents = [members_of(problem, s) for s in chosen.tolist()]
    every = {
        cluster
        for cluster in subsets(range(problem.n_variables))
        if len(cluster) > 1 and all(parents[v] & set(cluster) for v in cluster)
    }
    found = [tuple(sorted(variables_in(row))) for row in words.reshape(-1, problem.sets.words)]
    assert set(found) <= every
    assert violation.tolist() == pytest.approx([1.0] * len(found))
    assert bool(found) == bool(every)


@given(small_sets(), st.integers(0, 2**32))
@settings(max_examples=scaled(200))
def test_separation_of_fractional_points_against_every_cluster(sets, seed):
    problem = ClusterProblem(sets)
    rng = np.random.default_rng(seed)
    weights = rng.random(problem.n_sets) * (rng.random(problem.n_sets) < 0.7) + 1e-3
    weights /= np.bincount(problem.child_of, weights)[problem.child_of]
    columns = np.arange(problem.n_sets)
    words, violation = problem.sets.broken_clusters(columns, weights, 0.05, 1000)

    def broken_by(cluster):
        return 1.0 - sum(
            weights[s]
            for s in range(problem.n_sets)
            if problem.child_of[s] in cluster and not members_of(problem, s) & set(cluster)
        )

    every = {c: broken_by(c) for c in subsets(range(problem.n_variables)) if len(c) > 1}
    found = [tuple(sorted(variables_in(row))) for row in words.reshape(-1, problem.sets.words)]
    assert violation.tolist() == sorted(violation.tolist(), reverse=True)
    for cluster, by in zip(found, violation.tolist(), strict=True):
        assert by == pytest.approx(every[cluster])
        assert by >= 0.05
    # The search is a heuristic, but on so few variables it must not miss what is badly broken.
    if max(every.values(), default=0.0) > 0.3:
        assert found


@given(small_sets(), st.integers(0, 2**32))
def test_propagation_keeps_every_network_of_the_allowed_sets(sets, seed):
    problem = ClusterProblem(sets)
    allowed = (np.random.default_rng(seed).random(problem.n_sets) < 0.6).astype(np.uint8)
    left = problem.sets.propagate(allowed)
    inside = [list(choice) for _, choice in networks(sets) if allowed[list(choice)].all()]
    if left is None:
        assert not inside
    else:
        assert (left <= allowed).all()
        assert all(left[choice].all() for choice in inside)


def test_kicks_lead_out_of_a_local_optimum():
    problem = ClusterProblem(random_sets(14, 3, per_child=30))

    def improved(kicks, seed):
        order = _core.improve_order(
            problem.index,
            list(range(problem.n_variables)),
            kicks=kicks,
            most_evaluated=10**6,
            seed=seed,
            control=_core.RunControl(),
        )
        return problem.total(problem.best_in_order(order))

    assert all(improved(50, seed) < improved(0, seed) for seed in range(3))


@given(small_sets(), st.integers(0, 2**32))
def test_improving_an_order_never_makes_it_worse(sets, seed):
    problem = ClusterProblem(sets)
    order = np.random.default_rng(seed).permutation(problem.n_variables).tolist()
    before = problem.total(problem.best_in_order(order))
    improved = _core.improve_order(
        problem.index,
        order,
        kicks=seed % 4,
        most_evaluated=1 + seed % 1000,
        seed=seed,
        control=_core.RunControl(),
    )
    assert sorted(improved) == list(range(problem.n_variables))
    assert problem.total(problem.best_in_order(improved)) <= before


@given(small_sets(max_variables=6))
@settings(deadline=None)
def test_the_bound_is_at_least_the_optimum_and_at_most_the_relaxed_score(sets):
    proved = dw.bound(sets)
    optimum = best_score(sets)
    assert optimum - CLOSE <= float(proved) <= sets.relaxed().score
    assert proved.network_score <= optimum + CLOSE
    # The bound can be computed again from the reported clusters and multipliers.
    total = math.fsum(-multiplier for multiplier in proved.clusters.values())
    for child in sets.names:
        total += max(
            one.score
            + sum(
                multiplier
                for cluster, multiplier in proved.clusters.items()
                if child in cluster and not set(cluster) & set(one.parents)
            )
            for one in sets[child]
        )
    assert total <= float(proved) + CLOSE


# Problems this small end in dynamic programming or in the trial otherwise.
BRANCHING = dw.ExactOptions(small=0, trial_nodes=2, root_programs=2)
METHODS = [dw.ILP(), dw.Exact(), dw.Exact(generations=1, options=BRANCHING)]


@given(small_sets(max_variables=6), st.sampled_from(METHODS))
@settings(deadline=None)
def test_the_optimum_is_that_of_brute_force(sets, method):
    result = dw.solve(sets, method)
    dw.verify(result)
    assert result.status == "optimal"
    assert result.score == pytest.approx(best_score(sets), abs=CLOSE)


@given(small_sets(), st.sampled_from(METHODS), st.floats(0, 1))
@settings(deadline=None)
def test_a_stop_anywhere_leaves_a_valid_bound(sets, method, place):
    best = best_score(sets)
    with fake_clock(1.0):
        checks = round(dw.solve(sets, method, threads=1).seconds)
        with force_stop_at_check(1 + round(place * max(0, checks - 1))):
            result = dw.solve(sets, method, threads=1)
    dw.verify(result)
    assert (result.stop_reason == "interrupted") == (checks > 0)
    assert result.bound >= best - CLOSE
    with force_stop_at_check(1 + round(9 * place)):
        assert float(dw.bound(sets)) >= best - CLOSE


def test_a_wrong_number_of_multipliers_is_refused():
    sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-1, [])], "b": [(-1, [])]})
    problem = ClusterProblem(sets)
    with pytest.raises(ValueError, match="one multiplier a cluster"):
        problem.sets.price(np.array([3], np.uint64), np.array([1, 2]))
    with pytest.raises(IndexError, match="no such set"):
        problem.sets.rows(np.array([3], np.uint64), np.array([7]))
    assert isinstance(problem.sets, _core.ClusterSets)
