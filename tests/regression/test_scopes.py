"""Scopes that contradicted themselves; random cases (tests/support/claims) found them."""

import pytest

import dagwright as dw


def sets():
    return dw.ParentSets.from_lists(["a", "b"], {"a": [(-2, [])], "b": [(-4, ["a"]), (-5, [])]})


def test_equal_scopes_have_equal_hashes_whatever_limit_their_lists_keep_to():
    lists = sets()
    plain, limited = dw.Scope(candidate_sets=lists), dw.Scope(1, candidate_sets=lists)
    assert plain == limited
    assert len({plain, limited}) == 1


def test_a_scope_that_nothing_belongs_to_can_be_asked():
    scope = dw.Scope(0, dw.Constraints(required=[("a", "b")]))
    assert not scope.contains(dw.Dag(["a", "b"], []))
    assert not scope.contains(dw.Dag(["a", "b"], [("a", "b")]))


def test_tiers_without_variables_are_not_called_constraints():
    assert str(dw.Scope(constraints=dw.Constraints(tiers=[["a", "b"], []]))) == "all networks"
    assert "constraints" in str(dw.Scope(constraints=dw.Constraints(tiers=[["a"], ["b"]])))


def test_repr_tells_a_scope_of_lists_from_that_of_all_networks():
    assert "<ParentSets: 3 sets of 2 variables>" in repr(sets().scope)
    assert repr(sets().scope) != repr(dw.Scope())


@pytest.mark.parametrize("limit", [-1, "2", True, 1.5])
def test_a_limit_on_parents_that_is_none_is_refused(limit):
    with pytest.raises(dw.ConstraintError, match="max_parents"):
        dw.Scope(limit)


@pytest.mark.parametrize("content", [{}, {"max_parents": 2, "constraints": {"unknown": 1}}])
def test_json_that_is_not_a_scope_is_refused(content):
    with pytest.raises(dw.DagwrightError, match="not a scope"):
        dw.Scope.from_json(content)


def test_verify_asks_for_the_data_of_networks_that_the_lists_cannot_score():
    data = {"a": [0, 1, 1, 0] * 9, "b": [0, 1, 1, 0] * 9}
    scores = dw.LocalScores(dw.Dataset.from_frame(data, as_is=True), dw.BIC())
    result = dw.solve(dw.find_parent_sets(scores, constraints=dw.Constraints(max_parents=0)), "ilp")
    other = dw.Dag(["a", "b"], [("a", "b")])
    with pytest.raises(dw.DagwrightError, match="give verify the data too"):
        dw.verify(result, networks=[other])
    dw.verify(result, scores.data, networks=[other])
    with pytest.raises(dw.DagwrightError, match="differ in their variables"):
        dw.verify(result, networks=[dw.Dag(["a", "b", "c"], [])])


@pytest.mark.parametrize("method", ["exact", "minobs", "hill-climbing"])
def test_constraints_that_lists_were_found_under_are_those_of_the_result(method, tmp_path):
    data = {"a": [0, 1, 1, 0] * 9, "b": [0, 1, 1, 0] * 9, "c": [0, 0, 1, 1] * 9}
    scores = dw.LocalScores(dw.Dataset.from_frame(data, as_is=True), dw.BIC())
    known = dw.Constraints(required=[("b", "a")], max_parents=2)
    dw.find_parent_sets(scores, constraints=known).write(tmp_path / "sets.dwps")
    lists = dw.read_parent_sets(tmp_path / "sets.dwps")
    result = dw.solve(lists, method, constraints=dw.Constraints(max_parents=1), time_limit=0.3)
    assert result.constraints == dw.Constraints(required=[("b", "a")], max_parents=1)
    assert result.cpdag().by_constraints == (("b", "a"),)
