import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from strategies import make_dataset

import dagwright as dw
from dagwright.running import force_stop_at_check


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
    selection = dw.Independence(max_evaluations=evaluations, pruning=dw.Pruning.none())
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
