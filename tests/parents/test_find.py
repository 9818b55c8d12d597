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
