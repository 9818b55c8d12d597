import math
from itertools import combinations

import pytest

import dagwright as dw

LISTS = {
    "a": [(-9, ()), (-4, ("c",)), (-3, ("b", "c"))],
    "b": [(-5, ()), (-2, ("a",))],
    "c": [(-7, ())],
}


@pytest.fixture
def sets():
    return dw.ParentSets.from_lists(["a", "b", "c"], LISTS)


def unpruned(n_sets_up_to):
    names = ["a", "b", "c", "d"]
    lists = {}
    for child in names:
        others = [name for name in names if name != child]
        some = [s for size in range(n_sets_up_to + 1) for s in combinations(others, size)]
        # Larger sets are worse: dominance would leave the empty set alone.
        lists[child] = [(-1.0 - len(parents), parents) for parents in some]
    return dw.ParentSets.from_lists(names, lists, keep_dominated=True)


def with_pruned(sets, pruned, **known):
    arrays = (sets.child_starts, sets.scores, sets.set_starts, sets.members)
    return dw.ParentSets.from_arrays(sets.names, *arrays, pruned=pruned, **known)


def test_forbidden_parents_go(sets):
    left = sets.restrict(dw.Constraints(forbidden=[("b", "a")]))
    assert list(left["a"]) == [(-4, ("c",)), (-9, ())]
    assert left["b"][0] == sets["b"][0]


def test_tiers_forbid_later_parents(sets):
    left = sets.restrict(dw.Constraints(tiers=[["a"], ["b", "c"]]))
    assert dict(left.counts) == {"a": 1, "b": 2, "c": 1}
    left = sets.restrict(dw.Constraints(tiers=[["b"], ["a"]]))
    assert dict(left.counts) == {"a": 3, "b": 1, "c": 1}


def test_no_constraints_change_nothing(sets):
    assert sets.restrict(dw.Constraints()) == sets


def test_sets_above_the_limit_go_and_count_as_not_looked_at(sets):
    known = with_pruned(sets, True, complete_size=[math.inf] * 3)
    left = known.restrict(dw.Constraints(max_parents=1))
    assert list(left["a"]) == [(-4, ("c",)), (-9, ())]
    assert dict(left.complete_size) == {"a": 1, "b": math.inf, "c": math.inf}
    assert dict(left.unseen_bound) == {"a": -3, "b": -math.inf, "c": -math.inf}


def test_what_is_known_stays(sets):
    known = with_pruned(sets, True, rows=5, score=dw.BIC(), unseen_bound=[-1, -2, -3])
    left = known.restrict(dw.Constraints(forbidden=[("b", "a")]))
    assert (left.rows, left.score, left.unseen_bound) == (5, dw.BIC(), known.unseen_bound)


def test_required_parents_cannot_be_had_once_dominated_sets_are_gone(sets):
    with pytest.raises(dw.ConstraintError, match="find_parent_sets"):
        sets.restrict(dw.Constraints(required=[("c", "a")]))
    with pytest.raises(dw.ConstraintError, match="find_parent_sets"):
        with_pruned(sets, None).restrict(dw.Constraints(required=[("c", "a")]))


def test_required_parents_that_all_sets_have_are_fine():
    lists = {"a": [(0, ())], "b": [(-2, ("a",)), (-1, ("a", "c"))], "c": [(0, ())]}
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    assert sets.restrict(dw.Constraints(required=[("a", "b")])) == sets


@pytest.mark.parametrize("pruned", [False, None])
def test_required_parents_are_fine_where_no_set_was_removed(pruned):
    sets = with_pruned(unpruned(2), pruned)
    left = sets.restrict(dw.Constraints(required=[("a", "b"), ("c", "d")]))
    assert [some.parents for some in left["b"]] == [("a",), ("a", "c"), ("a", "d")]
    assert len(left["d"]) == 3
    assert left.counts["a"] == sets.counts["a"]


def test_a_list_with_gaps_may_have_lost_sets():
    lists = {"a": [(0, ())], "b": [(0, ())], "c": [(-1, ()), (-2, ("a",))]}
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists, keep_dominated=True)
    required = dw.Constraints(required=[("a", "c")])
    assert list(sets.restrict(required)["c"]) == [(-2, ("a",))]
    with pytest.raises(dw.ConstraintError, match="'a' cannot be required for 'c'"):
        with_pruned(sets, None).restrict(required)


def test_required_parents_must_be_a_set_by_themselves():
    lists = {"a": [(0, ())], "b": [(0, ())], "c": [(0, ())]}
    lists["d"] = [(-1, ()), (-2, ("a", "b")), (-2, ("a", "c"))]
    sets = dw.ParentSets.from_lists(["a", "b", "c", "d"], lists, keep_dominated=True)
    with pytest.raises(dw.ConstraintError, match="required parents of 'd' are not a candidate set"):
        sets.restrict(dw.Constraints(required=[("a", "d")]))


def test_more_required_parents_than_any_set_has_leave_nothing():
    constraints = dw.Constraints(required=[("a", "d"), ("b", "d"), ("c", "d")])
    with pytest.raises(dw.ConstraintError, match="no candidate set of 'd'"):
        unpruned(2).restrict(constraints)


def test_unknown_names_are_refused(sets):
    with pytest.raises(dw.ConstraintError, match="constraints: no variable is called 'x'"):
        sets.restrict(dw.Constraints(forbidden=[("x", "a")]))
