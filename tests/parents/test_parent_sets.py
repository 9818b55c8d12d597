import math
import pickle
from itertools import combinations

import numpy as np
import pytest

import dagwright as dw

LISTS = {
    "a": [(-9.0, ()), (-4.0, ("c",)), (-3.0, ("b", "c"))],
    "b": [(-5.0, ()), (-2.0, ("a",))],
    "c": [(-7.0, ())],
}


@pytest.fixture
def sets():
    return dw.ParentSets.from_lists(["a", "b", "c"], LISTS)


def from_arrays(**changes):
    arguments = {
        "names": ["a", "b"],
        "child_starts": [0, 2, 4],
        "scores": [-1.0, -2.0, -3.0, -4.0],
        "set_starts": [0, 1, 1, 2, 2],
        "members": [1, 0],
    }
    return dw.ParentSets.from_arrays(**{**arguments, **changes})


def test_sets_come_best_first_whatever_their_order_in_the_lists(sets):
    assert list(sets["a"]) == [(-3.0, ("b", "c")), (-4.0, ("c",)), (-9.0, ())]
    assert sets["a"][0].parents == ("b", "c")
    assert sets["a"][-1] == sets["a"][2] == dw.ParentSet(-9.0, ())
    assert sets["a"][:2] == list(sets["a"])[:2]


def test_counts(sets):
    assert (sets.n_variables, sets.n_sets) == (3, 6)
    assert dict(sets.counts) == {"a": 3, "b": 2, "c": 1}
    assert len(sets["b"]) == 2


def test_equal_scores_are_ordered_by_size_then_members():
    lists = {name: [(0, ())] for name in "bcd"}
    lists["a"] = [(-1, some) for some in [("d",), ("b", "c"), ("b",), ()]]
    sets = dw.ParentSets.from_lists(["a", "b", "c", "d"], lists, keep_dominated=True)
    assert [some.parents for some in sets["a"]] == [(), ("b",), ("d",), ("b", "c")]


def test_a_set_with_a_subset_that_scores_as_high_is_removed():
    lists = {"a": [(0, ())], "b": [(0, ())], "c": [(-3, ()), (-2, ("a",)), (-2, ("a", "b"))]}
    lists["c"].append((-3.5, ("b",)))
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    assert list(sets["c"]) == [(-2, ("a",)), (-3, ())]
    assert sets.pruned


def test_dominated_sets_stay_if_asked():
    lists = {"a": [(0, ())], "b": [(0, ()), (-1, ("a",))]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists, keep_dominated=True)
    assert sets.n_sets == 3
    assert sets.pruned is False


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"a": [(0, ())]}, "no list of sets for 'b'"),
        ({"a": [(0, ())], "b": []}, "'b' has no sets"),
        ({"a": [(0, ())], "b": [(0, ["a"])], "c": []}, "unknown variable 'c'"),
        ({"a": [(0, ())], "b": [(0, ()), (1, ["b"])]}, "'b' is a parent of itself"),
        ({"a": [(0, ())], "b": [(0, ()), (1, ["a", "a"])]}, "names a parent twice"),
        ({"a": [(0, ())], "b": [(0, ()), (1, ["a"]), (2, ["a"])]}, "twice"),
        ({"a": [(0, ())], "b": [(0, ()), (1, ["x"])]}, "unknown variable 'x'"),
        ({"a": [(0, ())], "b": [(0, ()), (1, "a")]}, "pairs"),
        ({"a": [(0, ())], "b": [(0, ()), 7]}, "pairs"),
        ({"a": [(math.nan, ())], "b": [(0, ())]}, "finite"),
        ({"a": [(-math.inf, ())], "b": [(0, ())]}, "finite"),
    ],
)
def test_lists_at_fault_are_refused(lists, message):
    with pytest.raises(dw.DagwrightError, match=message):
        dw.ParentSets.from_lists(["a", "b"], lists)


def test_without_an_empty_set_one_set_must_be_part_of_all_others():
    lists = {"a": [(0, ())], "b": [(0, ())], "c": [(-2, ["a"]), (-1, ["a", "b"])]}
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    assert sets.n_sets == 4
    with pytest.raises(dw.DagwrightError, match="no set of 'c'"):
        sets.best("c", allowed=["b"])
    lists["c"].append((-3, ["b"]))
    with pytest.raises(dw.DagwrightError, match="'c' lacks the empty set"):
        dw.ParentSets.from_lists(["a", "b", "c"], lists)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"child_starts": [0, 2]}, "child_starts must be 3 numbers"),
        ({"child_starts": [0, 4, 4]}, "'b' has no sets"),
        ({"child_starts": [0, 5, 4]}, "child_starts must ascend"),
        ({"child_starts": [0, 2, 5]}, "from 0 to 4"),
        ({"set_starts": [0, 1, 1, 2]}, "set_starts must be 5 numbers"),
        ({"set_starts": [0, 2, 1, 2, 2]}, "set_starts must ascend"),
        ({"set_starts": [0.5, 1, 1, 2, 2]}, "set_starts must fit uint32"),
        ({"set_starts": [[0, 1, 1, 2, 2]]}, "one dimension"),
        ({"scores": [-1, -2, -3, math.nan]}, "a score of .b. is not a finite"),
        ({"scores": [-1, -2, -5, -4]}, "the sets of 'b' are not in order"),
        ({"scores": ["a", "b", "c", "d"]}, "scores must fit float64"),
        ({"members": [1, 2]}, "positions below 2"),
        ({"members": [1, -1]}, "members must fit uint16"),
        ({"members": [1, 1]}, "'b' is a parent of itself"),
        ({"scores": [-1, -2, -4, -4]}, "the sets of 'b' are not in order"),
        (
            {"set_starts": [0, 1, 1, 1, 1], "members": [1], "scores": [-1, -2, -3, -3]},
            "is there twice",
        ),
        ({"complete_size": [1]}, "complete_size must be 2 numbers"),
        ({"complete_size": [1, -1]}, "from 0"),
        ({"unseen_bound": {"a": 1.0}}, "nothing of 'b'"),
        ({"unseen_bound": [math.nan, 0]}, "NaN"),
        ({"evaluations": [1, -3]}, "evaluations"),
        ({"rows": 0}, "rows is 0"),
        ({"notes": "text"}, "list of strings"),
        ({"fingerprint": 3}, "fingerprint"),
    ],
)
def test_arrays_at_fault_are_refused(changes, message):
    with pytest.raises(dw.DagwrightError, match=message):
        from_arrays(**changes)


@pytest.mark.parametrize("members", [[2, 1, 1, 2], [1, 1, 1, 2], [1, 2, 1, 2]])
def test_members_must_ascend_and_equal_scores_be_ordered(members):
    # Two sets of two members with equal scores for "a": {b, c} twice or out of order.
    with pytest.raises(dw.DagwrightError, match=r"ascend|not in order"):
        dw.ParentSets.from_arrays(
            ["a", "b", "c"], [0, 3, 4, 5], [-1, -1, -2, 0, 0], [0, 2, 4, 4, 4, 4], members
        )


def test_arrays_are_read_only_views_of_those_given():
    scores = np.array([-1.0, -2.0, -3.0, -4.0])
    sets = from_arrays(scores=scores)
    assert np.shares_memory(sets.scores, scores)
    assert sets.child_starts.dtype == np.int64
    assert sets.set_starts.dtype == np.uint32
    assert sets.members.dtype == np.uint16
    for array in (sets.child_starts, sets.scores, sets.set_starts, sets.members):
        assert not array.flags.writeable
    assert np.shares_memory(sets["b"].scores, scores)


def test_a_set_takes_twelve_bytes_and_two_a_member(sets):
    n_members = sum(len(some.parents) for name in sets.names for some in sets[name])
    assert sets.nbytes == 12 * sets.n_sets + 2 * n_members + 4 + 8 * (sets.n_variables + 1)


def test_too_many_variables_are_refused():
    names = [str(i) for i in range(65536)]
    with pytest.raises(dw.ResourceError, match="65535"):
        dw.ParentSets.from_arrays(names, [0], [], [0], [])


def test_the_best_set_within_allowed_parents(sets):
    assert sets.best("a", allowed=["c"]) == (-4.0, ("c",))
    assert sets.best("a", allowed=["b"]) == (-9.0, ())
    assert sets.best("a", allowed={"c", "b", "a"}) == (-3.0, ("b", "c"))
    with pytest.raises(dw.DagwrightError, match="unknown variable 'x'"):
        sets.best("a", allowed=["x"])
    with pytest.raises(dw.DagwrightError, match="list of names"):
        sets.best("a", allowed="bc")


def test_the_best_set_may_be_far_down_the_list():
    names = [f"v{i}" for i in range(60)]
    lists = {name: [(-1e9, ())] for name in names}
    lists["v0"] += [(-i, pair) for i, pair in enumerate(combinations(names[1:], 2))]
    sets = dw.ParentSets.from_lists(names, lists)
    assert len(sets["v0"]) > 1500
    assert sets.best("v0", ["v58", "v59"]).parents == ("v58", "v59")


def test_the_best_parent_graph(sets):
    graph = sets.relaxed()
    assert graph.score == -12.0
    assert dict(graph.parents) == {"a": ("b", "c"), "b": ("a",), "c": ()}
    assert (graph.mean_in_degree, graph.max_in_degree) == (1.0, 2)
    assert not graph.is_acyclic
    with pytest.raises(dw.DagwrightError, match="cycle"):
        _ = graph.dag


def test_a_best_parent_graph_without_cycle_is_a_network():
    sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-1, ())], "b": [(-3, ()), (-2, ("a",))]})
    assert sets.relaxed().is_acyclic
    assert sets.relaxed().dag == dw.Dag(["a", "b"], [("a", "b")])


def test_nothing_is_known_of_lists_made_by_hand(sets):
    assert set(sets.complete_size.values()) == {0}
    assert set(sets.unseen_bound.values()) == {math.inf}
    assert (sets.score, sets.rows, sets.fingerprint, sets.evaluations) == (None, None, None, None)


def test_what_is_known_by_name_or_by_position():
    sets = from_arrays(
        complete_size={"b": math.inf, "a": 2}, unseen_bound=[-1.5, -math.inf], evaluations=[7, 8]
    )
    assert dict(sets.complete_size) == {"a": 2, "b": math.inf}
    assert dict(sets.unseen_bound) == {"a": -1.5, "b": -math.inf}
    assert dict(sets.evaluations) == {"a": 7, "b": 8}


def test_where_everything_was_covered_nothing_unseen_scores():
    sets = from_arrays(complete_size=[math.inf, 3])
    assert dict(sets.unseen_bound) == {"a": -math.inf, "b": math.inf}


def test_equality_is_about_names_sets_and_scores(sets):
    assert sets == dw.ParentSets.from_lists(["a", "b", "c"], LISTS)
    assert sets != dw.ParentSets.from_lists(
        ["a", "b", "x"], {"a": [(0, ())], "b": [(0, ())], "x": [(0, ())]}
    )
    assert from_arrays() == from_arrays(rows=5)
    assert from_arrays() != from_arrays(scores=[-1, -2, -3, -5])
    assert sets != 3
    with pytest.raises(TypeError):
        hash(sets)


def test_a_pickle_keeps_everything_and_stays_read_only():
    sets = from_arrays(score=dw.BDeu(ess=3), rows=9, fingerprint="f", complete_size=[1, math.inf])
    again = pickle.loads(pickle.dumps(sets))
    assert again == sets
    assert (again.score, again.rows, again.fingerprint) == (dw.BDeu(ess=3), 9, "f")
    assert again.complete_size == sets.complete_size
    assert not again.scores.flags.writeable


def test_the_constructor_says_how_to_make_one():
    with pytest.raises(dw.DagwrightError, match="read_parent_sets"):
        dw.ParentSets()


def test_reprs_are_short(sets):
    assert repr(sets) == "<ParentSets: 6 sets of 3 variables>"
    assert "(-" not in repr(sets)
    many = dw.ParentSets.from_lists(
        ["a", "b", "c"], {**LISTS, "a": [(-9, ()), (-8, ("b",)), (-7, ("c",)), (-6, ("b", "c"))]}
    )
    assert repr(many["a"]).endswith("... (4 in all)]")


def test_the_summary_says_what_there_is():
    sets = from_arrays(
        score=dw.BIC(), rows=1000, complete_size=[2, math.inf], evaluations=[5, 6], notes=["hello"]
    )
    text = sets.summary()
    for part in ["BIC()", "1,000", "11 sets", "up to 2 parents", "1 of 2", "removed", "hello"]:
        assert part in text
    assert "all sets were covered" in from_arrays(complete_size=[math.inf] * 2).summary()
    assert "not known" in from_arrays(pruned=None).summary()


def test_an_unknown_variable_is_refused(sets):
    with pytest.raises(dw.DagwrightError, match="unknown variable 'x'"):
        sets["x"]


def test_a_set_is_found_by_its_members_alone():
    lists = {"a": [(-2, [])], "b": [(-9, []), (-4, ["a"]), (-3, ["c", "a"])], "c": [(-1, [])]}
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    assert sets.find("b", ["a", "c"]) == (-3, ("a", "c"))
    assert sets.find("b", ["c"]) is None
    assert sets.find("b", []) == (-9, ())
    with pytest.raises(dw.DagwrightError, match="write"):
        sets.find("b", "a")


def test_the_best_network_of_an_order_takes_the_best_sets_that_come_before():
    lists = {"a": [(-2, []), (-1, ["c"])], "b": [(-9, []), (-4, ["a"])], "c": [(-1, [])]}
    sets = dw.ParentSets.from_lists(["a", "b", "c"], lists)
    assert sets.best_network("bac").edges == ()
    assert set(sets.best_network("cab").edges) == {("c", "a"), ("a", "b")}
    for wrong in ("ab", "aabc", "abcc"):
        with pytest.raises(dw.DagwrightError, match="every variable once"):
            sets.best_network(wrong)


def test_an_order_against_required_parents_is_refused():
    lists = {"a": [(-2, [])], "b": [(-4, ["a"])]}
    sets = dw.ParentSets.from_lists(["a", "b"], lists)
    assert sets.best_network(["a", "b"]).edges == (("a", "b"),)
    with pytest.raises(dw.ConstraintError, match="'b' before a parent"):
        sets.best_network(["b", "a"])


def test_the_core_finds_the_members_that_all_sets_have():
    lists = {"a": [(-4, ["b"]), (-3, ["b", "c"])], "b": [(-1, [])], "c": [(-1, [])]}
    core = dw.ParentSets.from_lists(list("abc"), lists).core
    assert [core.common_members(child) for child in range(3)] == [[1], [], []]
    assert core.scale == 36


def test_costs_are_scaled_down_when_networks_need_huge_ones():
    lists = {"a": [(-1e15, []), (0, ["b"])], "b": [(-1e15, []), (0, ["a"])]}
    core = dw.ParentSets.from_lists(["a", "b"], lists).core
    assert core.scale == 9
    assert core.excesses().max() < core.most_excess


def test_costs_that_no_good_network_has_are_saturated():
    lists = {"a": [(-1e15, []), (0, ["b"])], "b": [(-1, [])]}
    core = dw.ParentSets.from_lists(["a", "b"], lists).core
    assert core.scale == 36
    assert core.excesses().tolist() == [0, core.most_excess, 0]
    assert core.known_network() == [0, 2]
