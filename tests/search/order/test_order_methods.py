"""The order searches: what they find, count, respect and refuse."""

import math
from itertools import permutations

import pytest
from amount import scaled
from naive_orders import best_score, order_score, random_sets

import dagwright as dw
from dagwright import _core
from dagwright.parameters import core_options

EFFORT = {
    "obs": dw.OBS(restarts=200),
    "obs tabu": dw.OBS(restarts=100, tabu=5),
    "asobs": dw.ASOBS(restarts=2000),
    "inobs": dw.INOBS(restarts=100),
    "inobs best": dw.INOBS(improvement="best", restarts=100),
    "inobs first": dw.INOBS(improvement="first", restarts=100),
    "inobs radius": dw.INOBS(radius=2, restarts=200),
    "inobs annealing": dw.INOBS(improvement=dw.walk.Annealing(), restarts=10),
    "inobs tabu": dw.INOBS(improvement=dw.walk.Tabu(), restarts=20),
    "iinobs": dw.IINOBS(restarts=5),
    "iinobs paper": dw.IINOBS(restarts=5, restart_rule="paper"),
    "minobs": dw.MINOBS(generations=10),
    "minobs rank": dw.MINOBS(generations=10, crossover="rank"),
    "minobs cycle": dw.MINOBS(generations=10, crossover="cycle"),
    "minobs coins": dw.MINOBS(generations=10, crossover=dw.crossover.OrderBased(exact=False)),
    "minobs islands": dw.MINOBS(generations=10, islands=3, migrate_every=2),
}
every_effort = pytest.mark.parametrize("method", EFFORT.values(), ids=EFFORT.keys())


@every_effort
@pytest.mark.parametrize("seed", range(3))
def test_enough_effort_finds_the_best_of_all_orders(method, seed):
    sets = random_sets(6, seed)
    assert dw.solve(sets, method, seed=seed).score == pytest.approx(best_score(sets))


@every_effort
def test_required_parents_come_first_in_the_best_of_all_feasible_orders(method):
    sets = random_sets(6, 5, required=[("f", "a"), ("a", "c")])
    result = dw.solve(sets, method, seed=1)
    assert result.score == pytest.approx(best_score(sets))
    assert {("f", "a"), ("a", "c")} <= set(result.dag.edges)


@every_effort
def test_the_number_of_threads_does_not_matter(method):
    sets = random_sets(14, 3, most_sets=30)
    one, three = (dw.solve(sets, method, seed=4, threads=t) for t in (1, 3))
    assert one.dag == three.dag
    assert [p[1:] for p in one.trace] == [p[1:] for p in three.trace]
    without_clock = [dict(r.counters, initial_microseconds=0) for r in (one, three)]
    assert without_clock[0] == without_clock[1]


@every_effort
@pytest.mark.parametrize("iterations", [1, 7, 30, 100])
def test_a_limit_on_iterations_holds_on_any_number_of_threads(method, iterations):
    sets = random_sets(14, 3, most_sets=30)
    one, three = (dw.solve(sets, method, seed=4, threads=t, iterations=iterations) for t in (1, 3))
    assert one.counters["iterations"] <= iterations
    assert one.stop_reason == "iterations"
    assert (one.dag, one.score) == (three.dag, three.score)
    assert one.counters["iterations"] == three.counters["iterations"]


@every_effort
def test_a_start_is_where_the_first_climb_begins(method):
    sets = random_sets(8, 2)
    order = list(reversed(sets.names))
    result = dw.solve(sets, method, start=order, iterations=1)
    assert result.score >= order_score(sets, order)
    assert result.trace[0].score == pytest.approx(order_score(sets, order))


@pytest.mark.parametrize("improvement", ["hybrid", "best", "first"])
@pytest.mark.parametrize("seed", range(5))
def test_a_descent_ends_where_no_insertion_gains(improvement, seed):
    sets = random_sets(9, seed, most_sets=20)
    index = _core.OrderIndex(sets.core)
    inputs = _core.OrderInputs(index, _core.random_order(index), None)
    options = core_options(_core.InobsOptions, dw.INOBS(improvement=improvement))
    resources = _core.Resources(seed=seed, threads=1, bytes=0)
    found = _core.inobs(inputs, options, resources, _core.RunControl())
    evaluator = _core.OrderEvaluator(index)
    evaluator.set_order(found.order)
    assert evaluator.score == pytest.approx(found.trace[-1].score)
    changes = [evaluator.insertion_change(v, to) for v in range(9) for to in range(9)]
    assert min(changes) == 0


def test_requirements_in_a_circle_are_refused_by_name():
    lists = {"a": [(-1, ["b"])], "b": [(-1, ["c"])], "c": [(-1, ["a"])], "d": [(-1, [])]}
    sets = dw.ParentSets.from_lists(list("abcd"), lists)
    with pytest.raises(dw.ConstraintError, match=r"a.*b|b.*c|c.*a"):
        dw.solve(sets, dw.INOBS())


def figure_2():
    """Three variables; the order a, b, c is a trap for swaps but not for insertions."""
    lists = {
        "a": [(-10, []), (-4, ["b", "c"])],
        "b": [(-10, []), (-9, ["a"])],
        "c": [(-10, []), (-9, ["a"])],
    }
    return dw.ParentSets.from_lists(list("abc"), lists)


def test_an_insertion_leaves_a_local_optimum_of_adjacent_swaps():
    # Figure 2 of Lee & van Beek: both neighbours by swaps are worse, one by insertion is better.
    sets, trap = figure_2(), ["a", "b", "c"]
    neighbours = [["b", "a", "c"], ["a", "c", "b"]]
    assert all(order_score(sets, order) <= order_score(sets, trap) for order in neighbours)
    # Work on a bound would find the best network of so small a problem.
    swaps = dw.solve(sets, dw.OBS(restarts=1), start=trap, bound=False)
    assert swaps.score == order_score(sets, trap)
    insertions = dw.solve(sets, dw.INOBS(), start=trap, bound=False)
    assert insertions.score == best_score(sets) > swaps.score


def test_insertions_are_runs_of_adjacent_swaps():
    # Figure 1 of Lee & van Beek: X2 goes forward to each later index by one more swap.
    sets = random_sets(6, 9)
    inserted, swapped = (_core.OrderEvaluator(_core.OrderIndex(sets.core)) for _ in range(2))
    inserted.set_order(range(6))
    swapped.set_order(range(6))
    start = inserted.excess
    for index in range(2, 6):
        change = inserted.insertion_change(1, index)
        swapped.exchange(index - 1, index)
        assert swapped.excess == start + change
    assert swapped.order == [0, 2, 3, 4, 5, 1]


def test_a_tabu_list_walks_on_where_plain_swaps_stop():
    sets, trap = figure_2(), ["a", "b", "c"]
    found = dw.solve(sets, dw.OBS(restarts=1, tabu=3), start=trap, bound=False)
    assert found.score == best_score(sets)


def test_swaps_end_after_max_iterations():
    sets = random_sets(12, 1, most_sets=30)
    result = dw.solve(sets, dw.OBS(restarts=3, max_iterations=2))
    assert result.counters["adjacent_swaps"] <= 6


def test_acyclic_selection_takes_parents_that_come_later():
    lists = {"a": [(-9, []), (-1, ["b"])], "b": [(-2, [])]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists)
    found = dw.solve(sets, dw.ASOBS(restarts=1), start=["a", "b"], bound=False)
    assert found.score == -3


def test_a_relaxed_bound_that_is_reached_ends_the_search_with_a_proof():
    lists = {"a": [(-9, []), (-1, ["b"])], "b": [(-2, [])]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists)
    for name in ("asobs", "iinobs", "minobs"):
        result = dw.solve(sets, name, time_limit=30)
        assert (result.status, result.stop_reason) == ("optimal", "completed")


def test_every_method_takes_each_initial_order_by_name_or_object():
    sets = random_sets(6, 0)
    best = best_score(sets)
    for name, kind in dw.METHODS.items():
        if not hasattr(kind, "initial"):
            continue
        for word in ("random", "dfs", "fas", "greedy"):
            result = dw.solve(sets, kind(initial=word), iterations=50, seed=2)
            assert result.method.initial.name == word, name
            assert result.score <= best + 1e-9
    assert dw.INOBS(initial=dw.initial.DfsOrder(prefer_freeing=True)).initial.prefer_freeing


def test_fas_weighs_what_a_cycle_costs():
    # Breaking a -> b costs 8, b -> a costs 1: every order has a before b.
    lists = {"a": [(-2, []), (-1, ["b"])], "b": [(-9, []), (-1, ["a"])]}
    index = _core.OrderIndex(dw.ParentSets.from_lists(["a", "b"], lists).core)
    assert {tuple(_core.fas_order(index).make(0, i)) for i in range(20)} == {(0, 1)}


def test_dfs_frees_children_first_if_asked():
    # a has no child; b is the only parent of c: a tie by the paper's product.
    lists = {"a": [(-1, [])], "b": [(-1, [])], "c": [(-9, []), (-1, ["b"])]}
    index = _core.OrderIndex(dw.ParentSets.from_lists(list("abc"), lists).core)
    first = [
        {_core.dfs_order(index, free).make(0, i)[0] for i in range(40)} for free in (False, True)
    ]
    assert first == [{0, 1}, {1}]


def test_counters_tell_what_happened():
    sets = random_sets(12, 1, most_sets=30)
    counters = dw.solve(sets, dw.MINOBS(generations=4, islands=2, migrate_every=2), seed=1).counters
    assert counters["restarts"] == 40
    assert counters["crossovers"] == 4 * 2 * 20
    assert counters["generations"] == 4
    assert counters["migrations"] == 2 * 2
    assert counters["local_optima"] == 40 + 4 * 2 * 26
    starts = counters["local_optima"]
    assert counters["iterations"] == starts + counters["insertions"]
    assert counters["orders_evaluated"] >= 11 * starts


def test_stale_populations_are_diversified():
    sets = random_sets(12, 1, most_sets=30)
    method = dw.MINOBS(generations=8, diversify_after=3, diversify_below=1.0, keep=5)
    counters = dw.solve(sets, method).counters
    assert counters["diversifications"] == 2
    assert counters["restarts"] == 20 + 2 * 15


def test_migrants_replace_the_worst():
    """Without exchanges children are copies: only migrants change islands, which soon agree."""
    method = dw.MINOBS(
        population=2,
        crossovers=0,
        mutations=1,
        mutation_power=0.0,
        islands=2,
        migrate_every=1,
        diversify_after=1,
        diversify_below=1e-9,
        keep=2,
        generations=8,
    )
    counters = dw.solve(random_sets(30, 3, most_sets=40), method, seed=1).counters
    assert counters["migrations"] == 16
    assert counters["diversifications"] > 0


def test_acceptances_count_towards_a_hard_restart():
    """With this leeway every local optimum is accepted, and none towards a soft one."""
    sets = random_sets(12, 1, most_sets=30)
    method = dw.IINOBS(restarts=1, leeway=1.0, soft_restart=10**6, hard_restart=3)
    assert dw.solve(sets, method, iterations=10**4).counters["local_optima"] == 1 + 3


@pytest.mark.parametrize("rule", ["code", "paper"])
def test_runs_end_by_their_restart_rule(rule):
    sets = random_sets(12, 1, most_sets=30)
    few, many = (
        dw.solve(sets, dw.IINOBS(restarts=3, restart_rule=rule, soft_restart=s, hard_restart=h))
        for s, h in ((1, 1), (40, 400))
    )
    assert few.counters["restarts"] == many.counters["restarts"] == 3
    assert few.counters["local_optima"] < many.counters["local_optima"]
    if rule == "paper":
        assert few.counters["local_optima"] == 3 + 3  # one perturbation a run


def test_scores_above_zero_are_searched_too():
    sets = random_sets(6, 4)
    lists = {v: [(s.score + 1000, s.parents) for s in sets[v]] for v in sets.names}
    shifted = dw.ParentSets.from_lists(sets.names, lists, keep_dominated=True)
    result = dw.solve(shifted, dw.IINOBS(restarts=3))
    assert result.score == pytest.approx(best_score(sets) + 6000)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: dw.INOBS(improvement="fast"), "improvement='fast'"),
        (lambda: dw.INOBS(restarts=0), "restarts=0"),
        (lambda: dw.INOBS(radius=0), "radius=0"),
        (lambda: dw.INOBS(initial="sorted"), "unknown initial 'sorted'"),
        (lambda: dw.INOBS(initial=dw.initial.DfsOrder), "initial="),
        (lambda: dw.OBS(tabu=0), "tabu=0"),
        (lambda: dw.OBS(max_iterations=None), "max_iterations=None"),
        (lambda: dw.IINOBS(leeway=-1), "leeway=-1"),
        (lambda: dw.IINOBS(restart_rule="mine"), "restart_rule='mine'"),
        (lambda: dw.IINOBS(soft_restart=None), "soft_restart=None"),
        (lambda: dw.MINOBS(population=1), "population=1"),
        (lambda: dw.MINOBS(keep=21), "keep=21"),
        (lambda: dw.MINOBS(crossover="two-point"), "unknown crossover 'two-point'"),
        (lambda: dw.MINOBS(crossovers=0, mutations=0), "above 0"),
        (lambda: dw.MINOBS(islands=0), "islands=0"),
        (lambda: dw.initial.GreedyOrder(choices=0), "choices=0"),
        (lambda: dw.walk.Annealing(cooling=1), "cooling=1"),
        (lambda: dw.walk.Annealing(start=math.inf), "start=inf"),
        (lambda: dw.walk.Tabu(length=0), "length=0"),
    ],
)
def test_bad_parameters_are_refused_by_name(make, words):
    with pytest.raises(dw.DagwrightError, match=words):
        make()


def test_two_variables_and_two_thousand_are_searched():
    pair = dw.ParentSets.from_lists(["a", "b"], {"a": [(-2, []), (-1, ["b"])], "b": [(-3, [])]})
    assert dw.solve(pair, dw.INOBS()).score == -4
    n = scaled(2000)
    names = [f"v{i}" for i in range(n)]
    chain = {v: [(-9, []), (-1, [names[i - 1]])] for i, v in enumerate(names) if i}
    sets = dw.ParentSets.from_lists(names, {"v0": [(-1, [])], **chain})
    assert dw.solve(sets, dw.INOBS(initial="fas")).score == -n
    assert dw.solve(sets, dw.MINOBS(), iterations=3000).score > -n * 9


def test_all_orders_of_three_are_reached_by_random_ones():
    index = _core.OrderIndex(random_sets(3).core)
    drawn = {tuple(_core.random_order(index).make(0, i)) for i in range(200)}
    assert drawn == set(permutations(range(3)))
