"""False claims that 0.1.0 made; each test names the report that found it."""

import dataclasses
import json
import math

import numpy as np
import pytest

import dagwright as dw
from dagwright.parents import widened
from dagwright.running import fake_clock, force_stop_at_check
from dagwright.search.explanation import describe_quality

OVER_SETS = [name for name, kind in dw.METHODS.items() if kind.needs != "data"]
TWO_WAYS = [("either", "dysp"), ("dysp", "either")]


@pytest.fixture(scope="module")
def asia():
    return dw.load_network("asia").sample(2000, seed=1)


@pytest.fixture(scope="module")
def free(asia):
    return dw.learn(asia)


@pytest.fixture(scope="module")
def pair():
    """A and B explain each other; forbidding both ways costs 5."""
    lists = {
        "A": [(-10, []), (-5, ["B"])],
        "B": [(-10, []), (-5, ["A"])],
        "C": [(-3, [])],
    }
    return dw.ParentSets.from_lists(["A", "B", "C"], lists)


# B1, D2: constraints narrow the scope.


@pytest.mark.parametrize(
    "constraints",
    [
        dw.Constraints(forbidden=TWO_WAYS),
        dw.Constraints(required=[("asia", "dysp")]),
        dw.Constraints(tiers=[["xray", "dysp"], ["asia", "smoke", "tub", "lung", "bronc"]]),
    ],
    ids=["forbidden", "required", "tiers"],
)
def test_a_proof_under_constraints_is_about_networks_that_respect_them(asia, free, constraints):
    result = dw.learn(asia, constraints=constraints)
    assert free.score > result.score
    assert result.status == "optimal"
    assert str(result.bound_scope) == "all networks that respect the constraints"
    assert "over all networks that respect the constraints." in describe_quality(result)
    assert not result.bound_scope.contains(free.dag)
    dw.verify(result, networks=[free.dag])


def test_a_scope_that_ignores_the_constraints_is_refuted(asia, free):
    result = dw.learn(asia, constraints=dw.Constraints(forbidden=TWO_WAYS))
    lie = tuple(bound._replace(scope=dw.Scope()) for bound in result.bounds)
    with pytest.raises(dw.DagwrightError, match="over all networks is below the score"):
        dw.verify(
            dataclasses.replace(result, bounds=lie, bound_scope=dw.Scope()), networks=[free.dag]
        )


@pytest.mark.parametrize("name", OVER_SETS)
def test_every_method_over_sets_names_the_constraints(asia, free, name):
    constraints = dw.Constraints(forbidden=TWO_WAYS, max_parents=2)
    scores = dw.LocalScores(asia)
    sets = dw.find_parent_sets(scores, constraints=constraints)
    for result in (
        dw.solve(sets, name, iterations=200),
        dw.solve(dw.find_parent_sets(scores), name, iterations=200, constraints=constraints),
    ):
        assert "that respect the constraints" in str(result.bound_scope)
        assert result.bound_scope.contains(result.dag)
        dw.verify(result, scores.data, networks=[free.dag])


def test_lists_remember_their_constraints_in_files(asia, tmp_path):
    constraints = dw.Constraints(forbidden=TWO_WAYS, tiers=[["asia"], ["tub"]])
    sets = dw.find_parent_sets(dw.LocalScores(asia), constraints=constraints)
    for suffix in ("jkl", "dwps"):
        sets.write(tmp_path / f"sets.{suffix}")
        again = dw.read_parent_sets(tmp_path / f"sets.{suffix}")
        assert again.constraints == constraints
        assert dw.solve(again, "exact").bound_scope == sets.scope


def test_constraints_on_lists_by_hand(pair):
    forbidden = dw.Constraints(forbidden=[("A", "B"), ("B", "A")])
    result = dw.solve(pair, "exact", constraints=forbidden)
    assert (result.score, str(result.status)) == (-23.0, "optimal")
    assert str(result.bound_scope) == (
        "networks of these candidate sets that respect the constraints"
    )


# B15, B21: the network is a member of the class it is about.


def test_lists_beyond_their_complete_size_are_the_scope_themselves():
    scores = dw.LocalScores(dw.load_network("alarm").sample(1000, seed=2))
    sets = dw.find_parent_sets(scores, dw.Greedy(max_evaluations=200))
    assert min(sets.complete_size.values()) == 1 < sets.largest_size
    result = dw.solve(sets, "exact", time_limit=20)
    assert max(len(result.dag.parents(name)) for name in result.dag.names) > 1
    assert str(result.bound_scope) == "networks of these candidate sets"
    assert result.bound_scope.contains(result.dag)


def test_no_parents_at_all_is_a_limit_like_any_other(asia):
    result = dw.learn(asia, constraints=dw.Constraints(max_parents=0))
    assert str(result.bound_scope) == "networks with at most 0 parents per variable"
    assert result.status == "optimal"


def test_a_limit_of_the_selection_holds_in_every_stage():
    data = dw.load_network("alarm").sample(300, seed=1)
    selection = dw.Sequential(max_parents=1, seconds_per_variable=1e-9)
    result = dw.learn(data, selection=selection, time_limit=2)
    assert max(len(result.dag.parents(name)) for name in result.dag.names) == 1
    assert result.bound_scope == dw.Scope(max_parents=1)


# B7, D3: nothing enumerated, nothing certified.


@pytest.mark.parametrize("method", ["auto", "exact", "minobs"])
def test_sets_that_were_cut_short_prove_nothing_about_all_networks(method):
    data = dw.load_network("alarm").sample(500, seed=1)
    selection = dw.Sequential(seconds_per_variable=1e-9)
    result = dw.learn(data, method=method, selection=selection, time_limit=3)
    assert result.status == "feasible"
    assert result.gap > 0
    assert result.stop_reason == "time"
    assert result.bound_scope == dw.Scope()
    assert result.dag.n_edges > 0
    assert "over all networks no useful bound yet" in describe_quality(result)
    assert result.bound_trace[-1].bound == result.bound
    narrower = [bound for bound in result.bounds if not bound.scope.includes(dw.Scope())]
    assert narrower
    assert min(bound.score for bound in narrower) < result.bound


def test_a_limit_of_no_time_still_finds_a_network():
    data = dw.load_network("alarm").sample(5000, seed=1)
    result = dw.learn(data, time_limit=0)
    assert result.dag.n_edges > 20
    assert result.status == "feasible"
    assert result.stop_reason == "time"


def test_wide_tables_begin_with_a_pass_that_finds_strong_edges():
    rng = np.random.default_rng(0)
    even = rng.integers(0, 2, (300, 400))
    odd = np.where(rng.random(even.shape) < 0.1, 1 - even, even)
    table = np.stack([even, odd], axis=2).reshape(300, 800)
    data = dw.Dataset.from_frame(table, as_is=True)
    result = dw.learn(data, time_limit=0.3, threads=1)
    assert result.status == "feasible"
    assert result.dag.n_edges > 0
    assert result.gap > 0.2


def test_an_empty_network_from_lack_of_time_says_so(asia):
    result = dw.solve(dw.LocalScores(asia), "hill-climbing", time_limit=0)
    assert result.dag.n_edges == 0
    assert any(
        "no edge was found before the search had to stop" in warning for warning in result.warnings
    )


def test_both_the_narrow_proof_and_the_wide_bound_are_said():
    sets = dw.ParentSets.from_arrays(
        ["a", "b", "c"],
        [0, 2, 4, 6],
        [-10.0, -12.0, -11.0, -12.0, -11.5, -12.0],
        [0, 1, 1, 2, 2, 3, 3],
        [1, 0, 0],
        complete_size=[1, 1, 1],
        unseen_bound=[-9.9, -10.9, -11.4],
    )
    result = dw.solve(sets, "exact")
    asked = dataclasses.replace(result, bound_scope=dw.Scope())
    assert describe_quality(asked).startswith(
        "Not proved optimal: no better one among networks with at most 1 parent per variable; "
        "over all networks at most "
    )
    assert asked.status == "feasible"
    assert asked.bound == pytest.approx(-9.9 - 10.9 - 11.4)


# B22: a gap within the tolerance is a proof, and ends the search.


@pytest.mark.parametrize("name", ["minobs", "inobs", "obs", "hill-climbing"])
def test_a_reached_bound_is_a_proof_and_ends_the_search(name):
    lists = {"A": [(-10, []), (-5, ["B"])], "B": [(-5, [])], "C": [(-3, [])]}
    sets = dw.ParentSets.from_lists(["A", "B", "C"], lists)
    result = dw.solve(sets, name, time_limit=600)
    assert result.score == -13.0
    assert (str(result.status), result.gap) == ("optimal", 0.0)
    assert result.stop_reason == "completed"
    assert describe_quality(result).startswith("Optimal")


def test_a_bound_within_the_tolerance_is_a_proof(pair):
    result = dw.solve(pair, "minobs", iterations=100)
    assert (result.score, str(result.status), result.gap) == (-18.0, "optimal", 0.0)


def test_complete_sets_are_proved_whatever_the_number_of_variables():
    rng = np.random.default_rng(1)
    chain = rng.integers(0, 2, (400, 70)).cumsum(axis=1) % 2
    result = dw.learn(chain, constraints=dw.Constraints(max_parents=1), time_limit=30)
    assert result.status == "optimal"
    assert result.method.name == "exact"


# D18, B28: reproducible means all of it, and completed means completed.


def test_a_reproducible_result_has_the_same_bound_again():
    sets = dw.find_parent_sets(
        dw.LocalScores(dw.load_dataset("wdbc")), dw.Sequential(max_parents=2)
    )
    first, second = (dw.solve(sets, "minobs", iterations=2000, seed=3) for _ in range(2))
    assert first.reproducible
    assert first.bounds == second.bounds
    assert math.isfinite(first.bound)
    assert (first.dag, first.score, first.gap, first.status) == (
        second.dag,
        second.score,
        second.gap,
        second.status,
    )


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"memory_limit": "16M", "threads": 2}, "threads that share the memory limit"),
        ({"memory_limit": "16M", "threads": 1}, None),
    ],
)
def test_memory_that_cut_the_sets_short(limits, reason):
    data = dw.load_network("alarm").sample(2000, seed=1)
    result = dw.learn(
        data, method=dw.MINOBS(generations=1), score="log-likelihood", time_limit=None, **limits
    )
    assert result.stop_reason == "memory"
    assert result.status == "feasible"
    assert result.reproducible == (reason is None)
    assert reason is None or any(reason in why for why in result.irreproducible)


def test_a_search_over_sets_that_the_clock_cut_short_did_not_complete():
    data = dw.load_network("alarm").sample(500, seed=1)
    selection = dw.Sequential(seconds_per_variable=1e-9)
    result = dw.learn(data, method=dw.MINOBS(generations=1), selection=selection)
    assert result.stop_reason == "time"
    assert not result.reproducible
    assert "completed" not in str(result)


def test_the_record_for_scripts_has_scope_and_bounds(asia, tmp_path):
    from dagwright.cli.record import as_record  # noqa: PLC0415

    result = dw.learn(asia, constraints=dw.Constraints(forbidden=TWO_WAYS))
    record = json.loads(json.dumps(as_record(result)))
    assert dw.Scope.from_json(record["scope"]) == result.bound_scope
    assert record["bound_scope"] == "all networks that respect the constraints"


@pytest.mark.parametrize("check", [2, 5, 10])
def test_a_bound_on_the_way_is_no_lower_than_the_best_network(check):
    rng = np.random.default_rng(0)
    columns = rng.integers(0, 3, (300, 8))
    for later in range(1, 8):
        same = rng.random(300) < 0.6
        columns[same, later] = columns[same, later - 1]
    table = {f"v{place}": columns[:, place].tolist() for place in range(8)}
    best = dw.learn(table)
    assert best.status == "optimal"
    with force_stop_at_check(check):
        result = dw.learn(table, method="ilp")
    assert str(result.bound_scope) == "all networks"
    assert all(point.bound >= best.score - 1e-6 for point in result.bound_trace)
    assert result.bound_trace[-1].bound == result.bound


@pytest.mark.parametrize("method", ["exact", "ilp", "minobs"])
def test_an_empty_network_from_lists_that_were_hardly_begun_says_so(asia, method):
    with force_stop_at_check(1):
        result = dw.learn(asia, method=method)
    assert result.stop_reason == "interrupted"
    assert not result.dag.edges
    assert sum("no edge was found" in warning for warning in result.warnings) == 1


def test_a_network_to_start_from_is_never_lost(asia, free):
    few = dw.Greedy(max_evaluations=3)
    result = dw.learn(asia, method="exact", selection=few, start=free.dag)
    assert result.score >= free.score - 1e-6
    # Its families join the lists, so that what is proved about these covers it.
    lists = [bound.scope for bound in result.bounds if bound.scope.candidate_sets is not None]
    assert lists
    assert all(scope.contains(free.dag) for scope in lists)


@pytest.mark.parametrize("method", ["auto", "exact", "minobs", "hill-climbing"])
@pytest.mark.parametrize("check", [1, 5, 30, 1000])
def test_a_network_to_start_from_survives_a_stop(asia, free, method, check):
    with force_stop_at_check(check):
        result = dw.learn(asia, method=method, start=free.dag)
    assert result.score >= free.score - 1e-6


def test_a_bound_never_counts_more_than_was_looked_at():
    # Differences of 1e-9 are below the tolerance: nothing is searched, and the bound says so.
    lists = {"a": [(-1e-9, []), (0, ["b"])], "b": [(-1e-9, []), (0, ["a"])]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists)
    for name in ("ilp", "exact", "dp", "astar", "bfbnb"):
        result = dw.solve(sets, name)
        assert result.bound >= -1e-9
        assert result.status == "optimal"


def test_an_unseen_bound_beyond_all_scores_is_no_bound():
    sets = dw.ParentSets.from_arrays(
        ["a", "b"], [0, 1, 2], [1.0, 2.0], [0, 0, 0], [], unseen_bound=[2e15, 3.0]
    )
    result = dw.solve(sets, "exact")
    assert [str(bound.scope) for bound in result.bounds][-1] == "networks of these candidate sets"
    assert widened(sets) is None


class Bounds(dw.Callback):
    def __init__(self):
        self.seen = set()

    def on_progress(self, progress):
        self.seen.add(progress.bound)


@pytest.mark.parametrize(("seconds", "is_covered"), [(1e-9, False), (None, True)])
def test_observers_see_no_bound_over_sets_that_were_cut_short(seconds, is_covered):
    bounds = Bounds()
    selection = dw.Sequential(max_parents=2, seconds_per_variable=seconds)
    data = dw.load_network("child").sample(300, seed=1)
    with fake_clock(1e-5):
        result = dw.learn(
            data, method="astar", selection=selection, time_limit=2, callbacks=bounds, threads=1
        )
    over_sets = min(bound.score for bound in result.bounds)
    assert min(bounds.seen) >= result.bound
    assert (min(bounds.seen) == over_sets) == is_covered
