"""Scopes that contradicted themselves; random cases (tests/support/claims) found them."""

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
