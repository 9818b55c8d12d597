"""DP, A* and BFBnB against brute force and against each other."""

from itertools import permutations

import numpy as np
import pytest
from amount import scaled
from hypothesis import given, settings
from hypothesis import strategies as st
from random_sets import hard_sets, random_sets

import dagwright as dw
from dagwright import _core
from dagwright.search.exact.state_space import make_options

HEURISTICS = [
    dw.SimpleHeuristic(),
    dw.DynamicPatterns(k=2),
    dw.DynamicPatterns(k=3),
    dw.DynamicPatterns(k=4),
    dw.DynamicPatterns(k=2, cover="optimal"),
    dw.StaticPatterns(),
    dw.StaticPatterns(groups=1),
    dw.StaticPatterns(groups=3, grouping="connected"),
    dw.StaticPatterns(groups=2, grouping="correlated"),
]
QUERIES = ["table", "scan", "bits", "full"]


def brute_force(sets):
    return max(
        score
        for order in permutations(sets.names)
        if (score := score_of_order(sets, order)) is not None
    )


def score_of_order(sets, order):
    total = 0.0
    for position, child in enumerate(order):
        before = set(order[:position])
        inside = [s.score for s in sets[child] if set(s.parents) <= before]
        if not inside:
            return None
        total += max(inside)
    return total


def raw(sets, search, heuristic, queries="table", wide=False, climbs=100, spill="", **options):
    """Call the core directly, so that the wide form can be forced."""
    start = [list(sets.core.common_members(i)) for i in range(sets.n_variables)]
    how = make_options(
        sets, heuristic, queries=queries, climbs=climbs, spill=str(spill), force_wide=wide
    )
    resources = _core.Resources(
        seed=0, threads=options.pop("threads", 2), bytes=options.pop("memory", 2**30)
    )
    inputs = _core.ExactInputs(sets.core, start)
    return search(inputs, how, resources, _core.RunControl(**options))


def work(found):
    return found.counters["expanded"], found.counters["generated"]


@settings(deadline=None, max_examples=scaled(40))
@given(st.integers(1, 6), st.integers(0, 10**6), st.booleans())
def test_all_agree_with_brute_force(n, seed, required):
    sets = random_sets(n, seed, per_child=8, required=required and n > 1)
    best = brute_force(sets)
    for method in (dw.DynamicProgramming(), dw.AStar(), dw.BFBnB()):
        result = dw.solve(sets, method)
        assert result.score == pytest.approx(best, abs=1e-6)
        assert best <= result.bound <= result.score + 1e-6
        dw.verify(result)


@settings(deadline=None, max_examples=scaled(15))
@given(st.integers(2, 12), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_every_heuristic_gives_the_optimum(n, seed, required, wide):
    sets = random_sets(n, seed, required=required)
    want = raw(sets, _core.dynamic_programming, dw.SimpleHeuristic())
    best = want.trace[-1].score
    for heuristic in HEURISTICS:
        if getattr(heuristic, "groups", None) == 3 and n < 3:
            continue
        for search in (_core.a_star, _core.breadth_first_branch_and_bound):
            found = raw(sets, search, heuristic, wide=wide, climbs=seed % 3)
            assert found.proved
            assert found.trace[-1].score == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("queries", QUERIES)
@pytest.mark.parametrize("wide", [False, True])
def test_every_query_structure_gives_the_same_search(queries, wide):
    for seed in range(5):
        sets = random_sets(9, seed, per_child=150, required=seed > 2)
        heuristic = dw.StaticPatterns(groups=3)
        want = raw(sets, _core.a_star, heuristic, "scan")
        for search in (_core.a_star, _core.breadth_first_branch_and_bound):
            found = raw(sets, search, heuristic, queries, wide)
            assert found.parents == want.parents
            assert found.trace[-1].score == want.trace[-1].score
        found = raw(sets, _core.a_star, heuristic, queries, wide)
        assert work(found) == work(want)


def test_the_portable_instruction_set_gives_the_same_search(monkeypatch):
    sets = random_sets(11, 3, per_child=200)
    want = raw(sets, _core.a_star, dw.StaticPatterns())
    monkeypatch.setenv("DAGWRIGHT_CPU", "baseline")
    for wide in (False, True):
        found = raw(sets, _core.a_star, dw.StaticPatterns(), wide=wide)
        assert (found.parents, found.iterations) == (want.parents, want.iterations)


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=str)
@pytest.mark.parametrize("wide", [False, True])
def test_without_an_incumbent_the_search_itself_finds_the_network(heuristic, wide, tmp_path):
    for seed in range(6):
        sets = random_sets(9, seed, per_child=40, required=seed == 0)
        best = raw(sets, _core.dynamic_programming, dw.SimpleHeuristic()).trace[-1].score
        for search, spill in [
            (_core.a_star, ""),
            (_core.breadth_first_branch_and_bound, ""),
            (_core.breadth_first_branch_and_bound, tmp_path),
        ]:
            found = raw(sets, search, heuristic, wide=wide, climbs=0, spill=spill)
            assert found.proved
            assert found.trace[-1].iterations > 0
            assert found.trace[-1].score == pytest.approx(best, abs=1e-6)


def cost_to_go(sets, costs):
    """For every set of placed variables, the excess of the best completion."""
    n = sets.n_variables
    table = np.full(2**n, np.inf)
    table[2**n - 1] = 0.0
    for placed in range(2**n - 2, -1, -1):
        for child in range(n):
            if not placed >> child & 1:
                arc = costs[child][placed]
                table[placed] = min(table[placed], arc + table[placed | 1 << child])
    return table


def arc_costs(sets):
    n = sets.n_variables
    costs = np.full((n, 2**n), np.inf)
    for child, name in enumerate(sets.names):
        best = sets[name][0].score
        masks = [
            (sum(1 << sets.names.index(p) for p in s.parents), best - s.score) for s in sets[name]
        ]
        for placed in range(2**n):
            inside = [excess for mask, excess in masks if mask & ~placed == 0]
            costs[child][placed] = min(inside, default=np.inf)
    return costs


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=str)
@pytest.mark.parametrize("wide", [False, True])
def test_heuristics_are_admissible_and_say_whether_they_are_consistent(heuristic, wide):
    for seed in range(4):
        n = 7
        sets = random_sets(n, seed, per_child=15, required=seed == 3)
        costs = arc_costs(sets)
        to_go = cost_to_go(sets, costs)
        options = make_options(sets, heuristic, force_wide=wide)
        bounds, consistent = _core.exact_bounds(
            sets.core, options, list(range(2**n)), _core.RunControl()
        )
        assert np.all(np.array(bounds) <= to_go + 1e-5)
        assert bounds[2**n - 1] == 0.0
        if consistent:
            for placed in range(2**n):
                for child in range(n):
                    if not placed >> child & 1:
                        after = bounds[placed | 1 << child]
                        assert bounds[placed] <= costs[child][placed] + after + 1e-5
        greedy = isinstance(heuristic, dw.DynamicPatterns) and heuristic.cover == "greedy"
        assert consistent == (not greedy)


def test_one_group_of_all_variables_is_exact():
    sets = random_sets(8, 1)
    to_go = cost_to_go(sets, arc_costs(sets))
    options = make_options(sets, dw.StaticPatterns(groups=1))
    bounds, _ = _core.exact_bounds(sets.core, options, list(range(2**8)), _core.RunControl())
    assert np.allclose(bounds, to_go, atol=1e-5)


@pytest.mark.parametrize("search", [_core.a_star, _core.breadth_first_branch_and_bound])
@pytest.mark.parametrize("heuristic", [dw.SimpleHeuristic(), dw.DynamicPatterns(k=3)], ids=str)
def test_a_stop_anywhere_leaves_a_valid_bound(search, heuristic):
    sets = hard_sets(14, 5)
    best = raw(sets, _core.dynamic_programming, dw.SimpleHeuristic()).trace[-1].score
    bounds = []
    for check in [*range(1, 600, 4), 10**6]:
        found = raw(sets, search, heuristic, climbs=1, stop_at_check=check)
        assert found.trace[-1].score <= best + 1e-6
        if found.bound is not None:
            assert found.bound >= best - 1e-6
            bounds.append(found.bound)
    assert found.proved
    assert bounds == sorted(bounds, reverse=True)
    assert len(set(bounds)) > 2


@pytest.mark.parametrize("search", [_core.a_star, _core.breadth_first_branch_and_bound])
def test_the_end_of_memory_is_a_stop_with_a_bound(search):
    sets = hard_sets(17, 2)
    best = raw(sets, search, dw.StaticPatterns()).trace[-1].score
    control = _core.RunControl()
    options = make_options(sets, dw.SimpleHeuristic(), climbs=0)
    size = _core.exact_table_bytes(sets.core, options) + 2**20
    inputs = _core.ExactInputs(sets.core, [[] for _ in sets.names])
    found = search(inputs, options, _core.Resources(seed=0, threads=1, bytes=size), control)
    assert control.reason == _core.StopReason.memory
    assert found.counters["bytes"] < 2 * size
    assert not found.proved
    assert best - 1e-6 <= found.bound < sets.relaxed().score


def test_threads_do_not_change_breadth_first_search():
    sets = hard_sets(16, 1)
    one, two = (
        raw(
            sets,
            _core.breadth_first_branch_and_bound,
            dw.SimpleHeuristic(),
            climbs=0,
            threads=threads,
        )
        for threads in (1, 2)
    )
    assert one.counters["peak_nodes"] > 3 * 4096  # several ranges
    assert one.parents == two.parents
    assert work(one) == work(two)


def test_a_star_and_breadth_first_search_visit_the_same_nodes_from_the_optimum():
    sets = hard_sets(12, 7)
    best = dw.solve(sets, dw.DynamicProgramming())
    counts = {
        dw.solve(sets, method, start=best.dag).counters["expanded"]
        for method in (dw.AStar(), dw.BFBnB())
    }
    assert len(counts) == 1


def test_better_heuristics_expand_less():
    sets = hard_sets(12, 4)
    simple, pairs, matched, static = (
        dw.solve(sets, dw.AStar(h)).counters["expanded"]
        for h in (
            dw.SimpleHeuristic(),
            dw.DynamicPatterns(k=2),
            dw.DynamicPatterns(k=2, cover="optimal"),
            dw.StaticPatterns(),
        )
    )
    assert max(pairs, matched, static) < simple


def test_large_differences_of_scores_are_searched_at_a_coarser_scale():
    sets = random_sets(8, 1, scale=1e7)
    result = dw.solve(sets, dw.AStar())
    assert result.score == pytest.approx(brute_force_dp(sets), rel=1e-9)
    assert 0 < result.bound - result.score <= 1e-9 * abs(result.score)


def brute_force_dp(sets):
    to_go = cost_to_go(sets, arc_costs(sets))
    return sets.relaxed().score - to_go[0]


def wide_sets(n):
    names = [f"v{i:03}" for i in range(n)]
    lists = {name: [(-2.0, [])] for name in names}
    for i in range(n):  # pairs that want each other
        lists[names[i]].append((-1.0, [names[i ^ 1 if i ^ 1 < n else i - 1]]))
    return dw.ParentSets.from_lists(names, lists)


@pytest.mark.parametrize("n", [63, 64, 65, 100, 128])
def test_up_to_128_variables_are_searched(n):
    sets = wide_sets(n)
    patterns = dw.StaticPatterns(groups=[sets.names[i : i + 4] for i in range(0, n, 4)])
    for method in (dw.AStar(patterns), dw.BFBnB(patterns)):
        result = dw.solve(sets, method)
        assert result.score == -(n + n // 2)
        assert result.status == "optimal"


def test_more_variables_are_refused_with_advice():
    for method in (dw.AStar(), dw.BFBnB()):
        with pytest.raises(dw.ResourceError, match=r"128 variables.*ILP.*MINOBS"):
            dw.solve(wide_sets(129), method)
    with pytest.raises(dw.ResourceError):
        dw.solve(wide_sets(40), dw.DynamicProgramming())


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: dw.AStar(heuristic="best"), "heuristic"),
        (lambda: dw.AStar(heuristic=dw.SimpleHeuristic), "heuristic"),
        (lambda: dw.AStar(queries="tree"), "queries"),
        (lambda: dw.BFBnB(spill=7), "spill"),
        (lambda: dw.BFBnB(spill=""), "spill"),
        (lambda: dw.DynamicPatterns(k=5), "k=5"),
        (lambda: dw.DynamicPatterns(k=3, cover="optimal"), "NP-hard"),
        (lambda: dw.DynamicPatterns(cover="best"), "cover"),
        (lambda: dw.StaticPatterns(groups=2, sizes=(3, 4)), "not both"),
        (lambda: dw.StaticPatterns(groups=0), "groups"),
        (lambda: dw.StaticPatterns(groups="ab"), "groups"),
        (lambda: dw.StaticPatterns(sizes=(0, 4)), "sizes"),
        (lambda: dw.StaticPatterns(sizes=4), "sizes"),
        (lambda: dw.StaticPatterns(grouping="random"), "grouping"),
    ],
)
def test_bad_parameters_are_named(make, match):
    with pytest.raises(dw.DagwrightError, match=match):
        make()


@pytest.mark.parametrize(
    "patterns",
    [
        dw.StaticPatterns(sizes=(3, 4)),
        dw.StaticPatterns(groups=[["v0", "v1"], ["v2"]]),
        dw.StaticPatterns(groups=[["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v0"]]),
        dw.StaticPatterns(groups=[["v0", "v1", "v2", "v3"], ["v4", "v5", "v6", "other"]]),
    ],
)
def test_groups_must_fit_the_variables(patterns):
    with pytest.raises(dw.DagwrightError, match=r"variable"):
        dw.solve(random_sets(8, 0), dw.AStar(patterns))


def test_named_groups_are_used():
    sets = random_sets(6, 0)
    named = dw.StaticPatterns(groups=[["v5", "v0", "v2"], ["v1", "v3", "v4"]])
    assert named.options(sets).groups == [[5, 0, 2], [1, 3, 4]]
    assert dw.StaticPatterns(sizes=(4, 2)).options(sets).groups == [[0, 1, 2, 3], [4, 5]]


@pytest.mark.parametrize("grouping", ["connected", "correlated"])
def test_groups_keep_together_what_belongs_together(grouping):
    names = [f"v{i}" for i in range(8)]
    lists = {}
    for i, name in enumerate(names):  # even variables want each other, and odd ones
        friends = [other for j, other in enumerate(names) if j != i and (i - j) % 2 == 0]
        lists[name] = [(-9.0, []), *((-3.0, [friend]) for friend in friends)]
    sets = dw.ParentSets.from_lists(names, lists)
    groups = dw.StaticPatterns(groups=2, grouping=grouping).options(sets).groups
    assert sorted(map(sorted, groups)) == [[0, 2, 4, 6], [1, 3, 5, 7]]
