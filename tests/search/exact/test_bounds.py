"""bound, ILP and exact: what is special about each."""

import numpy as np
import pytest
from exact_cases import every_step, two_components

import dagwright as dw
from dagwright.running import Control, fake_clock
from dagwright.search.exact.branch_and_bound import BranchAndBound
from dagwright.search.exact.cluster_problem import ClusterProblem
from dagwright.search.exact.incumbent import Incumbent
from dagwright.search.known import Known


def random_sets(n_variables, seed, lists=8, size=3, scale=1.0):
    rng = np.random.default_rng(seed)
    names = [f"v{i}" for i in range(n_variables)]
    drawn = {}
    for child in names:
        others = [name for name in names if name != child]
        sets = {tuple(sorted(rng.choice(others, size, replace=False))) for _ in range(lists)}
        drawn[child] = [
            (-3.0 * scale, ()),
            *((-scale * rng.random(), some) for some in sorted(sets)),
        ]
    return dw.ParentSets.from_lists(names, drawn)


def test_the_bound_is_between_the_optimum_and_the_relaxed_score():
    sets = random_sets(9, seed=1)
    optimum = dw.solve(sets, "dp").score
    proved = dw.bound(sets)
    assert optimum <= float(proved) < sets.relaxed().score
    assert proved.score == float(proved)
    assert proved.rounds > 0


def test_without_time_the_bound_is_the_relaxed_score():
    sets = random_sets(9, seed=1)
    assert float(dw.bound(sets, time_limit=0)) == sets.relaxed().score


def test_a_bound_needs_parent_sets():
    with pytest.raises(dw.DagwrightError, match="bound needs ParentSets, not int"):
        dw.bound(3)
    with pytest.raises(dw.DagwrightError, match="time_limit=-1"):
        dw.bound(random_sets(4, seed=0), time_limit=-1)


def test_callbacks_see_the_bound_fall_and_can_stop_it():
    seen = []

    class Watch(dw.Callback):
        def on_progress(self, progress):
            seen.append(progress)
            return len(seen) == 5

    sets = random_sets(9, seed=1)
    with fake_clock(0.06):  # a look at every check
        stopped, whole = dw.bound(sets, callbacks=Watch()), dw.bound(sets)
    # One more look when it ends.
    assert len(seen) == 6
    assert stopped.rounds < whole.rounds
    bounds = [progress.bound for progress in seen]
    assert bounds == sorted(bounds, reverse=True)
    assert float(whole) < float(stopped) == bounds[-1] < sets.relaxed().score


@pytest.mark.parametrize("method", ["ilp", "exact"])
def test_the_same_seed_gives_the_same_search(method):
    sets = random_sets(8, seed=5, lists=5)
    first, second = (dw.solve(sets, method, seed=4) for _ in range(2))
    assert first.dag == second.dag
    assert first.counters == second.counters
    assert first.notes == second.notes
    assert first.score == pytest.approx(dw.solve(sets, "dp").score)


@pytest.mark.parametrize("method", ["ilp", "exact"])
def test_more_than_64_variables_are_solved(method):
    # 30 chains of three variables with a cycle in each, whose optimum is known.
    names, lists, optimum = [], {}, 0.0
    for k in range(30):
        a, b, c = trio = [f"{letter}{k}" for letter in "abc"]
        names += trio
        lists[a] = [(-3.0, []), (-1.0, [c])]
        lists[b] = [(-4.0, []), (-1.0, [a])]
        lists[c] = [(-6.0 - k, []), (-1.0, [b])]
        optimum += -3.0 - 1.0 - 1.0
    result = dw.solve(dw.ParentSets.from_lists(names, lists), method)
    assert result.status == "optimal"
    assert result.score == pytest.approx(optimum)


def test_scores_of_any_magnitude_are_solved():
    for scale in (1e-6, 1e6, 1e12):
        sets = random_sets(6, seed=2, lists=4, scale=scale)
        result = dw.solve(sets, "ilp")
        assert result.status == "optimal"
        assert result.score == pytest.approx(dw.solve(sets, "dp").score, abs=1e-6)


def test_required_parents_are_in_every_network():
    lists = {"a": [(-5, ["b"]), (-1, ["b", "c"])], "b": [(-4, []), (-1, ["c"])]}
    lists["c"] = [(-9, []), (-3, ["a"]), (-1, ["a", "b"])]
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    results = [dw.solve(sets, method) for method in ("ilp", "exact", "dp")]
    assert all(r.dag.has_edge("b", "a") and r.status == "optimal" for r in results)
    assert {r.score for r in results} == {-10.0}


def test_a_memory_limit_ends_branch_and_bound_with_a_valid_bound():
    sets = random_sets(8, seed=5, lists=5)
    problem, control = ClusterProblem(sets), Control("ilp")
    incumbent = Incumbent(problem, control, Known(sets.scope))
    search = BranchAndBound(problem, incumbent, seed=0)
    search.run(memory=0)
    assert control.reason == "memory" or search.proved
    assert incumbent.score_bound(search.excess) >= dw.solve(sets, "dp").score
    with pytest.raises(dw.ResourceError, match="ilp needs"):
        dw.solve(sets, "ilp", memory_limit="1M")


@pytest.mark.parametrize(
    ("options", "used"),
    [
        ({"first_programs": 1}, ": ilp, then bfbnb;"),
        ({"order_graph": 33}, ": bfbnb;"),
        ({"most_nodes": 1e9}, ": bfbnb;"),
    ],
)
def test_exact_searches_the_order_graph_where_its_options_say_so(options, used):
    sets = two_components()
    result = dw.solve(sets, every_step(**options), threads=1)
    assert result.status == "optimal"
    assert result.score == pytest.approx(dw.solve(sets, "astar").score)
    assert any(f"20 variables, 100 sets{used}" in note for note in result.notes)


def test_exact_says_what_was_removed_and_what_solved_it():
    options = dw.ExactOptions(small=0, trial_nodes=0, order_graph=0, most_nodes=0)
    sets = random_sets(7, seed=11, lists=5)
    result = dw.solve(sets, dw.Exact(options=options))
    assert any("sets removed" in note for note in result.notes)
    assert any("ilp" in note for note in result.notes)
    assert 0 <= result.counters["sets_removed"] < sets.n_sets
    assert result.status == "optimal"


def test_a_bad_parameter_is_refused():
    with pytest.raises(dw.DagwrightError, match="generations=0"):
        dw.Exact(generations=0)
