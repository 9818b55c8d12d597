import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext

import numpy as np
import pytest
from strategies import make_dataset

import dagwright as dw
from dagwright import _core
from dagwright.parents import enumerate_parent_sets
from dagwright.running import Control, Limits, force_stop_at_check


@pytest.fixture(scope="module")
def scores():
    return dw.LocalScores(dw.load_dataset("wdbc"), memory_limit="256M")


@pytest.fixture(scope="module")
def small(scores):
    data = scores.data.select(scores.names[:9])
    return dw.LocalScores(data, memory_limit="64M")


def test_lists_are_sorted_and_hold_the_empty_set(small):
    sets = dw.find_parent_sets(small, "sequential")
    for child in small.names:
        entries = list(sets[child])
        assert entries == sorted(entries, key=lambda entry: -entry.score)
        assert sum(not entry.parents for entry in entries) == 1


def test_the_result_knows_where_it_comes_from(small):
    sets = dw.find_parent_sets(small, dw.Sequential(max_parents=2))
    assert sets.score == dw.BIC()
    assert sets.rows == 569
    assert sets.fingerprint == small.data.fingerprint
    assert set(sets.complete_size.values()) <= {2, float("inf")}


def test_forbidden_edges_tiers_and_limits_leave_sets_out(small):
    a, b, c, d = small.names[:4]
    constraints = dw.Constraints(forbidden=[(a, b)], tiers=[[c], [d]], max_parents=2)
    sets = dw.find_parent_sets(small, dw.Sequential(max_parents=4), constraints=constraints)
    assert all(a not in entry.parents for entry in sets[b])
    assert all(d not in entry.parents for entry in sets[c])
    assert max(len(e.parents) for child in small.names for e in sets[child]) == 2


def test_unknown_names_in_constraints_are_refused(small):
    with pytest.raises(dw.ConstraintError, match="nowhere"):
        dw.find_parent_sets(small, constraints=dw.Constraints(tiers=[["nowhere"]]))


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_lists_of_one_thread(small, pool):
    expected = dw.find_parent_sets(small, dw.Sequential(max_parents=3), threads=1)
    with pool(2) as executor:
        found = dw.find_parent_sets(small, dw.Sequential(max_parents=3), executor=executor)
    assert found == expected
    assert found.complete_size == expected.complete_size
    assert found.evaluations == expected.evaluations


def test_a_stop_at_any_check_leaves_complete_lists(small):
    whole = dw.find_parent_sets(small, threads=1)
    for check in (1, 2, 3, 5, 8, 13, 40):
        with force_stop_at_check(check):
            sets = dw.find_parent_sets(small, threads=1)
        assert any("interrupt" in note for note in sets.notes)
        for child in small.names:
            assert any(not entry.parents for entry in sets[child])
            best = whole[child][0].score
            assert best <= max(sets[child][0].score, sets.unseen_bound[child])


def test_no_time_leaves_the_empty_sets_and_says_so(scores):
    sets = dw.find_parent_sets(scores, time_limit=0)
    assert sets.n_sets >= 31
    assert any("time limit" in note for note in sets.notes)


def test_a_small_memory_limit_ends_the_enumeration_and_says_so(scores):
    sets = dw.find_parent_sets(scores, memory_limit="1M", threads=1)
    assert any("memory limit" in note for note in sets.notes)
    assert min(sets.complete_size.values()) >= 1


def test_an_evaluation_limit_is_exact(small):
    for kind in (dw.Sequential, dw.Greedy, dw.Independence):
        sets = dw.find_parent_sets(small, kind(max_evaluations=17))
        assert set(sets.evaluations.values()) == {17}


def test_a_python_function_is_selected_by_dominance_alone():
    data = make_dataset([[0, 1, 0, 1]] * 4, [2] * 4)

    def pairs_are_best(table, child, parents):
        return -abs(len(parents) - 2)

    sets = dw.find_parent_sets(dw.LocalScores(data, pairs_are_best), "sequential")
    assert sorted(len(entry.parents) for entry in sets["v0"]) == [0, 1, 1, 1, 2, 2, 2]


def test_constant_variables_have_the_empty_set_alone():
    data = make_dataset([[0, 1, 0, 1], [0, 0, 0, 0], [0, 1, 1, 1]], [2, 1, 2])
    for score in ("bic", "bdeu", "k2"):
        sets = dw.find_parent_sets(dw.LocalScores(data, score), "sequential")
        assert [entry.parents for entry in sets["v1"]] == [()]
        assert all("v1" not in entry.parents for entry in sets["v0"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: dw.Sequential(max_parents=-1),
        lambda: dw.Greedy(max_evaluations=0),
        lambda: dw.Independence(seconds_per_variable=-1),
        lambda: dw.Sequential(pruning="all"),
        lambda: dw.find_parent_sets(None),
        lambda: dw.find_parent_sets(dw.LocalScores(dw.load_dataset("wdbc")), "best"),
    ],
)
def test_what_makes_no_sense_is_refused(make):
    with pytest.raises(dw.DagwrightError):
        make()


def test_progress_counts_variables(scores):
    seen = []

    class Watch(dw.Callback):
        def on_progress(self, progress):
            seen.append((progress.work_done, progress.work_total))

    dw.find_parent_sets(scores, dw.Sequential(max_parents=4), callbacks=Watch())
    assert {total for _, total in seen} <= {None, 31}
    assert seen == sorted(seen, key=lambda pair: pair[0])


def test_the_lists_count_in_the_memory_limit(scores):
    likelihoods = dw.LocalScores(scores.data, "log-likelihood", memory_limit="64M")
    sets = dw.find_parent_sets(
        likelihoods, dw.Sequential(max_parents=3), memory_limit="1M", threads=1
    )
    assert any("memory limit" in note for note in sets.notes)
    assert sets.nbytes < 2**20


@pytest.mark.parametrize("evaluations", [1, 9, 20, 60, 200])
def test_independence_scores_sets_in_the_order_of_their_estimates(small, evaluations):
    selection = dw.Independence(max_evaluations=evaluations, pruning=dw.selection.Pruning.none())
    sets = dw.find_parent_sets(small, selection)
    for child in small.names[:3]:
        scored = _best_first_on_estimates(small, child, evaluations)
        expected = {
            parents
            for parents, score in scored.items()
            if not any(other < parents and scored[other] >= score for other in scored)
        }
        assert {frozenset(entry.parents) for entry in sets[child]} == expected


def _best_first_on_estimates(scores, child, evaluations):
    """BIC* as in the paper: every pair of a scored set and one more parent is looked at."""
    arities = dict(zip(scores.names, scores.data.arities, strict=True))
    weight = 0.5 * math.log(scores.data.total_weight) * (arities[child] - 1)
    others = [name for name in scores.names if name != child]

    def count(parents):
        return math.prod(arities[name] for name in parents)

    def estimate(base, extra):
        q, r = count(base), arities[extra]
        together = scored[base] + scored[frozenset([extra])] - scored[frozenset()]
        return together + weight * (q + r - q * r - 1)

    first = [frozenset(), *(frozenset([name]) for name in others)]
    scored = {parents: scores(child, sorted(parents)) for parents in first[:evaluations]}
    while len(scored) < evaluations:
        best = max(
            ((base, extra) for base in scored if base for extra in others if extra not in base),
            key=lambda pair: (pair[0] | {pair[1]} not in scored, estimate(*pair)),
        )
        chosen = best[0] | {best[1]}
        scored[chosen] = scores(child, sorted(chosen))
    return scored


def test_a_constant_child_is_not_enumerated():
    data = make_dataset([[0] * 8, *([[0, 1] * 4] * 5)], [1, 2, 2, 2, 2, 2])
    for score in ("bic", "bdeu"):
        sets = dw.find_parent_sets(dw.LocalScores(data, score), "sequential")
        assert sets.evaluations["v0"] == 1


def select_with_bytes(data, required, limit, most, *, threads=1, one_by_one=False):
    """Select with fewer bytes than find_parent_sets would take; a tuple for each child."""
    table = _core.Table(list(data.codes), list(data.arities), None)
    oracle = _core.LocalScores(table, _core.ScoreKind.bic, 1.0, 2**26)
    n = data.n_variables
    edges = [(parent, child) for child in range(n) for parent in required.get(child, [])]
    rules = _core.ParentRules(n, edges, [], ([], []), most)
    options = dw.Sequential().options(None)
    resources = _core.Resources(seed=0, threads=threads, bytes=limit)
    lists = []
    for part in [[child] for child in range(n)] if one_by_one else [list(range(n))]:
        inputs = _core.SelectionInputs(oracle, part, rules)
        found = _core.select_parent_sets(inputs, options, resources, _core.RunControl())
        for i in range(len(part)):
            sets = slice(*found["child_starts"][i : i + 2])
            starts = found["set_starts"][sets.start : sets.stop + 1]
            lists.append(
                (
                    found["scores"][sets].tolist(),
                    (starts - starts[0]).tolist(),
                    found["members"][starts[0] : starts[-1]].tolist(),
                    *(found[key][i] for key in ("complete_size", "unseen_bound", "evaluations")),
                    _core.EnumerationEnd(int(found["end"][i])),
                )
            )
    return oracle, lists


@pytest.mark.parametrize("arity", [2, 3])
@pytest.mark.parametrize("required", [{}, {3: [1, 2], 5: [0]}])
@pytest.mark.parametrize("most", [12, 5])
def test_a_size_without_room_is_left_to_the_children_one_by_one(scores, arity, required, most):
    data = scores.data.select(scores.names[:12])
    if arity == 3:  # a column of three states among the binary ones
        third = (np.asarray(data.codes[0]) + np.asarray(data.codes[7])).astype(np.uint8)
        columns = [third, *(np.asarray(codes) for codes in data.codes[1:])]
        data = make_dataset(columns, [3, *data.arities[1:]])
    _, expected = select_with_bytes(data, required, 2**26, most, one_by_one=True)
    together, found = select_with_bytes(data, required, 2**26, most)
    assert found == expected
    compared = 0
    for limit in range(20_000, 200_000, 15_000):
        oracle, found = select_with_bytes(data, required, limit, most, threads=2)
        handed_over = oracle.memo_bytes > 4 * together.memo_bytes  # only the others use the memo
        for one, right in zip(found, expected, strict=True):
            if one[-1] is not _core.EnumerationEnd.memory:
                assert one == right
                compared += handed_over
    assert compared > 0


@pytest.mark.parametrize(
    ("limits", "selection", "reason"),
    [
        ({}, dw.Sequential(max_parents=2), "completed"),
        ({}, dw.Sequential(max_evaluations=5), "completed"),
        ({"seconds": 0.0}, dw.Sequential(), "time"),
        ({}, dw.Sequential(seconds_per_variable=0.0), "time"),
        ({"memory": 2**20}, dw.Sequential(), "memory"),
    ],
)
@pytest.mark.parametrize("on_workers", [False, True])
def test_why_it_ended_is_what_kept_variables_from_their_end(
    scores, limits, selection, reason, on_workers
):
    control = Control("parent sets", Limits(seconds=limits.get("seconds")))
    with ThreadPoolExecutor(1) if on_workers else nullcontext() as executor:
        _, why = enumerate_parent_sets(
            scores,
            selection,
            control,
            constraints=None,
            memory=limits.get("memory", 2**30),
            threads=1,
            executor=executor,
        )
    assert why == reason
